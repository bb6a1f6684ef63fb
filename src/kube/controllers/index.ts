/** The controllers that work, by their names since 1.28; the others only fill their caches. */
import type { MakeController } from './controller';
import { makeEndpointSliceMirroringController } from './endpointslicemirroring/endpoint-slice-mirroring-controller';
import { makeNamespaceController } from './namespace/namespace-controller';
import { makeServiceAccountsController } from './serviceaccount/service-accounts-controller';

export const CONTROLLERS: Readonly<Record<string, MakeController>> = {
  'endpointslice-mirroring-controller': makeEndpointSliceMirroringController,
  'namespace-controller': makeNamespaceController,
  'serviceaccount-controller': makeServiceAccountsController,
};
