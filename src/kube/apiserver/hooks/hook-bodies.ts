/**
 * What hooks do that weighs much. It is handed in from outside, so that the page's worker can load
 * it beside its first script.
 */
import type { HookBodies } from '../server-context';
import { BootstrapRoles } from './rbac-bootstrap-roles/bootstrap-roles';
import { CrdControllers } from './start-apiextensions-controllers/crd-controllers';

export const HOOK_BODIES: HookBodies = {
  bootstrapRoles: (server, done) => new BootstrapRoles(server).start(done),
  crdControllers: (server) => new CrdControllers(server).start(),
};
