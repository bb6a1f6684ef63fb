/**
 * `auth can-i` and `scale`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/auth/cani.go (Complete,
 *             Validate), pkg/cmd/scale/scale.go (Validate, RunScale)
 */
import type { CanICommand, Command } from './command';
import type { Given } from './given';
import { failing, misused, refusing } from './refusal';
import { findType } from './types';

const TWO = 'you must specify two arguments: verb resource or verb resource/resourceName.';
const LIST_ALONE =
  "list option can't be specified with neither quiet, all-namespaces nor subresource options";

export function readAuth(given: Given): Command {
  const [verb, ...args] = given.args;
  if (verb === undefined) throw refusing('help', 'auth');
  if (verb !== 'can-i') throw refusing('verb-not-modelled', `auth ${verb}`);
  const namespace = given.on('all-namespaces') ? '' : given.namespace;
  const common = {
    verb: 'can-i',
    namespace,
    subresource: given.text('subresource'),
    quiet: given.on('quiet'),
    noHeaders: given.on('no-headers'),
  } as const;
  if (given.on('list')) {
    if (args.length > 0)
      throw misused('kubectl auth can-i', 'list option must be specified with no arguments');
    if (common.quiet || namespace === '' || common.subresource !== '') throw failing(LIST_ALONE);
    return { ...common, list: true, action: '', of: undefined, target: '', name: '' };
  }
  return { ...common, list: false, ...wishOf(given, args, common.subresource) };
}

type Wish = Pick<CanICommand, 'action' | 'of' | 'target' | 'name'>;

function wishOf(given: Given, args: readonly string[], subresource: string): Wish {
  const [action, word = '', name = '', ...more] = args;
  if (args.length < 2 || more.length > 0) throw misused('kubectl auth can-i', TWO);
  if (word.startsWith('/')) {
    if (subresource !== '') throw failing('--subresource can not be used with NonResourceURL');
    return { action, of: undefined, target: word, name: '' };
  }
  const [target, ofName = name] = word.split('/');
  return { action, of: findType(given.types, target), target, name: ofName };
}

/** Source: scale.go (Validate). */
const REPLICAS =
  'The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0';

export function readScale(given: Given): Command {
  const replicas = given.number('replicas', -1);
  if (replicas < 0) throw failing(REPLICAS);
  const current = given.number('current-replicas', -1);
  if (current < -1) {
    const why = 'The --current-replicas must specify an integer of -1 or greater';
    throw failing(why);
  }
  return {
    verb: 'scale',
    selection: given.selection({ allowEmptySelector: false, all: given.on('all') }),
    replicas,
    currentReplicas: current === -1 ? undefined : current,
    resourceVersion: given.text('resource-version'),
    nameOnly: given.text('output') === 'name',
  };
}
