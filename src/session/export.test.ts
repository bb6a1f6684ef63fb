/** What is written for other tools is read again, and counted against the trace. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { asTime, compareText } from '#base';
import {
  API_RESOURCES,
  apiVersionOf,
  componentFlagRefusal,
  flagKnowledge,
  storedKind,
} from '#kube';
import { LIBRARY } from '#library';
import {
  EXPORTERS,
  exportName,
  importFiles,
  type RunToExport,
  readScenario,
  readYaml,
} from '#protocol';
import { STEP_SCHEMAS } from './catalogue';
import { compileScenario } from './compile-scenario';
import { objectsAt } from './objects-at';
import { recordsOf, runOf } from './testing';

let run: RunToExport;

beforeAll(() => {
  const { text } = LIBRARY.find(({ name }) => name === 'cluster-ip-clash-and-out-of-range') ?? {};
  const read = readScenario(text ?? '', { steps: STEP_SCHEMAS });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const ran = runOf(read.value);
  const { traceHash, behaviourVersion } = ran.summary(0);
  const time = asTime(300_000_000);
  run = {
    scenario: read.value,
    table: ran.table,
    traceHash,
    behaviourVersion,
    time,
  };
});

function written(id: string): string {
  const exporter = EXPORTERS.find((candidate) => candidate.id === id);
  return [...(exporter?.write(run) ?? [])].join('');
}

interface List {
  readonly apiVersion: string;
  readonly kind: string;
  readonly items: readonly { readonly reason?: string }[];
}

function parse(text: string): List {
  const read = readYaml(text, { documents: 'one' });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value[0].value as List;
}

const linesOf = (text: string) => text.trimEnd().split('\n');

it('names files by scenario, seed and hash', () => {
  const hash = run.traceHash.slice(0, 8);
  expect(EXPORTERS.map((exporter) => exportName(run, exporter))).toEqual([
    `cluster-ip-clash-and-out-of-range.seed-8.${hash}.perfetto.json`,
    `cluster-ip-clash-and-out-of-range.seed-8.${hash}.audit.jsonl`,
    `cluster-ip-clash-and-out-of-range.seed-8.${hash}.events.yaml`,
    `cluster-ip-clash-and-out-of-range.seed-8.${hash}.objects.yaml`,
    `cluster-ip-clash-and-out-of-range.seed-8.${hash}.scenario.yaml`,
    `cluster-ip-clash-and-out-of-range.seed-8.${hash}.trace.jsonl`,
  ]);
});

interface ChromeEvent {
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly name: string;
  readonly cat: string;
  readonly id: number;
  readonly args: Readonly<Record<string, unknown>>;
}

describe('the Perfetto trace', () => {
  let events: readonly ChromeEvent[];
  let about: Readonly<Record<string, unknown>>;
  const phase = (ph: string) => events.filter((event) => event.ph === ph);

  beforeAll(() => {
    const trace = JSON.parse(written('perfetto'));
    events = trace.traceEvents;
    about = trace.otherData;
  });

  it('says which run it is of', () => {
    expect(about).toMatchObject({
      seed: 8,
      kubernetes: '1.27',
      traceHash: run.traceHash,
    });
  });

  it('has a process for each of ours, and a thread for each actor', () => {
    const names = (name: string) =>
      phase('M').flatMap((event) => (event.name === name ? [event.args.name] : []));
    const actors = Array.from({ length: run.table.length }, (_, seq) => run.table.actorOf(seq));
    const roots = [...new Set(actors.map((actor) => actor.split('/')[0]))];
    expect(names('process_name').sort()).toEqual(roots.sort());
    const threads = new Set(names('thread_name'));
    const paths = new Set(actors.map((actor) => actor.slice(actor.indexOf('/') + 1)));
    expect([...paths].filter((path) => !threads.has(path))).toEqual([]);
  });

  it('has each record once, as a slice that begins or as an instant', () => {
    const seqs = [...phase('B'), ...phase('i')].map(({ args }) => args.seq as number);
    expect(seqs.sort((a, b) => a - b)).toEqual(
      Array.from(run.table.t.keys()).slice(0, seqs.length),
    );
    expect(seqs).toHaveLength(run.table.length);
    const states = recordsOf(run.table, 'state').filter(({ to }) => to !== '');
    expect(phase('B').filter(({ cat }) => cat === 'state')).toHaveLength(states.length);
  });

  it('ends every slice on its thread, nested and in order of time', () => {
    const open = new Map<number, ChromeEvent[]>();
    let now = 0;
    for (const event of events.filter(({ ph }) => ph === 'B' || ph === 'E')) {
      expect(event.ts).toBeGreaterThanOrEqual(now);
      now = event.ts;
      const stack = open.get(event.tid) ?? [];
      open.set(event.tid, stack);
      if (event.ph === 'B') stack.push(event);
      else expect(stack.pop()?.name).toBe(event.name);
      expect(stack.length).toBeLessThanOrEqual(1);
    }
    expect([...open.values()].flat()).toEqual([]);
  });

  it('leads a flow from each cause to each effect', () => {
    const sources = new Map(phase('s').map((event) => [event.id, event]));
    const caused: number[] = [];
    for (let seq = 0; seq < run.table.length; seq += 1) {
      const cause = run.table.causeOf(seq);
      if (cause !== undefined) caused.push(cause);
    }
    expect(phase('f').map(({ id }) => id)).toEqual(caused);
    for (const [id, source] of sources) expect(source.ts).toBe(run.table.timeOf(id));
    expect(sources.size).toBe(new Set(caused).size);
  });

  it('puts the ends of flows right behind the record they belong to', () => {
    const shown = events.filter(({ ph }) => 'Bisf'.includes(ph));
    let record: ChromeEvent | undefined;
    for (const event of shown) {
      if (event.ph === 's' || event.ph === 'f') {
        expect([event.tid, event.ts]).toEqual([record?.tid, record?.ts]);
        const { seq, cause } = record?.args ?? {};
        expect(event.id).toBe(event.ph === 's' ? seq : cause);
      } else record = event;
    }
  });
});

describe('the audit log', () => {
  it('has a line for each answer of an API server', () => {
    const lines = linesOf(written('audit')).map((line) => JSON.parse(line));
    const api = recordsOf(run.table, 'request').filter(({ group }) => group !== 'etcdserverpb');
    const ids = new Set(api.map(({ id }) => id));
    const answers = recordsOf(run.table, 'response').filter(({ id }) => ids.has(id));
    expect(lines).toHaveLength(answers.length);
    expect(lines.map(({ responseStatus }) => responseStatus.code)).toEqual(
      answers.map(({ code }) => code),
    );
    expect(new Set(lines.map(({ auditID }) => auditID)).size).toBe(lines.length);
    for (const line of lines) {
      expect(line).toMatchObject({
        kind: 'Event',
        apiVersion: 'audit.k8s.io/v1',
      });
      expect(line.stage).toBe(line.verb === 'watch' ? 'ResponseStarted' : 'ResponseComplete');
      const { requestReceivedTimestamp: received, stageTimestamp: stage } = line;
      expect(received).toMatch(/^2023-04-11T00:\d\d:\d\d\.\d{6}Z$/);
      expect(compareText(received, stage)).toBeLessThanOrEqual(0);
    }
  });

  it('names what was asked for as the API does', () => {
    const lines = linesOf(written('audit')).map((line) => JSON.parse(line));
    const uris = (verb: string, resource: string) =>
      new Set(
        lines.flatMap(({ verb: asked, objectRef, requestURI }) =>
          asked === verb && objectRef?.resource === resource ? [requestURI] : [],
        ),
      );
    expect(uris('create', 'services')).toContain('/api/v1/namespaces/default/services');
    expect(uris('get', 'endpointslices')).toContain(
      '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes',
    );
    expect(uris('create', 'namespaces')).toEqual(new Set(['/api/v1/namespaces']));
    expect(uris('get', 'namespaces')).toContain('/api/v1/namespaces/default');
    const probes = lines.filter(({ objectRef }) => objectRef === undefined);
    expect(new Set(probes.map(({ requestURI }) => requestURI))).toContain('/readyz');
    const missing = lines.find(({ responseStatus: { code } }) => code === 404);
    expect(missing.responseStatus).toMatchObject({
      status: 'Failure',
      reason: 'NotFound',
    });
  });
});

it('lists every Event that was stored', () => {
  const list = parse(written('events'));
  const stored = recordsOf(run.table, 'etcd').filter(({ op, key }) => {
    return op === 'put' && key.startsWith('/registry/events/');
  });
  expect(list).toMatchObject({ apiVersion: 'v1', kind: 'List' });
  expect(list.items).toHaveLength(new Set(stored.map(({ key }) => key)).size);
  expect(new Set(list.items.map(({ reason }) => reason))).toEqual(
    new Set(recordsOf(run.table, 'event').map(({ reason }) => reason)),
  );
});

it('lists the objects at the playhead, and the import reads them again', () => {
  const text = written('objects');
  const { items } = parse(text);
  expect(items).toEqual(objectsAt(run.table, run.time).objects);
  expect(text.split('\n').slice(0, 2)).toEqual(['apiVersion: v1', 'items:']);
  const imported = importFiles([{ name: 'objects.yaml', text }], {
    knownFlags: flagKnowledge,
    storedKind,
    refusal: componentFlagRefusal,
    steps: STEP_SCHEMAS,
  });
  if (!imported.ok) throw new Error(JSON.stringify(imported.faults));
  expect(imported.value.scenario.spec.objects).toHaveLength(items.length);
  const compiled = compileScenario(imported.value.scenario);
  expect(compiled.ok).toBe(true);
});

it('imports an object of every kind that is stored, but what has Pods', () => {
  // Those are looked at for a server, and left out with a note where there is none.
  const withPods = ['Pod', 'Deployment', 'DaemonSet', 'StatefulSet', 'ReplicaSet', 'Job'];
  const kinds = API_RESOURCES.filter(({ kind }) => !withPods.includes(kind));
  const objects = kinds.map((of) => ({
    apiVersion: apiVersionOf(of),
    kind: of.kind,
    metadata: { name: 'one', ...(of.namespaced ? { namespace: 'default' } : {}) },
  }));
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  const asked = { knownFlags: flagKnowledge, storedKind };
  const rules = { ...asked, refusal: componentFlagRefusal, steps: STEP_SCHEMAS };
  const imported = importFiles([{ name: 'all.json', text }], rules);
  expect(imported.ok && imported.value.scenario.spec.objects).toEqual(objects);
});

it('writes the scenario so that it reads as the same one', () => {
  const again = readScenario(written('scenario'), { steps: STEP_SCHEMAS });
  expect(again).toEqual({ ok: true, value: run.scenario });
});

it('writes a trace whose SHA-256 is the hash of the trace', () => {
  const text = written('trace');
  expect(createHash('sha256').update(text).digest('hex')).toBe(run.traceHash);
  expect(linesOf(text)).toHaveLength(run.table.length);
});
