import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translator } from '../../i18n';
import { estimateWidth } from './browser';
import { TOOLS_HEIGHT } from './frame';
import { type Rect, rectInside, rectsOverlap, rectTouchesDisc } from './geometry';
import { type CastMember, castOf } from './process-kind';
import { buildScene, type Scene } from './scene';
import type { Link } from './stage-history';
import { stageTexts } from './texts';
import { groupName, longestLease, longestStates, shortName } from './wording';

interface World {
  readonly servers: number;
  readonly managers: number;
  readonly schedulers: number;
  readonly nodes: number;
  readonly clients: number;
  readonly width: number;
  readonly height: number;
  readonly versioned: boolean;
  readonly language: 'en' | 'zh';
}

/** Up to 5 API servers and 50 other processes, from the smallest stage on. */
const worlds: fc.Arbitrary<World> = fc
  .record({
    servers: fc.integer({ min: 1, max: 5 }),
    managers: fc.integer({ min: 0, max: 12 }),
    schedulers: fc.integer({ min: 0, max: 8 }),
    nodes: fc.integer({ min: 0, max: 50 }),
    clients: fc.integer({ min: 0, max: 4 }),
    width: fc.integer({ min: 420, max: 1_400 }),
    height: fc.integer({ min: 320, max: 1_000 }),
    versioned: fc.boolean(),
    language: fc.constantFrom('en' as const, 'zh' as const),
  })
  .filter(({ managers, schedulers, nodes }) => managers + schedulers + nodes <= 50);

function names({ servers, managers, schedulers, nodes, clients }: World): string[] {
  const many = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  return [
    'etcd',
    ...many('kube-apiserver', servers),
    ...many('kube-controller-manager', managers),
    ...many('kube-scheduler', schedulers),
    ...many('node', nodes),
    ...many('kubectl', clients),
  ];
}

function linksOf(cast: readonly CastMember[]): Link[] {
  const servers = cast.filter(({ kind }) => kind === 'apiserver');
  return cast
    .filter(({ kind }) => kind !== 'etcd')
    .map(({ name, kind }, index) => {
      const server = kind === 'apiserver' ? 'etcd' : servers[(index * 7) % servers.length].name;
      return { client: name, server };
    });
}

function sceneOf(world: World): Scene {
  const t = translator(stageTexts, { language: world.language });
  const versions = new Map(names(world).map((name, place) => [name, place % 2 ? '1.27' : '1.28']));
  const cast = castOf(names(world), [], world.versioned ? versions : undefined);
  const servers = cast.filter(({ kind }) => kind === 'apiserver');
  return buildScene({
    cast,
    links: linksOf(cast),
    size: { width: world.width, height: world.height },
    listed: servers.length,
    addresses: new Map(servers.map(({ name }, index) => [name, `192.168.100.${100 + index}`])),
    words: {
      measure: (text, _font, fontPx) => estimateWidth(text, fontPx),
      ...longestStates(t),
      lease: longestLease(t),
      groupName: (vertex, versioned) => groupName(t, vertex, versioned),
      shortName: (member) => shortName(t, member),
      leader: t('leader'),
    },
  });
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b): [T, T] => [a, b]));
}

/** A label with the room to its sides without which two of one line read as one. */
function besides(label: Rect): Rect {
  return { ...label, x: label.x - 10, width: label.width + 20 };
}

const runs = { numRuns: 80, seed: 20_230_411 };
const TIMEOUT_MS = 60_000;

describe('the still picture', () => {
  it(
    'never lets a label cover a label, a body or a card, or leave the sky',
    () => {
      fc.assert(
        fc.property(worlds, (world) => {
          const scene = sceneOf(world);
          const labels = [...scene.labels.values()];
          const { sky, note, endpoints } = scene.frame;
          for (const [a, b] of pairs(labels))
            expect(rectsOverlap(besides(a), b), `${a.id} ${b.id}`).toBe(false);
          for (const label of labels) {
            expect(rectInside(label, sky), label.id).toBe(true);
            for (const card of [note, endpoints]) expect(rectsOverlap(label, card)).toBe(false);
            for (const { x, y, reach } of scene.vertices) {
              expect(rectTouchesDisc(label, { x, y, radius: reach }), label.id).toBe(false);
            }
          }
        }),
        runs,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'never lets a body cover a body, and keeps all of them above the tools',
    () => {
      fc.assert(
        fc.property(worlds, (world) => {
          const { vertices, frame } = sceneOf(world);
          const inside: Rect = {
            x: 0,
            y: 0,
            width: world.width,
            height: world.height - TOOLS_HEIGHT,
          };
          for (const [a, b] of pairs(vertices)) {
            const distance = Math.hypot(a.x - b.x, a.y - b.y);
            expect(distance, `${a.id} ${b.id}`).toBeGreaterThanOrEqual(a.reach + b.reach);
          }
          for (const { id, x, y, reach } of vertices) {
            const box = { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach };
            expect(rectInside(box, inside), id).toBe(true);
            for (const card of [frame.note, frame.endpoints]) {
              expect(rectTouchesDisc(card, { x, y, radius: reach }), id).toBe(false);
            }
          }
        }),
        runs,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'shows every process once, alone or in a group of its kind',
    () => {
      fc.assert(
        fc.property(worlds, (world) => {
          const { vertices } = sceneOf(world);
          const shown = vertices.flatMap(({ members }) => members.map(({ name }) => name));
          expect(shown.sort()).toEqual(names(world).sort());
          for (const { kind, members } of vertices) {
            expect(members.every((member) => member.kind === kind)).toBe(true);
          }
        }),
        runs,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'is the same whenever it is made',
    () => {
      fc.assert(
        fc.property(worlds, (world) => {
          expect(sceneOf(world)).toEqual(sceneOf(world));
        }),
        { ...runs, numRuns: 20 },
      );
    },
    TIMEOUT_MS,
  );

  it('labels every API server on the stages that people use', () => {
    for (const [width, height] of [
      [420, 320],
      [640, 440],
      [900, 600],
    ]) {
      for (const servers of [1, 3, 5]) {
        const rest = { managers: 0, schedulers: 0, nodes: 0, clients: 1, language: 'en' as const };
        const { labels } = sceneOf({ servers, width, height, versioned: false, ...rest });
        const labelled = [...labels.keys()].filter((id) => id.startsWith('kube-apiserver'));
        expect(labelled.length, `${servers} at ${width}x${height}`).toBe(servers);
      }
    }
  });
});
