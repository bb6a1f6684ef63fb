/** What is found out of a Service after a call, in the words that cases have for it. */
import { type KubeObject, specOf } from '#kube';
import type { Json } from './case';
import { ErrorFact, type Fact, type Facts, Shown, show } from './facts';
import { flagOf, objectIn, type Result, type ServiceStand } from './service-stand';
import { ContainingFact } from './step-outcome';

/** What holds of a Service that was accepted, and of one that was refused. */
export function resultFacts(
  stand: ServiceStand,
  result: Result,
  before?: KubeObject,
): Readonly<Record<string, Fact>> {
  const error = result.ok ? undefined : result.status.message;
  const facts = {
    rejected: !result.ok,
    error: new ErrorFact(error),
    errorContains: new PartsFact(error ?? null),
  };
  return result.ok ? { ...facts, ...serviceFacts(stand, objectIn(result), before) } : facts;
}

function serviceFacts(stand: ServiceStand, object: KubeObject, before?: KubeObject): Facts {
  const spec = specOf(object);
  const { clusterIP = '', clusterIPs = [], ipFamilies, ports = [] } = spec;
  const families = ipFamilies?.length ?? 0;
  const familiesBefore = before ? (specOf(before).ipFamilies?.length ?? 0) : 0;
  const portsBefore = before ? (specOf(before).ports ?? []) : [];
  const named = ports.flatMap(({ nodePort }, index): (readonly [string, Fact])[] => [
    [`ports[${index}].nodePort`, nodePort ?? null],
    // The port that it had, where it has another now.
    [`ports[${index}].nodePort not`, otherThan(nodePort, portsBefore[index]?.nodePort, ports)],
  ]);
  return {
    clusterIP,
    clusterIPs,
    'clusterIPs[0]': new FirstIP(clusterIP, clusterIPs),
    ipFamilies: ipFamilies ?? null,
    ipFamilyPolicy: spec.ipFamilyPolicy ?? null,
    ipFamiliesCount: families,
    stackDowngrade: familiesBefore > families && families > 0,
    headless: clusterIP === 'None',
    internalTrafficPolicy: spec.internalTrafficPolicy ?? null,
    healthCheckNodePort: spec.healthCheckNodePort ?? null,
    clusterIPsAllocated: flagOf(stand.heldIPs(spec)),
    nodePortsAllocated: flagOf(stand.heldPorts(spec)),
    healthCheckNodePortAllocated: flagOf(stand.heldHealthCheck(spec)),
    ...Object.fromEntries(named),
  };
}

/** Of a Service that gave up its node port for the sake of another of its ports. */
function otherThan(
  now: number | undefined,
  was: number | undefined,
  all: readonly { readonly nodePort?: number }[],
): Fact {
  const taken = all.filter(({ nodePort }) => nodePort !== undefined && nodePort === was).length;
  return was !== undefined && now !== was && taken === 1 ? was : `it is ${now}`;
}

class FirstIP extends Shown {
  readonly #singular: string;
  readonly #plural: readonly string[];

  constructor(singular: string, plural: readonly string[]) {
    super();
    this.#singular = singular;
    this.#plural = plural;
  }

  show(want: Json | undefined): Json {
    const [first = null] = this.#plural;
    const words = 'equals clusterIP';
    return want === words && first === this.#singular && first !== '' ? words : first;
  }
}

/** A text in which all the wanted parts are. */
class PartsFact extends Shown {
  readonly #text: string | null;

  constructor(text: string | null) {
    super();
    this.#text = text;
  }

  show(want: Json | undefined): Json {
    if (!Array.isArray(want) || want.length === 0) return this.#text;
    return want.map((part) => show(new ContainingFact(this.#text), part, ''));
  }
}

/** What of a Service is taken: its addresses, its node ports, its port of health checks. */
export function heldBy(stand: ServiceStand, object: KubeObject) {
  const spec = specOf(object);
  return {
    ips: stand.heldIPs(spec),
    ports: stand.heldPorts(spec),
    health: stand.heldHealthCheck(spec),
  };
}

type HeldParts = ReturnType<typeof heldBy>;

/** The parts that a sentence may name. */
const PARTS: readonly (readonly [RegExp, readonly (keyof HeldParts)[]])[] = [
  [/^(?:all|everything)$/, ['ips', 'ports', 'health']],
  [/^(?:every )?(?:cluster ?)?ips?$/, ['ips']],
  [/^(?:every )?node ?ports?$/, ['ports']],
  [/^(?:the )?health ?check ?node ?ports?$/, ['health']],
];
/** `IPs and node ports released`, `every IP and node port of the last object is released`. */
const CLAIM = /^(.+?)(?: of the last object)?(?: (?:is|are))? (allocated|released)$/;

/** Whether a sentence is true of the parts that it names; undefined where it says nothing. */
function claimHolds(held: HeldParts, words: string): boolean | undefined {
  const [, subjects = '', state] = CLAIM.exec(words) ?? [];
  const named = subjects.split(/, (?:and )?| and /).map((subject) => {
    return PARTS.find(([pattern]) => pattern.test(subject.toLowerCase()))?.[1];
  });
  if (named.includes(undefined)) return undefined;
  const parts = named.flatMap((some) => some ?? []);
  if (state === 'allocated') return parts.every((part) => held[part] === 'all');
  // What is given back is given back whole: nothing of the object stays behind.
  return Object.values(held).every((each) => each === 'none');
}

/** Words for what of a Service is taken now. */
export const allocations = (stand: ServiceStand, object: KubeObject): Shown =>
  new ClaimsOfHeld(heldBy(stand, object));

class ClaimsOfHeld extends Shown {
  readonly #held: HeldParts;

  constructor(held: HeldParts) {
    super();
    this.#held = held;
  }

  show(want: Json | undefined): Json {
    if (typeof want === 'string' && claimHolds(this.#held, want)) return want;
    const { ips, ports, health } = this.#held;
    return `addresses: ${ips}, node ports: ${ports}, port of health checks: ${health}`;
  }
}

/** A sentence of which it is known whether it is true. */
export class WordsFact extends Shown {
  readonly #sentences: Readonly<Record<string, boolean>>;

  constructor(sentences: Readonly<Record<string, boolean>>) {
    super();
    this.#sentences = sentences;
  }

  show(want: Json | undefined): Json {
    const sentences = this.#sentences;
    if (typeof want === 'string' && Object.hasOwn(sentences, want) && sentences[want]) return want;
    const held = Object.keys(sentences).filter((sentence) => sentences[sentence]);
    return held.length === 0 ? 'none of what is known' : held.join('; ');
  }
}
