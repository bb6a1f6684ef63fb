/**
 * Found processes to processes of a scenario: names, addresses, the profile, and flags it knows.
 */

import { valueAt } from '../fault-path';
import type { StartForm } from '../scenario';
import type { ProfileName } from '../scenario-schema';
import { quote } from '../wording';
import {
  type ConfigRules,
  type Configs,
  type FoundConfig,
  takeConfig,
  tellUnused,
} from './configs';
import { type FoundFlag, valueOfFlag } from './flags';
import { olderStart, ownProfile, type Versions } from './image-version';
import type { ImportNote } from './notes';
import { namesFor, serverBeside } from './process-names';
import { PROGRAMS, type ProgramName, removedIn } from './programs';
import { tellSharedAddresses } from './shared-addresses';
import type { FoundServer } from './sources';

export type FlagKnowledge = 'modelled' | 'known' | 'unknown';

export interface FlagRules extends ConfigRules {
  /** What the profile makes of a flag's name (without dashes). */
  readonly knownFlags: (profile: ProfileName, flag: string, program: ProgramName) => FlagKnowledge;
  /** Whether the model stores objects of a kind. */
  readonly storedKind: (apiVersion: string, kind: string) => boolean;
  /**
   * Why the component would refuse a flag, `--name=value`; undefined when it takes it. Without this
   * function values are kept unread.
   */
  readonly refusal?: (
    profile: ProfileName,
    flag: string,
    program: ProgramName,
  ) => string | undefined;
}

export interface ImportedServer {
  readonly program: ProgramName;
  readonly name: string;
  /** The API server that it asks, where that is not the one at the same place of the list. */
  readonly server?: string;
  readonly flags: readonly string[];
  /** What its configuration file says. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** How it starts, where that is not as its version in the scenario does. */
  readonly start?: StartForm;
  /** Its version, where that is not the scenario's. */
  readonly kubernetes?: ProfileName;
  readonly dropped: readonly DroppedFlag[];
}

/** A flag, or another word of the command line, that was left out. */
export interface DroppedFlag {
  readonly flag: string;
  readonly reason: string;
}

/** `--flag=value (why not)`. */
export const droppedLine = ({ flag, reason }: DroppedFlag): string => `${flag} (${reason})`;

/** Host number of the address that stands in for the first server's unknown one. */
const FIRST_HOST = 11;

/** Flags with entries that are judged one by one. */
const LIST_FLAGS: readonly string[] = [
  'feature-gates',
  'runtime-config',
  'enable-admission-plugins',
  'disable-admission-plugins',
  'controllers',
];
/** Flags whose value is a file or a place that nothing here opens, whatever it is called. */
const PATH_FLAG = /(file|dir|config|path|key|certificate|authority|servers|socket)$/;

/** Flags whose file decides much, and what is told of it. */
const UNREAD: ReadonlyMap<string, string> = new Map([
  ['config', 'is not read, only flags are'],
  ['leader-migration-config', 'is not read, only flags are'],
  ['kubeconfig', 'is not read: it is taken to lead to the API server of its machine'],
]);

const UNUSABLE = /^(0\.0\.0\.0|::|127\..*|::1|)$/;

/** An address that the pod's own record gives, with where it was found. */
function addressOfPod(server: FoundServer): { address: string; from: string } | undefined {
  const annotation = 'kubeadm.kubernetes.io/kube-apiserver.advertise-address.endpoint';
  const endpoint = valueAt(server.pod, ['metadata', 'annotations', annotation]);
  const host = typeof endpoint === 'string' ? /^\[?(.+?)\]?:\d+$/.exec(endpoint)?.[1] : undefined;
  if (host !== undefined) return { address: host, from: 'the annotation of kubeadm' };
  for (const field of ['hostIP', 'podIP']) {
    const address = valueAt(server.pod, ['status', field]);
    if (typeof address === 'string') return { address, from: `status.${field}` };
  }
  return undefined;
}

/** The flags with an address in them; what had to be put in is told. */
function withAddress(
  server: FoundServer,
  index: number,
  tell: (reason: string, field: string) => void,
): FoundFlag[] {
  const flags = [...server.flags];
  const given = valueOfFlag(flags, 'advertise-address');
  const bind = valueOfFlag(flags, 'bind-address') ?? '';
  if (given !== undefined || !UNUSABLE.test(bind)) return flags;
  const open = flags.find((flag) => flag.name === 'advertise-address');
  const why = open === undefined ? 'has no --advertise-address' : `has ${open.text}`;
  const known = addressOfPod(server);
  const range = valueOfFlag(flags, 'service-cluster-ip-range') ?? '';
  const host = FIRST_HOST + index;
  const standIn = /^[0-9a-f]*:/i.test(range) ? `fd00::${host}` : `10.0.0.${host}`;
  const address = known?.address ?? standIn;
  const source = known === undefined ? 'its address is known only where it runs' : known.from;
  const put = known === undefined ? `${address} stands in for it` : `so it gets ${address}`;
  tell(`${why}; ${source}, ${put}`, '--advertise-address');
  const others = flags.filter((flag) => flag !== open);
  return [{ name: 'advertise-address', text: `--advertise-address=${address}` }, ...others];
}

/** The entries of a list flag that the component takes, and the reasons for the others. */
function judgeList(flag: FoundFlag, refusal: (flag: string) => string | undefined) {
  const [name, value = ''] = [`--${flag.name}`, flag.text.slice(flag.name.length + 3)];
  const dropped: DroppedFlag[] = [];
  const kept = value.split(',').filter((entry) => {
    const reason = refusal(`${name}=${entry}`);
    if (reason !== undefined) dropped.push({ flag: `${name}=${entry}`, reason });
    return reason === undefined;
  });
  return { kept: kept.length === 0 ? [] : [`${name}=${kept.join(',')}`], dropped };
}

function unknownReason(profile: ProfileName, name: string, program: ProgramName): string {
  const removed = removedIn(program, name);
  const why =
    removed === undefined ? "removed, a vendor's own, or misspelt" : `removed in ${removed}`;
  return `${program} ${profile} has no such flag: ${why}`;
}

/** A port without TLS, which an address without a scheme means, is one that no profile has. */
const PLAIN_MASTER = /^--master=(?!https:)./;
const PLAIN_REASON =
  'no API server of these versions serves plain HTTP: it asks the one of its machine';

/** What becomes of one flag. */
function judge(
  flag: FoundFlag,
  { profile, program }: Pick<About, 'profile' | 'program'>,
  rules: FlagRules,
): { readonly kept: readonly string[]; readonly dropped: readonly DroppedFlag[] } {
  const leave = (reason: string) => ({ kept: [], dropped: [{ flag: flag.text, reason }] });
  if (rules.knownFlags(profile, flag.name, program) === 'unknown') {
    return leave(unknownReason(profile, flag.name, program));
  }
  if (flag.unresolved !== undefined && !PATH_FLAG.test(flag.name)) {
    return leave(`the value of ${flag.unresolved} is known only where it runs`);
  }
  if (PLAIN_MASTER.test(flag.text)) return leave(PLAIN_REASON);
  const reason = rules.refusal?.(profile, flag.text, program);
  if (reason === undefined) return { kept: [flag.text], dropped: [] };
  if (!LIST_FLAGS.includes(flag.name) || !flag.text.includes(',')) return leave(reason);
  return judgeList(flag, (entry) => rules.refusal?.(profile, entry, program));
}

interface About {
  readonly configs: Configs;
  readonly program: ProgramName;
  readonly name: string;
  readonly index: number;
  readonly profile: ProfileName;
}

function importServer(
  server: FoundServer,
  about: About,
  rules: FlagRules,
  notes: ImportNote[],
): ImportedServer {
  const { name, index, program } = about;
  const { file, document } = server;
  const place = { file, about: name, ...(document === undefined ? {} : { document }) };
  const tell = (reason: string, field: string) =>
    notes.push({ ...place, field, reason, leftOut: false });
  const flags: string[] = [];
  const dropped: DroppedFlag[] = [];
  const open: FoundFlag[] = [];
  const given = program === 'kube-apiserver' ? withAddress(server, index, tell) : server.flags;
  const config = takeConfig(server, about, rules, tell);
  for (const flag of given) {
    if (config && flag.name === 'config') continue;
    if (flag.writtenAs !== undefined) {
      tell(`${quote(flag.writtenAs)} is read as ${flag.text}`, `--${flag.name}`);
    }
    const judged = judge(flag, about, rules);
    flags.push(...judged.kept);
    dropped.push(...judged.dropped);
    if (flag.unresolved !== undefined && judged.kept.length > 0) open.push(flag);
    const unread = UNREAD.get(flag.name);
    if (unread && judged.kept.length > 0)
      tell(`the file of ${flag.text} ${unread}`, `--${flag.name}`);
  }
  dropped.push(
    ...server.strays.map((word) => ({ flag: quote(word), reason: 'belongs to no flag' })),
  );
  for (const each of dropped) {
    const words = `${name}: left out: ${droppedLine(each)}`;
    notes.push({ ...place, field: each.flag, reason: each.reason, words, leftOut: true });
  }
  if (open.length > 0) {
    const variables = [...new Set(open.map(({ unresolved }) => unresolved))].join(', ');
    const names = open.map((flag) => `--${flag.name}`).join(', ');
    tell(`${variables} is kept as written in ${names}: nothing here opens those files`, names);
  }
  return { program, name, flags, dropped, ...(config && { config }) };
}

/** What telling servers apart needs of those that are there already. */
export type NamedServer = Pick<ImportedServer, 'name' | 'flags'>;

/** Processes that a scenario has already, by program. */
export type Beside = Readonly<Partial<Record<ProgramName, readonly NamedServer[]>>>;

/** All processes as they are written into a scenario, beside those that it has already. */
export function importServers(
  found: readonly FoundServer[],
  versions: Versions,
  rules: FlagRules & { readonly beside?: Beside; readonly configs?: readonly FoundConfig[] },
  notes: ImportNote[],
): readonly ImportedServer[] {
  const { beside = {} } = rules;
  const configs: Configs = { found: rules.configs ?? [], used: new Set() };
  const taken = Object.values(beside).flatMap((there) => there.map(({ name }) => name));
  const imported = PROGRAMS.flatMap((program) => {
    const own = found.filter((each) => each.program === program);
    if (own.length === 0) return [];
    const names = namesFor(own, taken);
    taken.push(...names);
    const before = beside[program]?.length ?? 0;
    return own.map((server, index) => {
      const name = names[index];
      const kubernetes = ownProfile(server, name, versions, notes);
      const profile = kubernetes ?? versions.profile;
      const about = { configs, program, name, index: index + before, profile };
      const start = olderStart(server, name, notes);
      const imported = importServer(server, about, rules, notes);
      return { ...imported, ...(kubernetes && { kubernetes }), ...(start && { start }) };
    });
  });
  const servers = imported.filter(({ program }) => program === 'kube-apiserver');
  const all = [...(beside['kube-apiserver'] ?? []), ...servers];
  tellSharedAddresses(all, notes);
  tellUnused(configs, notes);
  return withServers(
    imported,
    all.map(({ name }) => name),
    beside,
  );
}

/** A component asks the API server of its own machine, where the names tell it. */
function withServers(
  imported: readonly ImportedServer[],
  servers: readonly string[],
  beside: Beside,
): readonly ImportedServer[] {
  return PROGRAMS.flatMap((program) => {
    const before = beside[program]?.length ?? 0;
    const own = imported.filter((each) => each.program === program);
    if (program === 'kube-apiserver') return own;
    return own.map((each, index) => {
      const server = serverBeside(each.name, program, servers);
      const byDefault = servers[(before + index) % servers.length];
      return server === undefined || server === byDefault ? each : { ...each, server };
    });
  });
}
