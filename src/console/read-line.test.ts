import { describe, expect, it, test } from 'vitest';
import { readLine, refusalText } from './index';
import { TYPES } from './testing';

const commandOf = (line: string) => {
  const reading = readLine(line, TYPES);
  if (!reading.ok) throw new Error(refusalText(reading.refusal));
  return reading.line.command;
};
const refusalOf = (line: string) => {
  const reading = readLine(line, TYPES);
  return reading.ok ? 'accepted' : refusalText(reading.refusal);
};
/** `namespace type/name type` of what a line selects. */
const selected = (line: string) => {
  const command = commandOf(line);
  if (!('selection' in command)) return command.verb;
  const { namespace, targets, labelSelector, fieldSelector } = command.selection;
  const what =
    targets.kind === 'names'
      ? targets.items.map(({ of, name }) => `${of.resource}/${name}`)
      : targets.types.map(({ resource, group }) => (group ? `${resource}.${group}` : resource));
  return [namespace || '*', ...what, labelSelector, fieldSelector].filter(Boolean).join(' ');
};

describe('what a line selects', () => {
  test.each([
    ['kubectl get services', 'default services'],
    ['get svc', 'default services'],
    ['get Service', 'default services'],
    ['get svc,ns', 'default services namespaces'],
    ['get svc,services', 'default services'],
    ['get svc a b', 'default services/a services/b'],
    ['get svc/a ns/b', 'default services/a namespaces/b'],
    ['get svc,ns a', 'default services/a namespaces/a'],
    ['-n shop get svc', 'shop services'],
    ['get svc -nshop', 'shop services'],
    ['get -n=shop svc', 'shop services'],
    ['get svc --namespace shop -A', '* services'],
    ['get svc -Aw', '* services'],
    ['get svc -l a=b --field-selector metadata.name=x', 'default services a=b metadata.name=x'],
    ['get events', 'default events'],
    ['get events.events.k8s.io', 'default events.events.k8s.io'],
    ['get events.v1.events.k8s.io', 'default events.events.k8s.io'],
    ['get leases.coord', 'default leases.coordination.k8s.io'],
    ['describe ns', 'default namespaces'],
    ['delete svc a', 'default services/a'],
    ['delete svc --all', 'default services'],
    ['label ns --all a=b', 'default namespaces'],
    ['annotate svc/a x=y', 'default services/a'],
    ['patch svc a --type=merge -p {}', 'default services/a'],
    ['get svc -- -a', 'default services/-a'],
  ])('%s', (line, what) => expect(selected(line)).toBe(what));
});

describe('kubectl’s own words', () => {
  const usage = "See 'kubectl get --help' for usage.";
  test.each([
    ['get svc --foo', `error: unknown flag: --foo\n${usage}`],
    ['get svc -x', `error: unknown shorthand flag: 'x' in -x\n${usage}`],
    ['get svc -n', `error: flag needs an argument: 'n' in -n\n${usage}`],
    ['get svc --output', `error: flag needs an argument: --output\n${usage}`],
    [
      'get svc -w=maybe',
      'error: invalid argument "maybe" for "-w, --watch" flag: strconv.ParseBool: parsing ' +
        `"maybe": invalid syntax\n${usage}`,
    ],
    ['get foo', 'error: the server doesn\'t have a resource type "foo"'],
    ['get svc a -l x=y', 'error: name cannot be provided when a selector is specified'],
    ['get svc a -A', 'error: a resource cannot be retrieved by name across all namespaces'],
    ['delete svc', 'error: resource(s) were provided, but no name was specified'],
    ['patch svc -p {}', 'error: resource(s) were provided, but no name was specified'],
    [
      'patch svc a',
      'error: must specify --patch or --patch-file containing the contents of the patch',
    ],
    ['patch svc a -p {} --type=x', 'error: --type must be one of [json merge strategic], not "x"'],
    ['patch svc a -p 7', 'error: unable to parse "7": a patch is JSON here'],
    ['api-resources -o yaml', 'error: --output yaml is not available'],
    ['version x y', 'error: extra arguments: [x y]'],
    ['version -o wide', "error: --output must be 'yaml' or 'json'"],
    [
      'api-versions x',
      'error: unexpected arguments: ["x"]\n' +
        "See 'kubectl api-versions -h' for help and examples",
    ],
    ['delete svc --all -l a=b', "error: setting 'all' parameter but found a non empty selector. "],
    [
      'delete svc a --cascade=no',
      'error: invalid cascade value (no). Must be "background", "foreground", or "orphan"',
    ],
    ['label svc a', 'error: at least one label update is required'],
    ['label svc a b=c d', 'error: all resources must be specified before label changes: d'],
    ['label svc a b=c b-', 'error: can not both modify and remove a label in the same command'],
    ['label svc a b=c=d', 'error: invalid label spec: b=c=d'],
    [
      'create ns',
      'error: exactly one NAME is required, got 0\n' +
        "See 'kubectl create namespace -h' for help and examples",
    ],
    [
      'create foo',
      'Error: must specify one of -f and -k\n\nerror: unknown command "foo"\n' +
        "See 'kubectl create -h' for help and examples",
    ],
    [
      'create secret foo',
      'error: unknown command "foo"\nSee \'kubectl create secret -h\' for help and examples',
    ],
    ['create deploy a', 'error: required flag(s) "image" not set'],
    ['create cronjob a --image=b', 'error: required flag(s) "schedule" not set'],
    ['create job a', 'error: either --image or --from must be specified'],
    ['run a', 'error: required flag(s) "image" not set'],
    [
      'run --image=a',
      "error: NAME is required for run\nSee 'kubectl run -h' for help and examples",
    ],
    [
      'create secret generic a --from-literal=b',
      'error: invalid literal source b, expected key=value',
    ],
    [
      "create cm a '--from-literal=a b=c'",
      'error: "a b" is not a valid key name for a ConfigMap: a valid config key must consist of ' +
        "alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " +
        "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
    ],
    [
      'create secret generic a --from-literal=..b=c',
      'error: "..b" is not valid key name for a Secret must not start with \'..\'',
    ],
    ['create svc clusterip a', 'error: at least one tcp port specifier must be provided'],
    ['gte svc', 'error: unknown command "gte" for "kubectl"\n\nDid you mean this?\n\tget\n'],
    ['apply', 'error: must specify one of -f and -k'],
    [
      'get svc -o yaml --show-labels',
      'error: --show-labels option cannot be used with yaml printer',
    ],
  ])('%s', (line, text) => expect(refusalOf(line)).toBe(text));
});

describe('our own words', () => {
  test.each([
    ['get svc | wc', 'there is no shell: | must stand in quotes'],
    ["get svc 'a", "the quote ' is not closed"],
    ['rollout history deploy a', 'kubectl rollout history: not modelled yet'],
    ['rollout restart', 'error: required resource not specified'],
    ['diff -f -', 'kubectl diff: not modelled yet'],
    [
      'get svc a --subresource=x',
      'error: invalid subresource value: "x". Must be one of [status scale]',
    ],
    [
      'get svc --subresource=status',
      'error: subresource cannot be used when bulk resources are specified',
    ],
    [
      'expose svc',
      'error: resource(s) were provided, but no name was specified\n' +
        "See 'kubectl expose -h' for help and examples",
    ],
    [
      'create role a',
      'kubectl create role: not modelled yet; give the object as a manifest (apply -f -)',
    ],
    ['auth whoami', 'kubectl auth whoami: not modelled yet'],
    ['get svc a --chunk-size=5 --template=x', '--template: not modelled yet'],
    ['get svc -o go-template=x', '-o go-template: not modelled yet'],
    ['apply -f a.yaml', '-f a.yaml: there are no files; a manifest comes by -f -'],
    ['  ', 'expected a kubectl command line'],
  ])('%s', (line, text) => expect(refusalOf(line)).toBe(text));
});

it('makes the objects that kubectl makes', () => {
  expect(
    commandOf('create service nodeport web --tcp=80:8080,443 --node-port=30080'),
  ).toMatchObject({
    object: {
      metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
      spec: {
        type: 'NodePort',
        selector: { app: 'web' },
        ports: [
          { name: '80-8080', port: 80, protocol: 'TCP', targetPort: 8080, nodePort: 30_080 },
          { name: '443', port: 443, protocol: 'TCP', targetPort: 443, nodePort: 30_080 },
        ],
      },
    },
  });
});

it('keeps quoted words whole', () => {
  expect(commandOf(`get svc -o jsonpath='{.items[*].metadata.name} {"\\n"}'`)).toMatchObject({
    output: { kind: 'jsonpath', text: '{.items[*].metadata.name} {"\\n"}' },
  });
});

it('finds the server and what reads a manifest', () => {
  const reading = readLine('delete -f - -s https://kube-apiserver-b:6443 --cascade', TYPES);
  expect(reading).toEqual({
    ok: true,
    line: {
      server: 'kube-apiserver-b',
      command: {
        verb: 'manifest',
        act: 'delete',
        namespace: 'default',
        enforced: false,
        policy: 'Background',
      },
    },
  });
});

test('reads what asks for discovery, access and scale', () => {
  const command = (line: string) => {
    const reading = readLine(line, TYPES);
    return reading.ok ? reading.line.command : reading.refusal;
  };
  expect(command('api-resources -o wide --namespaced=false --verbs=list,get')).toEqual({
    verb: 'api-resources',
    output: 'wide',
    sortBy: '',
    noHeaders: false,
    namespaced: false,
    group: undefined,
    verbs: ['list', 'get'],
    categories: [],
  });
  const version = { verb: 'version', clientOnly: false, output: '' };
  expect(command('version --client')).toEqual({ ...version, clientOnly: true });
  expect(command('version -o json')).toEqual({ ...version, output: 'json' });
  expect(command('auth can-i delete svc/web -n shop -q')).toMatchObject({
    ...{ verb: 'can-i', list: false, action: 'delete', target: 'svc', name: 'web' },
    ...{ of: { resource: 'services' }, namespace: 'shop', quiet: true },
  });
  expect(command('auth can-i get /healthz')).toMatchObject({ of: undefined, target: '/healthz' });
  expect(command('auth can-i --list -n shop')).toMatchObject({ list: true, namespace: 'shop' });
  expect(command('scale svc web --replicas=0 --current-replicas=2')).toMatchObject({
    ...{ verb: 'scale', replicas: 0, currentReplicas: 2, resourceVersion: '' },
  });
});
