/**
 * All verbs that act on the model, in the order of the contract.
 *
 * Acts as     scenario
 */
import { applyStep } from './apply';
import { clockStep } from './clock';
import { createStep } from './create';
import { delayStep } from './delay';
import { deleteStep } from './delete';
import { dropStep } from './drop';
import { etcdStep } from './etcd';
import { hookStep } from './hook';
import { killStep } from './kill';
import { kubectlStep } from './kubectl';
import { partitionStep } from './partition';
import { patchStep } from './patch';
import { pauseStep } from './pause';
import { putStep } from './put';
import { replaceStep } from './replace';
import { restartStep } from './restart';
import { resumeStep } from './resume';
import { scaleStep } from './scale';
import { startStep } from './start';
import type { StepDescriptor } from './step-descriptor';
import { terminateStep } from './terminate';

export const STEPS: readonly StepDescriptor[] = [
  startStep,
  terminateStep,
  killStep,
  pauseStep,
  resumeStep,
  restartStep,
  partitionStep,
  delayStep,
  clockStep,
  etcdStep,
  hookStep,
  applyStep,
  createStep,
  replaceStep,
  deleteStep,
  patchStep,
  scaleStep,
  kubectlStep,
  putStep,
  dropStep,
];

export type { ManifestObject } from './manifests';
export * from './step-descriptor';
