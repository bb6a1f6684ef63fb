/** Lists in pages of the cases of area `integration`: through a whole server, by the pager. */
import { type KubeObject, listPages, type RestClient, resourceAt } from '#kube';
import { type Answer, type Question, Unsupported } from './adapter';
import type { Fact } from './facts';
import { IntegrationStand, oneServer } from './integration-stand';
import { Fields, fieldsOfWhen } from './read-fields';

const NAMESPACE = 'default';
const REPLICA_SETS = { group: 'apps', version: 'v1', resource: 'replicasets' };
const ODD = 'odd-index';
/** Most objects of one case. */
const MOST = 1_000;
/** Source: `test-0`, `test-1`, ... of the source's own tests. */
const nameOf = (index: number): string => `test-${index}`;

const PAGED = /^paged list(?:; ([a-z][a-z0-9-]*) is created during page (\d+))?$/;
const AT_VERSION = /^paged list with resourceVersion=(\d+)$/;
const SELECTED = /^list labelSelector ([^ ]+) limit (\d+)$/;

interface Ask {
  readonly labelSelector?: string;
  readonly resourceVersion?: string;
  readonly limit?: number;
  /** What comes in between, and before which page. */
  readonly added?: { readonly name: string; readonly page: number };
}

/** The call of a sentence about a list; undefined where it is none. */
export function listCall(shape: string): ((question: Question) => Answer) | undefined {
  const ask = askOf(shape);
  return ask && ((question) => listed(question, ask));
}

function askOf(shape: string): Ask | undefined {
  const paged = PAGED.exec(shape);
  if (paged) return paged[1] ? { added: { name: paged[1], page: Number(paged[2]) } } : {};
  const version = AT_VERSION.exec(shape);
  if (version) return { resourceVersion: version[1] };
  const selected = SELECTED.exec(shape);
  return selected ? { labelSelector: selected[1], limit: Number(selected[2]) } : undefined;
}

function replicaSet(name: string, labels: Readonly<Record<string, string>>): KubeObject {
  const template = {
    metadata: { labels: { name: 'test' } },
    spec: { containers: [{ name: 'fake-name', image: 'fakeimage' }] },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace: NAMESPACE, labels },
    spec: { replicas: 0, selector: { matchLabels: { name: 'test' } }, template },
  };
}

function givenSets(given: Fields): readonly KubeObject[] {
  const words = given.has('labels') ? given.text('labels') : '';
  if (words !== '' && words !== `${ODD}=true on odd ones`) {
    throw new Unsupported(`given.labels: ${words}`);
  }
  const value = given.value('replicaSets');
  const names = Array.isArray(value)
    ? given.texts('replicaSets')
    : Array.from({ length: given.count('replicaSets', 0, MOST) }, (_, index) => nameOf(index));
  return names.map((name, index) => {
    const odd: Readonly<Record<string, string>> = index % 2 === 1 ? { [ODD]: 'true' } : {};
    return replicaSet(name, words === '' ? {} : odd);
  });
}

function listed(question: Question, ask: Ask): Answer {
  fieldsOfWhen(question.when).only('op');
  const inputs = ['replicaSets', 'labels', 'pageSize', 'watchCache'];
  const given = new Fields(question.given, 'given').only(...inputs);
  const flags = [`--watch-cache=${given.flag('watchCache', true)}`];
  const of = resourceAt(REPLICA_SETS.group, REPLICA_SETS.version, REPLICA_SETS.resource);
  if (!of) throw new Unsupported('ReplicaSets are not stored');
  const stand = new IntegrationStand(question, oneServer(new Fields({}, 'given'), flags));
  if (!stand.waitUntil(() => stand.hasService())) throw new Unsupported('the server is not ready');
  const { cluster } = stand;
  const client = cluster.clientOf('kube-apiserver-0');
  for (const object of givenSets(given)) {
    const made = cluster.perform(client.create(of, object));
    if (!made.ok) throw new Unsupported(`${object.metadata.name}: ${made.status?.message}`);
  }
  let calls = 0;
  let firstVersion: string | undefined;
  const counting: Pick<RestClient, 'list'> = {
    *list(...asked) {
      calls += 1;
      if (calls === ask.added?.page) yield* client.create(of, replicaSet(ask.added.name, {}));
      const page = yield* client.list(...asked);
      if (page.ok) firstVersion ??= page.object.metadata.resourceVersion;
      return page;
    },
  };
  const { labelSelector, resourceVersion, limit = given.count('pageSize', 0) } = ask;
  const options = { labelSelector, resourceVersion, limit };
  const listing = { of, namespace: NAMESPACE, options };
  const { result } = cluster.perform(listPages(counting as RestClient, listing));
  if (!result.ok) return { facts: { error: result.status?.message ?? result.transport ?? '' } };
  const { items, metadata } = result.object;
  const version: Fact =
    metadata.resourceVersion === firstVersion ? 'that of page 1' : metadata.resourceVersion;
  return {
    facts: {
      error: null,
      calls,
      names: items.map(({ metadata: { name = '' } }) => name),
      items: items.length,
      listResourceVersion: version,
      continue: metadata.continue ?? '',
    },
  };
}
