/**
 * Found API servers to servers of a scenario: names, addresses, the profile, and flags it knows.
 */

import { valueAt } from '../fault-path';
import { DNS_LABEL } from '../fields';
import { DEFAULT_PROFILE, PROFILES, type ProfileName } from '../scenario-schema';
import { quote } from '../wording';
import type { FoundFlag } from './flags';
import type { ImportNote } from './notes';
import type { FoundServer } from './sources';

export type FlagKnowledge = 'modelled' | 'known' | 'unknown';

export interface FlagRules {
  /** What the profile makes of a flag's name (without dashes). */
  readonly knownFlags: (profile: ProfileName, flag: string) => FlagKnowledge;
  /** Whether the model stores objects of a kind. */
  readonly storedKind: (apiVersion: string, kind: string) => boolean;
  /**
   * Why the component would refuse a flag, `--name=value`; undefined when it takes it. Without this
   * function values are kept unread.
   */
  readonly refusal?: (profile: ProfileName, flag: string) => string | undefined;
}

export interface ImportedServer {
  readonly name: string;
  readonly flags: readonly string[];
  readonly dropped: readonly DroppedFlag[];
}

/** A flag, or another word of the command line, that was left out. */
export interface DroppedFlag {
  readonly flag: string;
  readonly reason: string;
}

/** `--flag=value (why not)`. */
export const droppedLine = ({ flag, reason }: DroppedFlag): string => `${flag} (${reason})`;

/** Names of the API servers of a scenario are told apart by these. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Host number of the address that stands in for the first server's unknown one. */
const FIRST_HOST = 11;

/** Flags with entries that are judged one by one. */
const LIST_FLAGS: readonly string[] = [
  'feature-gates',
  'runtime-config',
  'enable-admission-plugins',
  'disable-admission-plugins',
];
/** Flags whose value is a file or a place that nothing here opens, whatever it is called. */
const PATH_FLAG = /(file|dir|config|path|key|certificate|authority|servers|socket)$/;

/** Flags that many real files still have, and the version of Kubernetes in which they went away. */
export const REMOVED_IN: Readonly<Record<string, string>> = {
  'insecure-port': '1.24',
  'insecure-bind-address': '1.24',
  logtostderr: '1.26',
  alsologtostderr: '1.26',
  'log-dir': '1.26',
  'log-file': '1.26',
  stderrthreshold: '1.26',
};

/** The minor version in an image's tag, or undefined. */
function minorOf(image: string | undefined): number | undefined {
  const tag = /:v?1\.(\d+)(?:[.\-_+]|$)/.exec(image?.replace(/@.*$/, '') ?? '');
  return tag === null ? undefined : Number(tag[1]);
}

/** The profile for all servers: the newest image's minor version, within what is modelled. */
export function profileFor(servers: readonly FoundServer[], notes: ImportNote[]): ProfileName {
  const versions = servers.flatMap(({ image }) => {
    const minor = minorOf(image);
    return minor === undefined ? [] : [{ image, minor }];
  });
  if (versions.length === 0) {
    if (servers.length > 0) {
      const reason = 'no file tells the version of its image';
      notes.push({ about: `profile ${DEFAULT_PROFILE}`, field: 'image', reason, leftOut: false });
    }
    return DEFAULT_PROFILE;
  }
  const newest = versions.reduce((a, b) => (b.minor > a.minor ? b : a));
  const wanted = `1.${newest.minor}`;
  const minors = PROFILES.map((profile) => Number(profile.slice(2)));
  const clamped = Math.min(Math.max(newest.minor, minors[0]), minors[minors.length - 1]);
  const profile = PROFILES[minors.indexOf(clamped)];
  const others = new Set(versions.map(({ minor }) => minor)).size > 1;
  const from = `from the image ${newest.image}${others ? ', the newest of several' : ''}`;
  const nearest = `nearest to ${wanted}, which is not modelled, ${from}`;
  const reason = profile === wanted ? from : nearest;
  notes.push({ about: `profile ${profile}`, field: 'image', reason, leftOut: false });
  return profile;
}

/** A text as a process name: dots and other characters become dashes. */
function asLabel(text: string): string | undefined {
  const label = text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
  return DNS_LABEL.test(label) ? label : undefined;
}

/** The name that a server's own file gives it, if it tells servers apart. */
function ownName(server: FoundServer): string | undefined {
  const name = valueAt(server.pod, ['metadata', 'name']);
  const node = valueAt(server.pod, ['spec', 'nodeName']);
  if (typeof name === 'string' && name !== 'kube-apiserver') return asLabel(name);
  return typeof node === 'string' && node !== '' ? asLabel(`kube-apiserver-${node}`) : undefined;
}

/** A name for each server: its pod's or node's where all have one of their own, else a, b, c. */
function namesFor(servers: readonly FoundServer[], taken: readonly string[]): string[] {
  const own = servers.map(ownName);
  const told = own.filter((name) => name !== undefined && !taken.includes(name));
  if (told.length === servers.length && new Set(told).size === told.length) return told as string[];
  const count = servers.length + taken.length;
  const free = Array.from({ length: count }, (_, index) => LETTERS[index] ?? String(index + 1))
    .map((letter) => `kube-apiserver-${letter}`)
    .filter((name) => !taken.includes(name));
  return free.slice(0, servers.length);
}

/** The value of the last use of a flag. */
function valueOfFlag(flags: readonly FoundFlag[], name: string): string | undefined {
  const last = flags.findLast((flag) => flag.name === name && flag.unresolved === undefined);
  const equals = last?.text.indexOf('=') ?? -1;
  return last === undefined || equals < 0 ? undefined : last.text.slice(equals + 1);
}

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

function unknownReason(profile: ProfileName, name: string): string {
  const removed = REMOVED_IN[name];
  const why =
    removed === undefined ? "removed, a vendor's own, or misspelt" : `removed in ${removed}`;
  return `kube-apiserver ${profile} has no such flag: ${why}`;
}

/** What becomes of one flag. */
function judge(
  flag: FoundFlag,
  profile: ProfileName,
  rules: FlagRules,
): { readonly kept: readonly string[]; readonly dropped: readonly DroppedFlag[] } {
  const leave = (reason: string) => ({ kept: [], dropped: [{ flag: flag.text, reason }] });
  if (rules.knownFlags(profile, flag.name) === 'unknown') {
    return leave(unknownReason(profile, flag.name));
  }
  if (flag.unresolved !== undefined && !PATH_FLAG.test(flag.name)) {
    return leave(`the value of ${flag.unresolved} is known only where it runs`);
  }
  const reason = rules.refusal?.(profile, flag.text);
  if (reason === undefined) return { kept: [flag.text], dropped: [] };
  if (!LIST_FLAGS.includes(flag.name) || !flag.text.includes(',')) return leave(reason);
  return judgeList(flag, (entry) => rules.refusal?.(profile, entry));
}

function importServer(
  server: FoundServer,
  about: { readonly name: string; readonly index: number; readonly profile: ProfileName },
  rules: FlagRules,
  notes: ImportNote[],
): ImportedServer {
  const { name, index, profile } = about;
  const { file, document } = server;
  const place = { file, about: name, ...(document === undefined ? {} : { document }) };
  const tell = (reason: string, field: string) =>
    notes.push({ ...place, field, reason, leftOut: false });
  const flags: string[] = [];
  const dropped: DroppedFlag[] = [];
  const open: FoundFlag[] = [];
  for (const flag of withAddress(server, index, tell)) {
    if (flag.writtenAs !== undefined) {
      tell(`${quote(flag.writtenAs)} is read as ${flag.text}`, `--${flag.name}`);
    }
    const judged = judge(flag, profile, rules);
    flags.push(...judged.kept);
    dropped.push(...judged.dropped);
    if (flag.unresolved !== undefined && judged.kept.length > 0) open.push(flag);
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
  return { name, flags, dropped };
}

/** What telling servers apart needs of those that are there already. */
export type NamedServer = Pick<ImportedServer, 'name' | 'flags'>;

/** Tells of servers that would share one entry in the endpoints. */
function tellSharedAddresses(servers: readonly NamedServer[], notes: ImportNote[]): void {
  const owners = new Map<string, string>();
  for (const { name, flags } of servers) {
    const flag = flags.findLast((text) => text.startsWith('--advertise-address='));
    if (flag === undefined) continue;
    const address = flag.slice('--advertise-address='.length);
    const owner = owners.get(address);
    if (owner === undefined) owners.set(address, name);
    else {
      const both = `${owner} and ${name} both have the address ${address}`;
      const reason = `${both}, so they share one master lease and one entry in the endpoints`;
      notes.push({ field: '--advertise-address', reason, leftOut: false });
    }
  }
}

/** All servers as they are written into a scenario, beside those that it has already. */
export function importServers(
  found: readonly FoundServer[],
  profile: ProfileName,
  rules: FlagRules & { readonly beside?: readonly NamedServer[] },
  notes: ImportNote[],
): readonly ImportedServer[] {
  const { beside = [] } = rules;
  const names = namesFor(
    found,
    beside.map(({ name }) => name),
  );
  const servers = found.map((server, index) =>
    importServer(
      server,
      { name: names[index], index: index + beside.length, profile },
      rules,
      notes,
    ),
  );
  tellSharedAddresses([...beside, ...servers], notes);
  return servers;
}
