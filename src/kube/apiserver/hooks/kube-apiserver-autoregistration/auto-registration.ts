/**
 * Registers an APIService for each group version that the inner servers have.
 *
 * Upstream    kubernetes v1.27 cmd/kube-apiserver/app/aggregator.go (createAggregatorServer,
 *             makeAPIServiceAvailableHealthCheck)
 * Runs when   always
 * Blocks      itself nothing; the check autoregister-completion fails until every built-in
 *             APIService was seen available once
 * If it is slow, if it fails   the server is not ready
 * Reads, writes   see auto-register-controller.ts and crd-registration.ts
 * Simplified  nothing
 */
import { compareText } from '#base';
import type { APIService } from '../../registry/strategies/api-service';
import { isAvailable } from '../../registry/strategies/api-service';
import type { ServerContext, ServerPart } from '../../server-context';
import { apiServiceInformerPart } from '../aggregator-informers';
import { apiServicesToRegister } from './api-services-to-register';
import { AutoRegisterController } from './auto-register-controller';
import { CrdRegistration } from './crd-registration';

/** The built-in APIServices of this server, and those that have not been seen available. */
export class AutoRegistration {
  readonly #controller: AutoRegisterController;
  readonly #crds: CrdRegistration;
  readonly #missing: Set<string>;

  constructor(server: ServerContext) {
    const apiServices = apiServicesToRegister(server.options);
    this.#missing = new Set(apiServices.map(({ metadata }) => metadata.name ?? ''));
    this.#controller = new AutoRegisterController(server);
    for (const apiService of apiServices) this.#controller.addToSync(apiService);
    this.#crds = new CrdRegistration(server, this.#controller);
    const seen = (object: APIService) => {
      if (!isAvailable(object) || !this.#missing.delete(object.metadata.name ?? '')) return;
      if (this.#missing.size === 0) server.health.changed();
    };
    const onUpdate = (_old: APIService, object: APIService) => seen(object);
    server.part(apiServiceInformerPart).addEventHandler({ onAdd: seen, onUpdate });
  }

  /** Names in order; empty when all were seen. */
  get missing(): readonly string[] {
    return [...this.#missing].sort(compareText);
  }

  /** Definitions that are there come first, so that nothing of theirs is removed. */
  start(): void {
    this.#crds.start(() => this.#controller.start());
  }
}

export const autoRegistrationPart: ServerPart<AutoRegistration> = {
  name: 'autoregistration',
  make: (server) => new AutoRegistration(server),
};
