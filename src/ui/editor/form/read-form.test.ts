import { expect, it } from 'vitest';
import { editYaml, examineScenario, readScenario, type YamlEdit } from '#protocol';
import { TEMPLATE } from '../template';
import { addFlag, addServer, addStep, changeVerb, readForm, setField } from './read-form';

const form = (text: string) => readForm(examineScenario(text).value);

/** The text after edits; it must be a scenario that can be read. */
function after(text: string, edits: readonly YamlEdit[]): string {
  const edited = editYaml(text, edits);
  if (!edited.ok) throw new Error(edited.faults[0].reason);
  expect(readScenario(edited.value).ok, edited.value).toBe(true);
  return edited.value;
}

it('the template is a scenario', () => {
  expect(readScenario(TEMPLATE).ok).toBe(true);
});

it('shows what is there and passes over what has another form', () => {
  const shown = readForm({
    spec: {
      seed: 4,
      apiServers: [5, { name: 'a', flags: ['--x=1=2', '--y', { a: 1 }] }, { manifest: 'm' }],
      timeline: [
        { at: '1s', note: { en: 'w', zh: '文' } },
        { at: 2, hook: { process: 'a' } },
      ],
      expect: [{ name: 'holds' }, { invariant: 'i' }, {}],
    },
  });
  expect(shown.text(['spec', 'seed'])).toBe('4');
  expect(shown.text(['spec', 'network', 'latency'])).toBe('');
  expect(shown.servers.map(({ name, manifest, path }) => [name, manifest, path[2]])).toEqual([
    ['a', false, 1],
    ['', true, 2],
  ]);
  expect(shown.servers[0].flags.map(({ name, value }) => [name, value])).toEqual([
    ['x', '1=2'],
    ['y', undefined],
    ['', undefined],
  ]);
  expect(shown.steps.map(({ verb, summary }) => [verb, summary])).toEqual([
    ['note', { en: 'w', zh: '文' }],
    ['hook', { en: '{"process":"a"}', zh: '{"process":"a"}' }],
  ]);
  expect(shown.expectations.map(({ name }) => name)).toEqual(['holds', 'i', '3']);
  expect(readForm(undefined).servers).toEqual([]);
});

it('says what a step says in both languages, and only that', () => {
  const { steps } = readForm({
    spec: {
      timeline: [
        { at: '1s', note: { en: 'It stops', zh: '它停了' } },
        { at: '2s', ask: { question: { en: 'Why?', zh: '为什么？' }, answers: [] } },
        { at: '3s', breakpoint: { when: 'kind = etcd' } },
        { at: '4s', note: { en: 'a'.repeat(91), zh: '长'.repeat(91) } },
      ],
    },
  });
  expect(steps.map(({ summary }) => summary)).toEqual([
    { en: 'It stops', zh: '它停了' },
    { en: 'Why?', zh: '为什么？' },
    { en: 'kind = etcd', zh: 'kind = etcd' },
    { en: `${'a'.repeat(90)}…`, zh: `${'长'.repeat(90)}……` },
  ]);
});

it('a new server has a name and an address of its own, and the range of the others', () => {
  const text = after(TEMPLATE, addServer(form(TEMPLATE)));
  expect(text).toContain(
    '    - name: kube-apiserver-c\n      startAt: 0s\n      flags:\n' +
      '        - --advertise-address=10.0.0.13\n' +
      '        - --service-cluster-ip-range=10.96.0.0/12\n',
  );
  const alone = TEMPLATE.replace(/ {2}apiServers:[\s\S]*(?= {2}timeline)/, '');
  expect(after(alone, addServer(form(alone)))).toContain('- name: kube-apiserver-a');
});

it('a flag comes behind the others with the value that it has anyway', () => {
  const [server] = form(TEMPLATE).servers;
  expect(after(TEMPLATE, addFlag(server, 'secure-port', '6443'))).toContain(
    '10.96.0.0/12\n        - --secure-port=6443\n    - name: kube-apiserver-b',
  );
});

it('a step comes behind those before it, and its act can become another', () => {
  const early = (at: string) => at === '5s';
  const first = after(TEMPLATE, addStep(form(TEMPLATE), '5s', early));
  const text = after(first, addStep(form(first), '9s', early));
  expect(form(text).steps.map(({ at, verb, process }) => [at, verb, process])).toEqual([
    ['5s', 'kill', 'kube-apiserver-a'],
    ['9s', 'kill', 'kube-apiserver-a'],
  ]);
  const [step] = form(text).steps;
  const paused = after(text, changeVerb(form(text), step, 'pause'));
  expect(form(paused).steps[0]).toMatchObject({ verb: 'pause', process: 'kube-apiserver-a' });
  const told = after(text, changeVerb(form(text), step, 'note'));
  expect(form(told).steps[0]).toMatchObject({ verb: 'note', process: undefined });
});

it('an emptied field goes, a new one comes to its place', () => {
  const text = after(TEMPLATE, setField(form(TEMPLATE), ['spec', 'startDelay'], '1s'));
  expect(text).toContain('until: 60s\n  startDelay: 1s\n  apiServers');
  expect(after(text, setField(form(text), ['spec', 'startDelay'], ''))).toBe(TEMPLATE);
  expect(setField(form(TEMPLATE), ['spec', 'seed'], '1', true)).toEqual([]);
  expect(setField(form(TEMPLATE), ['spec', 'seed'], '2', true)).toMatchObject([{ value: 2 }]);
});
