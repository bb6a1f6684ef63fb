import {
  type ManifestObject,
  manifestList,
  manifestsSchema,
  manifestTarget,
  unknownKinds,
} from './manifests';
import { z } from './schema-kit';
import { defineStep, type LocalWords } from './step-descriptor';

interface ManifestStepParts {
  readonly verb: 'apply' | 'create' | 'replace';
  readonly title: LocalWords;
  readonly lookAt: LocalWords;
}

/** A verb that sends manifests to an API server as kubectl does. */
export function manifestStep({ verb, title, lookAt }: ManifestStepParts) {
  return defineStep<ManifestObject | ManifestObject[]>({
    verb,
    schema: manifestsSchema.check(z.meta({ description: title.en })),
    undoable: false,
    takes: 'manifest',
    free: true,
    title,
    lookAt,
    refuses: unknownKinds,
    target: manifestTarget,
    act: (world, payload, { server, user }) => {
      world.kubectl({ verb, objects: manifestList(payload), server, user });
      return undefined;
    },
  });
}
