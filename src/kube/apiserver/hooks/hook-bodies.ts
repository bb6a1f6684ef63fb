/**
 * What of a server weighs much: the controllers that hooks start, and the REST API with its kinds.
 * It is handed in from outside, so that the page's worker can load it beside its first script.
 */

import { makeServiceAllocators } from '../allocators/service-allocators';
import { serveDiscovery } from '../chain/discovery';
import { ABSENT_KIND_RULES } from '../kinds/rules/absent';
import { RestHandler } from '../registry/rest-handler';
import { storedCodec } from '../registry/stored-codec';
import { serviceRepairPart } from '../repair/service-repair';
import type { HookBodies } from '../server-context';
import { startAvailability } from './availability';
import { bootstrapControllerPart } from './bootstrap-controller/bootstrap-controller';
import { ensurePriorityClasses } from './bootstrap-system-priority-classes/priority-classes';
import { IdentityLeaseController } from './identity-lease/identity-lease-controller';
import { IdentityLeaseGarbageCollector } from './identity-lease/identity-lease-garbage-collector';
import { autoRegistrationPart } from './kube-apiserver-autoregistration/auto-registration';
import { ConfigController } from './priority-and-fairness-config-consumer/config-controller';
import { BootstrapConfigurationEnsurer } from './priority-and-fairness-config-producer/configuration-ensurer';
import { BootstrapRoles } from './rbac-bootstrap-roles/bootstrap-roles';
import { CrdControllers } from './start-apiextensions-controllers/crd-controllers';
import { ClusterAuthenticationTrustController } from './start-cluster-authentication-info-controller/cluster-authentication-trust-controller';
import { DefaultServiceCIDRController } from './start-kubernetes-service-cidr-controller/default-service-cidr-controller';
import { LegacyTokenTrackingController } from './start-legacy-token-tracking-controller/legacy-token-tracking-controller';
import { SystemNamespacesController } from './start-system-namespaces-controller/system-namespaces';

export const HOOK_BODIES: HookBodies = {
  restHandler: (options) => new RestHandler(options),
  kindRules: ABSENT_KIND_RULES,
  storedCodec,
  serveDiscovery,
  allocators: makeServiceAllocators,
  autoRegistration: (server) => server.part(autoRegistrationPart),
  bootstrapController: (server) => server.part(bootstrapControllerPart),
  serviceRepair: (server) => server.part(serviceRepairPart),
  bootstrapRoles: (server, done) => new BootstrapRoles(server).start(done),
  priorityClasses: ensurePriorityClasses,
  flowControlEnsurer: (server, done) => new BootstrapConfigurationEnsurer(server).start(done),
  serviceCIDR: (server, started) => new DefaultServiceCIDRController(server).start(started),
  identityLeaseCollector: (options) => new IdentityLeaseGarbageCollector(options).start(),
  availability: startAvailability,
  controllers: {
    clusterAuthenticationTrust: (server) =>
      new ClusterAuthenticationTrustController(server).start(),
    customResourceDefinitions: (server) => new CrdControllers(server).start(),
    flowControlConfig: (server) => new ConfigController(server).start(),
    identityLease: (server) => new IdentityLeaseController(server).start(),
    legacyTokenTracking: (server) => new LegacyTokenTrackingController(server).start(),
    systemNamespaces: (server) => new SystemNamespacesController(server).start(),
  },
};
