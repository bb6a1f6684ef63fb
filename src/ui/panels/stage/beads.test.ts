import { beforeAll, describe, expect, it } from 'vitest';
import { TraceIndex } from '#trace';
import { type Bead, type BeadQuery, type BeadSource, beadsAt, messageOf } from './beads';
import { messageColumns } from './columns';
import { CUT_AT, rehearse, serverName } from './rehearsal';
import { StageHistory } from './stage-history';

const SECOND = 1_000_000;
const A = serverName(0);

describe('beads', () => {
  let source: BeadSource;
  let history: StageHistory;
  const query: BeadQuery = { time: 0, speed: 0, reducedMotion: false, focus: undefined };
  const beads = (change: Partial<BeadQuery>) => beadsAt(source, { ...query, ...change });

  beforeAll(() => {
    const table = rehearse({ servers: 3, managers: 2, nodes: 20 }, 120 * SECOND);
    history = new StageHistory(table);
    history.update();
    const index = new TraceIndex(table);
    index.update();
    source = { history, index };
  });

  /** The first message from one process to another after a time. */
  const firstMessage = (from: string, to: string, after = 0) => {
    const { table, messages } = history;
    const seq = [...messages.view()].find((row) => {
      const ends = messageColumns.ends(table, messageColumns.way(table, row));
      return table.t[row] >= after && ends.from === from && ends.to === to;
    }) as number;
    const sentAt = messageColumns.sentAt(table, seq);
    return { seq, sentAt, arrivesAt: messageColumns.arrivesAt(table, seq) };
  };

  it('shows at rest only what is under way, at its exact place', () => {
    const { seq, sentAt, arrivesAt } = firstMessage(A, 'etcd');
    const half = (sentAt + arrivesAt) / 2;
    const bead = beads({ time: half }).find((each) => each.seq === seq) as Bead;
    expect(bead).toMatchObject({ forward: true, carry: 'lease', answer: false, count: 1 });
    expect(bead.progress).toBeCloseTo(0.5);
    const shown = (time: number) => beads({ time }).some((each) => each.seq === seq);
    expect([sentAt - 1, sentAt, arrivesAt - 1, arrivesAt].map(shown)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('keeps a message in view for a moment of wall time while playing', () => {
    const { seq, sentAt } = firstMessage('kubectl', A);
    for (const speed of [1, 10]) {
      const shown = (wallMs: number) =>
        beads({ time: sentAt + wallMs * 1_000 * speed, speed }).some((each) => each.seq === seq);
      expect([0, 200, 350, 600].map(shown)).toEqual([true, true, true, false]);
    }
  });

  it('goes the way of the message, never back', () => {
    const there = firstMessage('kubectl', A);
    const back = firstMessage(A, 'kubectl');
    const places = (seq: number, sentAt: number) =>
      [0, 50, 100, 200, 300].map((ms) => {
        const all = beads({ time: sentAt + ms * 1_000, speed: 1 });
        return all.find((each) => each.seq === seq);
      });
    const forward = places(there.seq, there.sentAt);
    expect(forward.every((bead) => bead?.forward)).toBe(true);
    const backward = places(back.seq, back.sentAt).filter(Boolean) as Bead[];
    expect(backward.every((bead) => !bead.forward)).toBe(true);
    const progress = forward.map((bead) => bead?.progress ?? 0);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  it('lets a lost message break off midway', () => {
    const lost = firstMessage(serverName(1), 'etcd', CUT_AT);
    const broken = beads({ time: lost.sentAt + 370_000, speed: 1 }).filter((each) => each.lost);
    expect(broken.length).toBeGreaterThan(0);
    for (const { link, progress } of broken) {
      expect(link).toEqual({ client: serverName(1), server: 'etcd' });
      expect(progress).toBeLessThan(0.6);
    }
  });

  it('merges what is too much, and never draws more than it may', () => {
    const many = beads({ time: 60 * SECOND, speed: 100 });
    expect(many.length).toBeLessThanOrEqual(200);
    expect(many.some(({ count }) => count > 1)).toBe(true);
  });

  it('draws nothing at a speed that nobody can follow', () => {
    expect(beads({ time: 60 * SECOND, speed: Number.POSITIVE_INFINITY })).toEqual([]);
  });

  it('does not travel with reduced motion', () => {
    const { seq, sentAt } = firstMessage('kubectl', A);
    const places = [0, 100, 900].map(
      (ms) =>
        beads({ time: sentAt + ms * 1_000, speed: 1, reducedMotion: true }).find(
          (each) => each.seq === seq,
        )?.progress,
    );
    expect(new Set(places).size).toBe(1);
  });

  it('shows the message of the record that is stepped to', () => {
    const { seq, sentAt } = firstMessage(A, 'etcd');
    const carried = messageColumns.of(history.table, seq);
    expect(messageOf(history.table, carried)).toBe(seq);
    const focused = beads({ time: sentAt, focus: carried });
    expect(focused.filter((each) => each.seq === seq)).toHaveLength(1);
    expect(beads({ time: sentAt + 60 * SECOND, focus: carried }).map((each) => each.seq)).toContain(
      seq,
    );
  });

  it('tells what is carried', () => {
    const carries = new Set<string>();
    for (let time = 0; time < 60 * SECOND; time += 300_000) {
      for (const { carry } of beads({ time, speed: 1 })) carries.add(carry);
    }
    expect([...carries].sort()).toEqual(['error', 'lease', 'read', 'watch', 'write']);
  });
});
