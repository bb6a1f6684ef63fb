/**
 * What of a server weighs much: some hooks, and the REST API with its kinds. It is handed in from
 * outside, so that the page's worker can load it beside its first script.
 */

import { serveDiscovery } from '../chain/discovery';
import { RestHandler } from '../registry/rest-handler';
import type { HookBodies } from '../server-context';
import { BootstrapRoles } from './rbac-bootstrap-roles/bootstrap-roles';
import { CrdControllers } from './start-apiextensions-controllers/crd-controllers';

export const HOOK_BODIES: HookBodies = {
  bootstrapRoles: (server, done) => new BootstrapRoles(server).start(done),
  restHandler: (options) => new RestHandler(options),
  serveDiscovery,
  crdControllers: (server) => new CrdControllers(server).start(),
};
