/**
 * Has an APIService for each group version that a CustomResourceDefinition serves.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/controller/crdregistration
 *             (crdregistration_controller.go)
 * Acts as     crd-autoregister
 * Wakes on    CustomResourceDefinitions
 * Reads       their informer
 * Writes      nothing itself; it tells the controller of APIServices
 * Simplified  nothing
 */

import { crdSpec } from '../../../api/crd-spec';
import type { KubeObject } from '../../../api/objects';
import type { SharedInformer } from '../../../client';
import type { ServerContext } from '../../server-context';
import { crdInformerPart, waitForCaches } from '../aggregator-informers';
import { apiServiceName, apiServiceOfCrd } from './api-services-to-register';
import type { AutoRegisterController } from './auto-register-controller';

/** The group versions of a definition, served or not. */
const versionsOf = (crd: KubeObject): readonly (readonly [group: string, version: string])[] => {
  const { group = '', versions = [] } = crdSpec(crd);
  return versions.map(({ name = '' }) => [group, name]);
};

export class CrdRegistration {
  readonly #server: ServerContext;
  readonly #informer: SharedInformer;
  readonly #registration: AutoRegisterController;
  #started = false;

  constructor(server: ServerContext, registration: AutoRegisterController) {
    this.#server = server;
    this.#registration = registration;
    this.#informer = server.part(crdInformerPart);
    const changed = (crd: KubeObject) => {
      if (this.#started) this.#handle(crd);
    };
    const onUpdate = (old: KubeObject, crd: KubeObject) => {
      changed(old);
      changed(crd);
    };
    this.#informer.addEventHandler({ onAdd: changed, onUpdate, onDelete: changed });
  }

  /** @param initiallySynced every definition that is there was looked at. */
  start(initiallySynced: () => void): void {
    const { process } = this.#server;
    const actor = this.#server.actor('crd-autoregister');
    process.log(actor, 'info', 'Starting crd-autoregister controller');
    waitForCaches(this.#server, actor, [this.#informer], () => {
      this.#started = true;
      for (const crd of this.#informer.list('')) this.#handle(crd);
      initiallySynced();
    });
  }

  /** Upstream: handleVersionUpdate, for each version of the definition. */
  #handle(crd: KubeObject): void {
    for (const [group, version] of versionsOf(crd)) {
      const served = this.#informer.list('').some((each) => {
        const spec = crdSpec(each);
        return (
          spec.group === group &&
          (spec.versions ?? []).some((one) => one.name === version && one.served)
        );
      });
      if (served) this.#registration.addToSync(apiServiceOfCrd(group, version));
      else this.#registration.removeToSync(apiServiceName(group, version));
    }
  }
}
