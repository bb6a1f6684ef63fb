/** Area `pager`: lists in pages, from a server that answers as the case says. */
import {
  API_RESOURCES,
  errorText,
  type KubeList,
  listPages,
  type RestClient,
  type RestResult,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { stepsOf } from '../queue-stand';
import { Fields, textsOf } from '../read-fields';
import { Rig } from '../rig';
import { statusOfReason } from '../status-reasons';
import { DescribedFact } from '../time-facts';

export const pagerAdapter: AreaAdapter = { area: 'pager', calls: { list } };

interface Asked {
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
}

const FAILED =
  /^(\d+)(?:st|nd|rd|th) page: ([A-Z]\w+)(?:; then a full list \(limit 0\) (works|fails))?$/;
const RULE = new RegExp(
  '^requests with a continue token carry neither resourceVersion nor resourceVersionMatch; ' +
    'every paged request has limit (\\d+)$',
);
const VERSIONS = ['resourceVersion', 'resourceVersionMatch'] as const;
const MOST_ITEMS = 100_000;

function list({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only(
    ...['pageSize', 'serverItems', 'serverRV', 'options', 'serverBehaviour', 'fullListIfExpired'],
  );
  const [step, ...more] = stepsOf(when);
  if (more.length > 0 || step?.only('op').text('op') !== 'list') {
    throw new Unsupported('when: expected list');
  }
  const asked: Asked[] = [];
  const answer = serverOf(inputs);
  // biome-ignore-start lint/correctness/useYield: answers that are there at once.
  const client: Pick<RestClient, 'list'> = {
    list: function* (_of, _namespace, options = {}) {
      asked.push(options);
      return answer(options);
    },
  };
  // biome-ignore-end lint/correctness/useYield: see above.
  const own = inputs.has('options') ? inputs.inside('options') : new Fields({}, 'given.options');
  own.only(...VERSIONS, 'limit');
  // A limit of the caller goes before the size of pages.
  const limit = own.count('limit', 0) || inputs.count('pageSize');
  const options = { ...textsOf(own, ...VERSIONS), limit };
  const listing = { of: API_RESOURCES[0], namespace: '', options };
  const fullListIfExpired = inputs.flag('fullListIfExpired');
  const pages = listPages(client as RestClient, { ...listing, fullListIfExpired });
  const { result, paginated } = new Rig({ switches }).perform(pages);
  return {
    facts: {
      items: result.ok ? result.object.items.length : null,
      listRV: result.ok ? (result.object.metadata.resourceVersion ?? null) : null,
      paginated,
      error: result.ok ? null : errorFact(result),
      rule: new DescribedFact('other requests', (words) => follows(words, asked)),
    },
  };
}

/** Whether the requests are as the sentence of the case says. */
function follows(words: string, asked: readonly Asked[]): boolean {
  const limit = RULE.exec(words)?.[1];
  if (limit === undefined) return false;
  return asked.every((options) => {
    const bare = !options.resourceVersion && !options.resourceVersionMatch;
    const paged = options.limit !== undefined && options.limit > 0;
    return (!options.continue || bare) && (!paged || options.limit === Number(limit));
  });
}

/** Items in pages; the page that the case names has expired. */
function serverOf(inputs: Fields): (options: Asked) => RestResult<KubeList> {
  const count = inputs.count('serverItems', undefined, MOST_ITEMS);
  const resourceVersion = inputs.text('serverRV');
  const behaviour = inputs.has('serverBehaviour') ? inputs.text('serverBehaviour') : '';
  const [, failing, reason = '', fullList] = FAILED.exec(behaviour) ?? [];
  const status = statusOfReason(reason, API_RESOURCES[0], '');
  if (behaviour !== '' && !status) throw new Unsupported(`serverBehaviour: ${behaviour}`);
  let page = 0;
  return ({ limit = 0, continue: token }) => {
    page += 1;
    if (status && (page === Number(failing) || (limit === 0 && fullList === 'fails'))) {
      return { ok: false, status, transport: undefined, seq: 0 };
    }
    const from = Number(token ?? 0);
    const to = limit === 0 ? count : Math.min(count, from + limit);
    const items = Array.from({ length: to - from }, (_, index) => ({
      metadata: { name: `item-${from + index}` },
    }));
    const next = to < count ? { continue: String(to) } : {};
    const object = {
      apiVersion: 'v1',
      kind: 'List',
      metadata: { resourceVersion, ...next },
      items,
    };
    return { ok: true, code: 200, object, seq: 0 };
  };
}

/** An error is named by its reason, or by its text. */
function errorFact(result: RestResult<unknown>): DescribedFact {
  const text = errorText(result);
  const reason = result.ok ? undefined : result.status?.reason;
  return new DescribedFact(text, (words) => words === text || words === reason);
}
