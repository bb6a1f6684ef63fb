/**
 * Area `etcd3-list`: lists of objects under keys of the case, straight over storage, as the
 * registry asks for them.
 */
import { encodeContinue, type KubeList } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { ErrorFact, type Facts, Shown } from '../facts';
import { itemsOf, keyOf, type Listed, ListStand, pathOf } from '../list-stand';
import { LIST_INPUTS, ListStory } from '../list-story';
import { Fields } from '../read-fields';

export const etcd3ListAdapter: AreaAdapter = {
  area: 'etcd3-list',
  calls: { GetList: oneList, sequence },
};

function oneList(question: Question): Answer {
  const stand = new ListStand(question);
  const step = new Fields(question.when, 'when').only(...LIST_INPUTS);
  const token = tokenOf(step.text('continue', ''), stand);
  return { facts: listFacts(stand, stand.list(step, token)) };
}

/** `token(startKey=/a/b, prefix=/a/, rv=currentRV)` */
const TOKEN = /^token\(startKey=([^,]+)(?:, prefix=([^,]+))?, rv=(\w+)\)$/;

function tokenOf(words: string, stand: ListStand): string {
  if (words === '') return '';
  // A token that is none.
  if (/^[\w+/=-]+$/.test(words)) return words;
  const [, startKey, prefix = '/', revision] = TOKEN.exec(words) ?? [];
  if (startKey === undefined) throw new Unsupported(`when.continue: ${words}`);
  return encodeContinue(pathOf(startKey), prefix, Number(stand.versionOf(revision)));
}

function listFacts(stand: ListStand, { outcome, decoded, limits }: Listed): Facts {
  if (!outcome.ok) return { error: new AnyError(outcome.status.message ?? '') };
  const { metadata } = outcome.body as KubeList;
  const items = itemsOf(outcome);
  return {
    error: new ErrorFact(undefined),
    keys: items.map(keyOf),
    items: items.map((item) => item.metadata.name ?? null),
    continueTokenReturned: metadata.continue !== undefined,
    continueReturned: metadata.continue !== undefined,
    remainingItemCount: metadata.remainingItemCount ?? null,
    listResourceVersion: new VersionFact(stand, Number(metadata.resourceVersion)),
    listResourceVersionSet: Number(metadata.resourceVersion) > 0,
    objectsDecoded: decoded,
    etcdGets: limits.length,
    pageSizes: doubling(limits),
  };
}

/** Sizes of which each is twice the one before, in short. */
function doubling(sizes: readonly number[]): string {
  const doubles = sizes.every((size, index) => index === 0 || size === 2 * sizes[index - 1]);
  if (!doubles || sizes.length < 5) return sizes.join(',');
  return `${sizes.slice(0, 3).join(',')},...,${sizes[sizes.length - 1]}`;
}

/** A refusal of which the case does not say the words. */
class AnyError extends Shown {
  readonly #message: string;

  constructor(message: string) {
    super();
    this.#message = message;
  }

  show(want: Json | undefined): Json {
    const any = 'any error (the request is rejected)';
    return want === any ? any : this.#message;
  }
}

/** A revision, in the words that the case has for it. */
class VersionFact extends Shown {
  readonly #stand: ListStand;
  readonly #revision: number;

  constructor(stand: ListStand, revision: number) {
    super();
    this.#stand = stand;
    this.#revision = revision;
  }

  show(want: Json | undefined): Json {
    const { revisions } = this.#stand;
    if (typeof want === 'string') {
      const [, bound] = /^not older than (\w+)$/.exec(want) ?? [];
      const least = bound === undefined ? undefined : revisions.get(bound);
      if (least !== undefined && this.#revision >= least) return want;
      if (revisions.get(want) === this.#revision) return want;
    }
    return this.#revision;
  }
}

function sequence(question: Question): Answer {
  const lists = new ListStory(question);
  const steps = new Fields(question.when, 'when').only('sequence').list('sequence');
  steps.forEach((step, index) => {
    lists.step(new Fields(step, `when.sequence[${index}]`));
  });
  return { facts: lists.facts };
}
