/** The components that are clients of API servers, by the field of a scenario that lists them. */
import type { ComponentKind } from './component/component';
import { controllerManager } from './controller-manager/controller-manager';
import { scheduler } from './scheduler/scheduler';

export interface Components {
  readonly controllerManagers: ComponentKind;
  readonly schedulers: ComponentKind;
}

export const COMPONENTS: Components = {
  controllerManagers: controllerManager,
  schedulers: scheduler,
};
