import type { EditMapCommand } from './command';
import { readDryRun } from './dry-run';
import { parseAnnotations, parseLabels, resourcesAndPairs } from './edit-map';
import type { Given } from './given';
import { failing } from './refusal';

const NO_OBJECTS =
  'one or more resources must be specified as <resource> <name> or <resource>/<name>';

/** `label` and `annotate`. */
export function readEdit(verb: 'label' | 'annotate', given: Given): EditMapCommand {
  const what = verb === 'label' ? 'label' : 'annotation';
  const [resources, pairs] = resourcesAndPairs(given.args, what);
  const changes = verb === 'label' ? parseLabels(pairs) : parseAnnotations(pairs);
  const all = given.on('all');
  for (const flag of ['selector', 'field-selector']) {
    if (!all || given.text(flag) === '') continue;
    throw failing(`cannot set --all and --${flag} at the same time`);
  }
  if (resources.length === 0) throw failing(NO_OBJECTS);
  if (pairs.length === 0 && !given.on('list')) {
    throw failing(`at least one ${what} update is required`);
  }
  const selection = given.selection({
    args: resources,
    allowEmptySelector: all,
  });
  return {
    verb,
    selection,
    ...changes,
    overwrite: given.on('overwrite'),
    resourceVersion: given.text('resource-version'),
    list: given.on('list'),
    dryRun: readDryRun(given),
  };
}
