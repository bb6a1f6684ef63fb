/**
 * `wait`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/wait/wait.go (ToOptions,
 *             conditionFuncFor, processJSONPathInput)
 */
import { parseGoDuration, type SimDuration, seconds } from '#base';
import type { Command, WaitCommand } from './command';
import type { Given } from './given';
import { relaxedPath } from './jsonpath';
import { failing } from './refusal';

/** Source: NewWaitFlags. */
const TIMEOUT: SimDuration = seconds(30);
const JSON_PATH_FORMAT = `jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3`;

export function readWait(given: Given): Command {
  const selection = given.selection({ allowEmptySelector: false, all: given.on('all') });
  return {
    verb: 'wait',
    selection,
    until: readCondition(given.text('for')),
    timeout: given.has('timeout') ? parseGoDuration(given.text('timeout')) : TIMEOUT,
    nameOnly: given.text('output') === 'name',
  };
}

function readCondition(text: string): WaitCommand['until'] {
  if (text.toLowerCase() === 'delete') return { kind: 'delete' };
  const [, head, rest = ''] = /^(condition|jsonpath)=(.*)$/s.exec(text) ?? [];
  if (head === 'condition') {
    const [type, status = 'true'] = parted(rest);
    return { kind: 'condition', type, status };
  }
  if (head === 'jsonpath') return readJsonPath(rest);
  throw failing(`unrecognized condition: ${JSON.stringify(text)}`);
}

function readJsonPath(text: string): WaitCommand['until'] {
  const [path, value] = parted(text);
  if (value === undefined) throw failing(JSON_PATH_FORMAT);
  if (value === '') throw failing('jsonpath wait value cannot be empty');
  const nodes = relaxedPath(path.replace(/^'(.*)'$/, '$1'));
  if (!nodes) throw failing(JSON_PATH_FORMAT);
  return { kind: 'jsonpath', path: nodes, value: value.replace(/^['"]+|['"]+$/g, '').trim() };
}

/** What stands before the first `=` outside of braces, and behind it. */
function parted(text: string): readonly [string, string?] {
  const at = text.indexOf('=', text.lastIndexOf('}') + 1);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
