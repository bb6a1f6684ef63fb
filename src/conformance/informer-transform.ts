/** Informers whose cache keeps objects in another form. */
import type { KubeObject } from '#kube';
import { type Answer, type Question, Unsupported } from './adapter';
import { isObject, type Json } from './case';
import { InformerStand } from './informer-stand';
import { stepsOf } from './queue-stand';
import { Fields } from './read-fields';
import { pod } from './reflector-stand';
import { DescribedFact } from './time-facts';

type Transform = (object: KubeObject) => KubeObject;

const UPPER_CASE: Transform = (object) => ({
  ...object,
  metadata: { ...object.metadata, name: object.metadata.name?.toUpperCase() },
});
const HOSTED: Transform = (object) => {
  const { resourceVersion: _, ...metadata } = object.metadata;
  const { subdomain: __, ...spec } = (object.spec ?? {}) as { readonly subdomain?: string };
  return {
    ...object,
    metadata,
    spec: { ...spec, hostname: 'new-hostname', nodeName: 'nodename' },
  };
};

const TRANSFORMS: Readonly<Record<string, Transform>> = {
  'upper-case the name': UPPER_CASE,
  'sets hostname new-hostname, clears subdomain, sets nodeName nodename, clears resourceVersion':
    HOSTED,
};
const OP = /^(add|modify|delete) (\w+)(?: (?:to )?generation (\d+))?$/;

export function transforming(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('objects', 'transform');
  const words = inputs.text('transform');
  if (!Object.hasOwn(TRANSFORMS, words)) throw new Unsupported(`given.transform: ${words}`);
  const transform = TRANSFORMS[words];
  const stand = new InformerStand(question, { transform });
  for (const object of inputs.list('objects')) stand.source.add(givenPod(object));
  const events: Json[] = [];
  const heard: KubeObject[] = [];
  const add = (kind: string, object: KubeObject, generation = generationOf(object)) => {
    heard.push(object);
    events.push([kind, object.metadata.name ?? '', generation]);
  };
  stand.informer.addEventHandler({
    onAdd: (object) => add('add', object),
    onUpdate: (old, now) => add('update', now, `${generationOf(old)}->${generationOf(now)}`),
    onDelete: (object) => add('delete', object),
  });
  for (const step of stepsOf(question.when)) {
    take(stand, step.only('op').text('op'));
    stand.settle();
  }
  const stored = stand.informer.list('');
  const same = (object: KubeObject) => sameForm(transform(object), object);
  const all = [...heard, ...stored].every(same);
  return {
    facts: {
      handlerReceives: heard.map(({ metadata }) => metadata.name ?? ''),
      events,
      finalStore: stored.map((object) => `${object.metadata.name}@${generationOf(object)}`),
      allObjects: new DescribedFact(
        all ? 'all transformed' : 'some not transformed',
        (text) => text === 'in transformed form' && all,
      ),
    },
  };
}

const sameForm = (a: KubeObject, b: KubeObject): boolean =>
  JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));

const inOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, inner]) => [key, inOrder(inner)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1))
    : value;

const generationOf = ({ metadata }: KubeObject): string => String(metadata.generation ?? '');

function take(stand: InformerStand, op: string): void {
  if (op === 'run') {
    stand.run();
    return;
  }
  const [, verb, name, generation] = OP.exec(op) ?? [];
  if (verb === undefined) throw new Unsupported(`when: ${op}`);
  if (verb === 'delete') stand.source.delete(name);
  else if (verb === 'add') stand.source.add(podOf(name, Number(generation)));
  else stand.source.modify(podOf(name, Number(generation)));
}

function givenPod(value: Json): KubeObject {
  if (!isObject(value)) return pod(new Fields({ name: value }, 'given.objects').text('name'));
  const fields = new Fields(value, 'given.objects').only('name', 'generation');
  return podOf(fields.text('name'), Number(fields.text('generation')));
}

function podOf(name: string, generation: number): KubeObject {
  const object = pod(name);
  const spec = { hostname: 'hostname', subdomain: 'subdomain' };
  return { ...object, metadata: { ...object.metadata, generation }, spec };
}
