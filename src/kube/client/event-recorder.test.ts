import { beforeEach, describe, expect, test } from 'vitest';
import { seconds } from '#base';
import type { RecordOf } from '#trace';
import { RestWorld } from '../apiserver/registry/testing/rest-world';
import { type Profile, switchesOf } from '../profile';
import type { EventWords, RecordedEvent } from './event-object';
import { EventRecorder } from './event-recorder';

const SERVICE = {
  kind: 'Service',
  apiVersion: 'v1',
  metadata: { name: 'web', namespace: 'default', uid: 'u', resourceVersion: '7' },
};
const WORDS: EventWords = {
  type: 'Warning',
  reason: 'Seen',
  action: 'Look',
  note: 'there it is',
};
const PREFIX = '/registry/events/default/';

class Place {
  readonly world = new RestWorld();
  readonly recorder: EventRecorder;

  constructor(profile: Profile = '1.27') {
    this.recorder = new EventRecorder({
      process: this.world.client,
      actor: 'client/recorder',
      client: this.world.clientOf(),
      switches: switchesOf(profile),
      reportingController: 'looker',
      hostname: 'host-1',
    });
    this.recorder.startRecordingToSink();
  }

  tell(change: Partial<EventWords> = {}, resourceVersion = '7'): void {
    const metadata = { ...SERVICE.metadata, resourceVersion };
    const { sim } = this.world;
    const told = () => this.recorder.eventf({ ...SERVICE, metadata }, { ...WORDS, ...change });
    sim.schedule(sim.now, told);
    this.world.forSeconds(1);
  }

  /** The Events that are stored now. */
  get stored(): readonly RecordedEvent[] {
    const { archive } = this.world.sim.recorder.table;
    const keys = new Set(
      archive.rows.map(({ key }) => key).filter((key) => key.startsWith(PREFIX)),
    );
    return [...keys].flatMap((key) => {
      const last = archive.history(key).at(-1)?.object;
      return last ? [last as RecordedEvent] : [];
    });
  }

  of<K extends 'event' | 'log' | 'timer' | 'response' | 'request'>(kind: K): RecordOf<K>[] {
    const own = this.world.records().filter((record) => record.kind === kind);
    return own as unknown as RecordOf<K>[];
  }

  get verbs(): readonly string[] {
    return this.of('request')
      .filter(({ resource, client }) => resource === 'events' && client === 'client')
      .map(({ verb }) => verb);
  }
}

describe('an Event', () => {
  let place: Place;
  beforeEach(() => {
    place = new Place();
  });

  test('is stored with what it is about, and recorded when the server has it', () => {
    place.tell();
    const [event] = place.stored;
    expect(event).toMatchObject({
      metadata: { namespace: 'default', name: expect.stringMatching(/^web\.[0-9a-f]{16}$/) },
      eventTime: '2023-04-11T00:00:02.000000Z',
      involvedObject: {
        ...{ kind: 'Service', apiVersion: 'v1', namespace: 'default', name: 'web' },
        ...{ uid: 'u', resourceVersion: '7' },
      },
      reportingComponent: 'looker',
      reportingInstance: 'looker-host-1',
      ...{ action: 'Look', reason: 'Seen', message: 'there it is', type: 'Warning' },
    });
    const [told] = place.of('event');
    expect(told).toMatchObject({
      ...{ type: 'Warning', reason: 'Seen', message: 'there it is', count: 1 },
      regarding: { kind: 'Service', name: 'web' },
      reportingController: 'looker',
    });
    const cause = place.world.records()[told.cause ?? 0];
    expect(cause).toMatchObject({ kind: 'response', code: 201 });
  });

  test('has a name of its own, even among those of one instant', () => {
    const { sim } = place.world;
    sim.schedule(sim.now, () => {
      for (const reason of ['A', 'B', 'C']) place.recorder.eventf(SERVICE, { ...WORDS, reason });
    });
    place.world.forSeconds(1);
    const names = place
      .of('request')
      .flatMap(({ verb, name }) => (verb === 'create' ? [name] : []));
    const events = names.filter((name) => name.startsWith('web.'));
    expect(events).toHaveLength(3);
    expect([...events].sort()).toEqual(events);
    expect(new Set(events).size).toBe(3);
  });

  test('about something without a namespace is in default', () => {
    const { sim } = place.world;
    const node = { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n' } };
    sim.schedule(sim.now, () => place.recorder.eventf(node, WORDS));
    place.world.forSeconds(1);
    expect(place.stored[0].metadata.namespace).toBe('default');
  });

  test('that the server refuses is not tried again', () => {
    place.tell({ reason: '' });
    place.world.forSeconds(60);
    expect(place.verbs).toEqual(['create']);
    expect(place.of('log').at(-1)?.message).toMatch(
      /^Server rejected event 'default\/web\.[0-9a-f]+': '.*Required value.*' \(will not retry!\)$/,
    );
  });

  test('is tried twelve times while nobody answers, 10 to 12.5 s apart', () => {
    const [server] = place.world.servers;
    place.world.sim.schedule(place.world.sim.now, () => server.kill());
    place.tell();
    place.world.forSeconds(180);
    expect(place.verbs).toHaveLength(12);
    const waits = place.of('timer').filter(({ name }) => name === 'event-retry');
    expect(waits).toHaveLength(11);
    for (const { t, firesAt } of waits) {
      expect(firesAt - t).toBeGreaterThanOrEqual(seconds(10));
      expect(firesAt - t).toBeLessThanOrEqual(seconds(12.5));
    }
    const messages = place.of('log').map(({ message }) => message);
    expect(messages.at(-1)).toMatch(/^Unable to write event 'default\/web.*retry limit exceeded!/);
    expect(messages.at(-2)).toMatch(
      /^Unable to write event: 'Post .*\(may retry after sleeping\)$/,
    );
    expect(place.of('event')).toEqual([]);
  });

  test('is written when the server comes back', () => {
    const [server] = place.world.servers;
    place.world.sim.schedule(place.world.sim.now, () => server.kill());
    place.tell();
    place.world.sim.schedule(place.world.sim.now, () => server.start());
    place.world.forSeconds(15);
    expect(place.stored).toHaveLength(1);
  });

  test('is dropped when a thousand wait', () => {
    const { sim } = place.world;
    sim.schedule(sim.now, () => {
      for (let count = 0; count < 1_200; count += 1) {
        place.recorder.eventf(SERVICE, { ...WORDS, reason: `Seen${count}` });
      }
    });
    place.world.forSeconds(60);
    expect(place.stored).toHaveLength(1_000);
  });

  test('is dropped before the recorder starts and after it is shut down', () => {
    place.recorder.shutdown();
    place.tell();
    expect(place.verbs).toEqual([]);
  });
});

describe('a series', () => {
  test('begins with the second one, which is written; later ones only count', () => {
    const place = new Place();
    for (let count = 0; count < 4; count += 1) place.tell({ note: `time ${count}` });
    expect(place.verbs).toEqual(['create', 'patch']);
    expect(place.stored).toMatchObject([{ message: 'time 0', series: { count: 2 } }]);
    expect(place.of('event').map(({ count }) => count)).toEqual([1, 2]);
  });

  test.each([
    ['another reason', { reason: 'Other' }, '7'],
    ['another action', { action: 'Hear' }, '7'],
    ['another version of the object', {}, '8'],
  ])('is not joined by %s', (_, change, version) => {
    const place = new Place();
    place.tell();
    place.tell(change, version);
    expect(place.verbs).toEqual(['create', 'create']);
    expect(place.stored).toHaveLength(2);
  });

  test('is joined by another type only up to 1.26', () => {
    for (const [profile, count] of [
      ['1.27', 2],
      ['1.26', 1],
    ] as const) {
      const place = new Place(profile);
      place.tell();
      place.tell({ type: 'Normal' });
      expect(place.stored).toHaveLength(count);
    }
  });

  test('begins with 1 up to 1.26, which the server refuses; it is written when it is over', () => {
    const place = new Place('1.26');
    for (let count = 0; count < 3; count += 1) place.tell();
    expect(place.verbs).toEqual(['create', 'patch']);
    expect(place.of('log').at(-1)?.message).toContain('series.count');
    expect(place.stored[0].series).toBeUndefined();
    place.world.forSeconds(13 * 60);
    expect(place.stored).toMatchObject([{ series: { count: 2 } }]);
  });

  test('is written a last time and forgotten when it was not seen for six minutes', () => {
    const place = new Place();
    for (let count = 0; count < 5; count += 1) place.tell();
    place.world.forSeconds(13 * 60);
    expect(place.stored).toMatchObject([{ series: { count: 5 } }]);
    place.tell();
    expect(place.stored).toHaveLength(2);
  });

  test('is written again every half hour while it goes on', () => {
    const place = new Place();
    for (let minute = 0; minute < 31; minute += 1) {
      place.tell();
      place.world.forSeconds(59);
    }
    const [{ series }] = place.stored;
    expect(series?.count).toBeGreaterThanOrEqual(29);
    expect(place.verbs).toEqual(['create', 'patch', 'patch']);
  });

  test('of an Event that has expired is created anew', () => {
    const place = new Place();
    place.tell();
    const { name = '' } = place.stored[0].metadata;
    place.world.etcd.drop(PREFIX + name);
    place.tell();
    expect(place.verbs).toEqual(['create', 'patch', 'create']);
    expect(place.stored).toMatchObject([{ series: { count: 2 } }]);
  });

  test('a single Event is forgotten after six minutes', () => {
    const place = new Place();
    place.tell();
    place.world.forSeconds(13 * 60);
    place.tell();
    expect(place.verbs).toEqual(['create', 'create']);
  });
});
