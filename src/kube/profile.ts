/**
 * Behaviour by Kubernetes version. A profile is a minor version and means its last patch release.
 * Code asks a switch by name, never the version; each switch says which version brought it and
 * where that can be read.
 */
import { invariant } from '#base';
import { SWITCHES, type SwitchName } from './profile-switches';

/** The minor versions that can be modelled, oldest first. */
export const PROFILES = [
  '1.25',
  '1.26',
  '1.27',
  '1.28',
  '1.29',
  '1.30',
  '1.31',
  '1.32',
  '1.33',
] as const;
export type Profile = (typeof PROFILES)[number];

export const DEFAULT_PROFILE: Profile = '1.27';

export const isProfile = (text: string): text is Profile =>
  (PROFILES as readonly string[]).includes(text);

/** One difference between versions. */
export interface BehaviourSwitch {
  readonly name: string;
  /** First profile that has it; absent where the oldest modelled one has it. */
  readonly since?: Profile;
  /** Last profile that has it; absent where the newest modelled one has it. */
  readonly until?: Profile;
  /** What is different while it is on. */
  readonly effect: string;
  /** Path and symbol, or pull request, where the difference can be read. */
  readonly source: string;
}

/** Every switch of one profile. */
export type Switches = Readonly<Record<SwitchName, boolean>>;

/** Whether `profile` lies between two profiles, both included; an absent bound is open. */
export function profileWithin(profile: Profile, since?: Profile, until?: Profile): boolean {
  const at = PROFILES.indexOf(profile);
  const first = since === undefined ? 0 : PROFILES.indexOf(since);
  const last = until === undefined ? PROFILES.length - 1 : PROFILES.indexOf(until);
  return at >= first && at <= last;
}

const known = new Map<Profile, Switches>();

/** The switches of a profile as booleans by name; the same object each time. */
export function switchesOf(profile: Profile): Switches {
  let switches = known.get(profile);
  if (!switches) {
    invariant(isProfile(profile), `a profile from 1.25 to 1.33, found ${String(profile)}`);
    switches = Object.fromEntries(
      (SWITCHES as readonly BehaviourSwitch[]).map(({ name, since, until }) => [
        name,
        profileWithin(profile, since, until),
      ]),
    ) as Switches;
    known.set(profile, switches);
  }
  return switches;
}

/**
 * Last patch release of each minor version, which a profile means. Source: kubernetes.io/releases.
 */
const PATCH_RELEASES: Readonly<Record<Profile, number>> = {
  '1.25': 16,
  '1.26': 15,
  '1.27': 16,
  '1.28': 15,
  '1.29': 15,
  '1.30': 14,
  '1.31': 14,
  '1.32': 10,
  '1.33': 6,
};

/** `v1.27.16`. */
export const gitVersion = (profile: Profile): string => `v${profile}.${PATCH_RELEASES[profile]}`;

/**
 * What a program says of its version. Upstream: version.Info.
 * Simplified: nothing of the commit, the build and the compiler.
 */
export function versionInfo(profile: Profile): Readonly<Record<string, string>> {
  const [major, minor] = profile.split('.');
  return { major, minor, gitVersion: gitVersion(profile), platform: 'linux/amd64' };
}

/**
 * What a component calls itself in a request.
 * Simplified: the commit that upstream puts at the end is left out.
 */
export const userAgent = (component: string, profile: Profile): string =>
  `${component}/${gitVersion(profile)} (linux/amd64)`;

export const kubectlUserAgent = (profile: Profile): string => userAgent('kubectl', profile);

/** The table of switches as data, for the fidelity page and the catalogue. */
export const SWITCH_DESCRIPTIONS = (SWITCHES as readonly BehaviourSwitch[]).map(
  ({ name, since, until, source }) => ({
    name,
    since: since ?? PROFILES[0],
    ...(until === undefined ? {} : { until }),
    source,
  }),
);
