import { resourceName } from '../../why/call-sentences';
import type { Call } from './select';

/** A call in one line: `GET endpoints default/kubernetes → 200`. */
export function callLine({ request, response }: Call, noAnswer: string): string {
  const what =
    request.resource === 'kv' || request.resource === 'lease'
      ? request.name || request.resource
      : resourceName(request);
  const answer = response ? `${response.code} ${response.reason}`.trim() : noAnswer;
  const version =
    response && response.resourceVersion > 0 ? `, rv ${response.resourceVersion}` : '';
  return `${request.verb.toUpperCase()} ${what} → ${answer}${version}`;
}
