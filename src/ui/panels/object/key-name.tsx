import { Fragment } from 'react';

/** Words that names of resources are put together from; where one ends, a name may break. */
const WORDS = [
  ...['admission', 'api', 'audit', 'binding', 'certificate', 'claim', 'class', 'cluster', 'config'],
  ...['controller', 'cron', 'csi', 'custom', 'daemon', 'disruption', 'endpoint', 'flow'],
  ...['horizontal', 'ingress', 'lease', 'level', 'limit', 'master', 'mutating', 'network', 'node'],
  ...['persistent', 'pod', 'policy', 'priority', 'replication', 'replica', 'resource', 'role'],
  ...['runtime', 'scheduling', 'service', 'signing', 'slice', 'stateful', 'storage', 'template'],
  ...['validating', 'version', 'volume', 'webhook'],
];
const JOINTS = new RegExp(`(?<=[/.:])|(?<=${WORDS.join('|')})(?!uration|tion)(?=[a-z]{3})`);

/**
 * The parts between which a key may be broken: behind slashes, dots and colons, and where the words
 * of a resource's name meet.
 */
export const partsOfKey = (name: string): readonly string[] => name.split(JOINTS);

/** Breaks within a part only where that is too long itself. */
export function KeyName({ name }: { readonly name: string }) {
  return partsOfKey(name).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name stay where they are
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
