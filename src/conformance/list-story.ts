/** Lists of a case one after another, where later ones go on from earlier ones. */
import type { KubeList, Outcome } from '#kube';
import { type Question, Unsupported } from './adapter';
import type { Json } from './case';
import { type Fact, type Facts, Shown } from './facts';
import { itemsOf, keyOf, type Listed, ListStand, UPDATED } from './list-stand';
import { Fields } from './read-fields';

export const LIST_INPUTS = [
  ...['op', 'recursive', 'prefix', 'key', 'resourceVersion', 'resourceVersionMatch'],
  ...['labelSelector', 'fieldSelector', 'limit', 'continue'],
];

const AT = '(?:at )?(?:the returned|that|the) revision';
/** A list that repeats the first one at the version of an earlier one. */
const LATER = new RegExp(`^GetList (Exact|NotOlderThan) ${AT}(?: of step (\\d))?$`);

/** The lists of a case one after another, each with what came of it. */
export class ListStory {
  readonly stand: ListStand;
  readonly #question: Question;
  readonly #steps: (Listed | undefined)[] = [];
  /** Of the first list: what the later ones go on with. */
  #first: Fields | undefined;
  #tokens: (string | undefined)[] = [];

  constructor(question: Question) {
    this.#question = question;
    this.stand = new ListStand(question);
  }

  step(step: Fields): void {
    const op = step.text('op');
    const [, act, key = ''] = /^(update|delete) (\/\S+)$/.exec(op) ?? [];
    if (act === 'update') this.#update(key);
    else if (act === 'delete') this.stand.remove(key);
    else if (op === 'etcd compact at the last revision') this.stand.rig.etcd.compactNow();
    else if (!op.startsWith('GetList')) throw new Unsupported(`op ${op}: no such step`);
    const listed = op.startsWith('GetList') ? this.#list(op, step) : undefined;
    this.#steps.push(listed);
    this.#tokens.push(listed && continueOf(listed.outcome));
  }

  #update(key: string): void {
    this.stand.put(key, this.stand.nameAt(key), { [UPDATED]: 'true' });
    this.stand.revisions.set('update', this.stand.rig.etcd.revision);
  }

  #list(op: string, given: Fields): Listed {
    const first = this.#first ?? given;
    this.#first = first;
    const step = this.#followed(op, given, first);
    const token = this.#tokenOf(given.text('continue', ''));
    let made = 0;
    const creates = typeof this.#question.given.objects === 'string';
    return this.stand.list(step, token, () => {
      made += 1;
      if (creates) this.stand.put(`/made-${this.#steps.length}-${made}`, 'made');
    });
  }

  /** `GetList Exact at the revision of step 3`: the first list again, at another version. */
  #followed(op: string, given: Fields, first: Fields): Fields {
    if (op === 'GetList') {
      const prefix = given.text('prefix', first.text('prefix', '/'));
      return new Fields({ ...given.only(...LIST_INPUTS).all, prefix }, 'step');
    }
    const [, match, step] = LATER.exec(op) ?? [];
    if (match === undefined) throw new Unsupported(`op ${op}: no such step`);
    const of = step === undefined ? 0 : Number(step) - 1;
    const outcome = this.#steps[of]?.outcome;
    if (!outcome?.ok) throw new Unsupported(`op ${op}: there is no such list`);
    const { resourceVersion = '' } = (outcome.body as KubeList).metadata;
    const more = { resourceVersion, resourceVersionMatch: match };
    return new Fields({ ...first.all, ...more }, 'step');
  }

  /** The token that an earlier list gave. */
  #tokenOf(words: string): string {
    if (words === '') return '';
    const [, step] = /^token of step (\d+)$/.exec(words) ?? [];
    const last = ['token from the error Status metadata.continue', 'token of the previous page'];
    if (step === undefined && !last.includes(words)) throw new Unsupported(`continue: ${words}`);
    const token = this.#tokens[step === undefined ? this.#tokens.length - 1 : Number(step) - 1];
    if (token === undefined) throw new Unsupported(`continue: ${words}: there is none`);
    return token;
  }

  get facts(): Facts {
    const of = (value: (listed: Listed) => Fact): Fact =>
      this.#steps.flatMap((listed) => (listed ? [value(listed)] : []));
    return {
      pages: this.#steps.map((listed) => (listed ? pageOf(listed.outcome) : null)),
      continueReturned: of(({ outcome }) => continueOf(outcome) !== undefined),
      objectsDecoded: of(({ decoded }) => decoded),
      etcdGets: of(({ limits }) => limits.length),
      equal: new ClaimFact((claim) => this.#areEqual(claim)),
      listResourceVersion: new ClaimFact((claim) => this.#isVersion(claim)),
    };
  }

  /** `step1 == step2` */
  #areEqual(claim: string): boolean {
    const [, a, b] = /^step(\d+) == step(\d+)$/.exec(claim) ?? [];
    const [one, other] = [this.#body(a), this.#body(b)];
    return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
  }

  /** `step 5: not older than the update; step 6: same as step 5` */
  #isVersion(claims: string): boolean {
    return claims.split('; ').every((claim) => {
      const [, step, other] = VERSION.exec(claim) ?? [];
      const version = this.#body(step)?.metadata.resourceVersion;
      if (version === undefined) return false;
      if (other !== undefined) return version === this.#body(other)?.metadata.resourceVersion;
      return Number(version) >= (this.stand.revisions.get('update') ?? Number.POSITIVE_INFINITY);
    });
  }

  /** The list of a step, by its number from 1. */
  #body(step: string | undefined): KubeList | undefined {
    const outcome = this.#steps[Number(step) - 1]?.outcome;
    return outcome?.ok ? (outcome.body as KubeList) : undefined;
  }
}

const VERSION = /^step (\d+): (?:not older than the update|same as step (\d+))$/;

/** Claims of a case, each shown as it is where it holds. */
class ClaimFact extends Shown {
  readonly #holds: (claim: string) => boolean;

  constructor(holds: (claim: string) => boolean) {
    super();
    this.#holds = holds;
  }

  show(want: Json | undefined): Json {
    if (Array.isArray(want)) return want.map((claim) => this.show(claim));
    return typeof want === 'string' && this.#holds(want) ? want : 'does not hold';
  }
}

function continueOf(outcome: Outcome): string | undefined {
  if (!outcome.ok) return outcome.status.metadata?.continue;
  return (outcome.body as KubeList).metadata.continue;
}

function pageOf(outcome: Outcome): Json {
  if (outcome.ok) return itemsOf(outcome).map(keyOf);
  const { code, reason } = outcome.status;
  const carrying = continueOf(outcome) === undefined ? '' : ' carrying metadata.continue';
  return `error ${code} ${reason}${carrying}`;
}
