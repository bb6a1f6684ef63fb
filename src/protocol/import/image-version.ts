/** The versions that images of a real cluster tell: of the scenario, and of single processes. */
import { DEFAULT_PROFILE, type StartForm } from '../scenario';
import { PROFILES, type ProfileName } from '../scenario-schema';
import type { ImportNote } from './notes';
import type { FoundServer } from './sources';

/** The minor version in an image's tag, or undefined. */
function minorOf(image: string | undefined): number | undefined {
  const tag = /:v?1\.(\d+)(?:[.\-_+]|$)/.exec(image?.replace(/@.*$/, '') ?? '');
  return tag === null ? undefined : Number(tag[1]);
}

/** The profile nearest to a minor version. */
function profileNear(minor: number): ProfileName {
  const minors = PROFILES.map((profile) => Number(profile.slice(2)));
  const clamped = Math.min(Math.max(minor, minors[0]), minors[minors.length - 1]);
  return PROFILES[minors.indexOf(clamped)];
}

/** Why a profile is that of an image. */
function profileReason(profile: ProfileName, minor: number, from: string): string {
  const wanted = `1.${minor}`;
  return profile === wanted ? from : `nearest to ${wanted}, which is not modelled, ${from}`;
}

/** The profile of the scenario: the newest image's minor version, within what is modelled. */
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
  const profile = profileNear(newest.minor);
  const others = new Set(versions.map(({ minor }) => minor)).size > 1;
  const from = `from the image ${newest.image}${others ? ', the newest of several' : ''}`;
  const reason = profileReason(profile, newest.minor, from);
  notes.push({ about: `profile ${profile}`, field: 'image', reason, leftOut: false });
  return profile;
}

/** The profile of one process, where its image is of another than the scenario's. */
export function ownProfile(
  { image, file }: FoundServer,
  name: string,
  { profile, imagesCount }: Versions,
  notes: ImportNote[],
): ProfileName | undefined {
  const minor = minorOf(image);
  if (minor === undefined || !imagesCount) return undefined;
  const own = profileNear(minor);
  if (own === profile) return undefined;
  const reason = profileReason(own, minor, `from the image ${image}`);
  const about = `profile ${own} of ${name}`;
  notes.push({ file, about, field: 'image', reason, leftOut: false });
  return own;
}

/** The first minor version of which a controller manager starts as all of the profiles do. */
const STARTS_ANEW = 12;

/** How a controller manager of that image starts, where no profile starts so. */
export function olderStart(
  { program, image, file }: FoundServer,
  name: string,
  notes: ImportNote[],
): StartForm | undefined {
  const minor = minorOf(image);
  if (program !== 'kube-controller-manager' || minor === undefined || minor >= STARTS_ANEW) {
    return undefined;
  }
  const reason = 'starts as before 1.12';
  notes.push({ file, about: name, field: 'image', reason, leftOut: false });
  return 'pre-1.12';
}

/** The version of the scenario, and whether images say it. */
export interface Versions {
  readonly profile: ProfileName;
  readonly imagesCount: boolean;
}
