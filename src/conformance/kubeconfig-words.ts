/** Kubeconfig files as cases give them: lists as in a file, parts of them, or a sentence. */
import { decodeConfig } from '#kube';
import { Unsupported } from './adapter';
import { isObject, type Json, type JsonObject } from './case';
import { Fields } from './read-fields';

/** What stands in a file. */
export interface ConfigText {
  readonly text: string;
}

const LISTS = { clusters: 'cluster', users: 'user', contexts: 'context' } as const;
type ListName = keyof typeof LISTS;

/** How a decoder begins to say that a value is of another kind than its field. */
const OTHER_KIND = 'cannot unmarshal';

const TWICE = /^two (clusters|users|contexts) named (\S+)$/;

export function configTextOf(item: Json): ConfigText {
  if (typeof item === 'string') {
    const [, list, name] = TWICE.exec(item) ?? [];
    if (list === undefined) throw new Unsupported(`given: a file with ${item}`);
    return { text: JSON.stringify({ [list]: [{ name }, { name }] }) };
  }
  const fields = new Fields(item, 'given').only(
    ...['currentContext', 'current-context', ...Object.keys(LISTS)],
  );
  const { currentContext, ...rest } = fields.all;
  const document = {
    ...rest,
    ...(currentContext !== undefined && { 'current-context': fields.text('currentContext') }),
  };
  const decoded = decodeConfig(document);
  if (!decoded.ok && decoded.faults[0]?.reason.includes(OTHER_KIND)) {
    throw new Unsupported(`given: a file: ${decoded.faults[0].reason}`);
  }
  for (const [list, inner] of Object.entries(LISTS)) {
    const kept = decoded.ok ? decoded.value[list as ListName] : undefined;
    checkList(document, kept, [list, inner]);
  }
  return { text: JSON.stringify(document) };
}

type Kept = ReadonlyMap<string, object> | undefined;

/** Refuses what nothing here would read. */
function checkList(document: JsonObject, kept: Kept, [list, inner]: readonly string[]): void {
  for (const entry of new Fields(document, 'given').list(list, [])) {
    const fields = new Fields(entry, list).only('name', inner);
    const info = fields.value(inner);
    if (!kept || !isObject(info)) continue;
    const read = kept.get(fields.text('name')) ?? {};
    const unread = Object.keys(info).find((name) => !Object.hasOwn(read, name));
    if (unread !== undefined) throw new Unsupported(`${list}.${unread}: no such input`);
  }
}
