/** Informers whose cache keeps objects in another form. */
import type { KubeObject } from '#kube';
import { type Answer, type Question, Unsupported } from './adapter';
import { isObject, type Json } from './case';
import { SetFact } from './facts';
import { InformerStand } from './informer-stand';
import { stepsOf } from './queue-stand';
import { Fields } from './read-fields';
import { pod } from './reflector-stand';
import { DescribedFact } from './time-facts';

type Transform = (object: KubeObject) => KubeObject;

/** What a clause of a case does to an object. */
const CLAUSES: readonly (readonly [RegExp, (words: readonly string[]) => Transform | undefined])[] =
  [
    [/^upper-cases? the name$/, () => named((name) => name.toUpperCase())],
    [/^lower-cases? the name$/, () => named((name) => name.toLowerCase())],
    [/^sets (\w+) (?:to )?([\w.-]+)$/, ([, field, value]) => put(field, value)],
    [/^clears (\w+)$/, ([, field]) => put(field, undefined)],
  ];

/** Where a field stands that a transformation sets or clears. */
const PLACES: Readonly<Record<string, 'metadata' | 'spec'>> = {
  ...{ hostname: 'spec', subdomain: 'spec', nodeName: 'spec', restartPolicy: 'spec' },
  ...{ resourceVersion: 'metadata', managedFields: 'metadata', labels: 'metadata' },
  ...{ annotations: 'metadata', uid: 'metadata' },
};

const named =
  (change: (name: string) => string): Transform =>
  (object) => ({
    ...object,
    metadata: { ...object.metadata, name: change(object.metadata.name ?? '') },
  });

/** @param value undefined takes it away. */
function put(field: string, value: string | undefined): Transform | undefined {
  if (!Object.hasOwn(PLACES, field)) return undefined;
  const place = PLACES[field];
  return (object) => {
    const { [field]: _, ...others } = { ...(object[place] as object) } as Record<string, unknown>;
    return { ...object, [place]: value === undefined ? others : { ...others, [field]: value } };
  };
}

function clauseOf(words: string): Transform {
  for (const [form, make] of CLAUSES) {
    const found = form.exec(words);
    const transform = found && make(found);
    if (transform) return transform;
  }
  throw new Unsupported(`given.transform: ${words}`);
}

/** All that the words say, one after another. */
function transformOf(words: string): Transform {
  const clauses = words.split(/, (?:and )?| and /).map(clauseOf);
  return (object) => clauses.reduce((made, clause) => clause(made), object);
}

const OP = /^(add|modify|delete) ([\w-]+)(?: (?:to |at |with )?generation (\d+))?$/;

export function transforming(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('objects', 'transform');
  const transform = transformOf(inputs.text('transform'));
  const stand = new InformerStand(question, { transform });
  for (const object of inputs.list('objects', [])) stand.source.add(givenPod(object));
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
      handlerReceives: new SetFact(heard.map(({ metadata }) => metadata.name ?? '')),
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
  if (verb === 'delete') {
    if (!stand.source.delete(name)) throw new Unsupported(`when: there is no ${name}`);
  } else if (generation === undefined) throw new Unsupported('when: expected a generation');
  else if (verb === 'add') stand.source.add(podOf(name, Number(generation)));
  else stand.source.modify(podOf(name, Number(generation)));
}

function givenPod(value: Json): KubeObject {
  if (!isObject(value)) return pod(new Fields({ name: value }, 'given.objects').text('name'));
  const fields = new Fields(value, 'given.objects').only('name', 'generation');
  const generation = fields.value('generation');
  if (generation === null) return podOf(fields.text('name'), undefined);
  const read = typeof generation === 'number' ? fields.count('generation') : generationIn(fields);
  return podOf(fields.text('name'), read);
}

function generationIn(fields: Fields): number {
  const text = fields.text('generation');
  if (!/^\d+$/.test(text)) throw new Unsupported(`generation: ${text}`);
  return Number(text);
}

function podOf(name: string, generation: number | undefined): KubeObject {
  const object = pod(name);
  const spec = { hostname: 'hostname', subdomain: 'subdomain' };
  return { ...object, metadata: { ...object.metadata, generation }, spec };
}
