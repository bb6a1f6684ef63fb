import { resourceName } from '../../why/call-sentences';
import type { Call } from './select';

/** The prefix of every key of Kubernetes; left out where there is little room. */
const KEY_PREFIX = /^\/registry\//;

/** A call in one line: `GET endpoints default/kubernetes → 200, rv 17`. */
export function callLine({ request, response }: Call, noAnswer: string): string {
  const { verb, group, name, resource } = request;
  const answer = response ? `${response.code} ${response.reason}`.trim() : noAnswer;
  if (group === 'etcdserverpb') {
    return `etcd ${verb} ${name.replace(KEY_PREFIX, '') || resource} → ${answer}`;
  }
  const version = response?.resourceVersion ? `, rv ${response.resourceVersion}` : '';
  return `${verb.toUpperCase()} ${resourceName(request)} → ${answer}${version}`;
}
