/** What there is to see of an API server, as plain data for the catalogue. */

import { ALL_HOOKS } from './hooks';
import { API_SERVER_FLAGS } from './options';

/** A flag that changed between versions stands in several rows of the tables, and here once. */
const flagsByName = new Map(API_SERVER_FLAGS.map((flag) => [flag.name, flag] as const));

export const FLAG_DESCRIPTIONS = [...flagsByName.values()].map(
  ({ name, default: byDefault, modelled }) => ({
    component: 'kube-apiserver',
    name,
    default: byDefault,
    modelled,
  }),
);

export const HOOK_DESCRIPTIONS = ALL_HOOKS.map((hook) => {
  const { name, server, type, purpose, blocks, ifSlow, ifFails, simplified } = hook;
  return { name, server, type, purpose, blocks, ifSlow, ifFails, simplified };
});
