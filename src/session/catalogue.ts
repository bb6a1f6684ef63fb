/** What exists in the engine, put together for the page. */
import {
  FLAG_DESCRIPTIONS,
  HOOK_DESCRIPTIONS,
  INVARIANTS,
  MACHINES,
  PROFILES,
  resourceTypes,
  STEPS,
  SWITCH_DESCRIPTIONS,
} from '#kube';
import type { Catalogue, ResourceDescription, StepSchema } from '#protocol';
import { BEHAVIOUR_VERSION } from './behaviour-version';

/** The verbs with their payload schemas, for those who read documents. */
export const STEP_SCHEMAS: readonly StepSchema[] = STEPS.map(({ verb, schema, undoable }) => ({
  verb,
  schema,
  undoable,
}));

function resourceDescriptions(): readonly ResourceDescription[] {
  const found = new Map<string, ResourceDescription>();
  for (const profile of PROFILES) {
    for (const type of resourceTypes(profile)) {
      const key = `${type.resource}.${type.version}.${type.group}`;
      const profiles = [...(found.get(key)?.profiles ?? []), profile];
      found.set(key, { ...type, profiles });
    }
  }
  return [...found.values()];
}

export function catalogue(): Catalogue {
  return {
    behaviourVersion: BEHAVIOUR_VERSION,
    profiles: PROFILES,
    machines: MACHINES,
    hooks: HOOK_DESCRIPTIONS,
    steps: STEPS.map(({ verb, title, takes, undoable, lookAt }) => ({
      verb,
      title,
      takes,
      undoable,
      lookAt,
    })),
    invariants: INVARIANTS.map(({ name, states }) => ({ name, states })),
    flags: FLAG_DESCRIPTIONS,
    switches: SWITCH_DESCRIPTIONS,
    resources: resourceDescriptions(),
  };
}
