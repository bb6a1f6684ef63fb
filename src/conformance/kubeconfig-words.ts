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
  for (const [list, inner] of Object.entries(LISTS)) checkList(document, list as ListName, inner);
  return { text: JSON.stringify(document) };
}

/** Refuses what nothing here would read. */
function checkList(document: JsonObject, list: ListName, inner: string): void {
  const decoded = decodeConfig(document);
  for (const entry of new Fields(document, 'given').list(list, [])) {
    const fields = new Fields(entry, list).only('name', inner);
    const info = fields.value(inner);
    if (!decoded.ok || !isObject(info)) continue;
    const kept = decoded.value[list].get(fields.text('name')) ?? {};
    const unread = Object.keys(info).find((name) => !Object.hasOwn(kept, name));
    if (unread !== undefined) throw new Unsupported(`${list}.${unread}: no such input`);
  }
}
