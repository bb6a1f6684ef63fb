/**
 * A run in which one object of each kind comes and goes, and one of a kind that is defined in it;
 * for the test that cases call what runs call.
 */
import { API_RESOURCES, apiVersionOf, DEFAULT_PROFILE, type Profile, resourceKnown } from '#kube';
import { compileScenario, Run } from '#session';
import { definitionOf, leastObject } from './least-objects';

const SPACE = 'default';
const NAME = 'one';
/** Kinds whose name says what is in them. */
const NAMES: Readonly<Record<string, string>> = {
  APIService: 'v1.one.com',
  CustomResourceDefinition: 'ones.one.com',
};
const CRD_AT = 40;

function timeline(profile: Profile) {
  const served = API_RESOURCES.filter((of) => resourceKnown(profile, of));
  const objects = served.map((of) => {
    const { group, kind } = of;
    const name = NAMES[kind] ?? NAME;
    return {
      ...leastObject({ group, kind, namespace: SPACE, name }),
      apiVersion: apiVersionOf(of),
      kind,
      metadata: { name, ...(of.namespaced ? { namespace: SPACE } : {}) },
    };
  });
  const foo = {
    apiVersion: 'cr.bar.com/v1',
    kind: 'Foo',
    metadata: { name: NAME, namespace: SPACE },
  };
  const definition = definitionOf('cr.bar.com', 'v1', 'foos');
  return [
    { at: '20s', create: objects },
    { at: '30s', kubectl: 'get --raw /api/v1/namespaces/default' },
    { at: `${CRD_AT}s`, create: definition },
    { at: `${CRD_AT + 10}s`, create: foo },
    { at: `${CRD_AT + 12}s`, replace: { ...foo, color: 'blue' } },
    { at: `${CRD_AT + 15}s`, delete: definition },
  ];
}

const SERVER = 'kube-apiserver-a';
const FLAGS = ['--advertise-address=10.0.0.11', '--runtime-config=api/all=true'];

function runOf(flags: readonly string[], steps: readonly object[]): void {
  const apiServers = [{ name: SERVER, flags: [...FLAGS, ...flags] }];
  const spec = { until: '90s', apiServers, timeline: steps as never[] };
  const document = { apiVersion: 'kube-orrery/v1', kind: 'Scenario', metadata: { name: 'kinds' } };
  const compiled = compileScenario({ ...document, spec } as never);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  new Run(compiled.value).advance();
}

export function runKinds(): void {
  runOf(['--enable-priority-and-fairness=false'], timeline(DEFAULT_PROFILE));
  const ask = { kubectl: 'get --raw /healthz', user: 'someone' };
  runOf(['--authorization-mode=AlwaysDeny'], [{ at: '20s', ...ask }]);
}
