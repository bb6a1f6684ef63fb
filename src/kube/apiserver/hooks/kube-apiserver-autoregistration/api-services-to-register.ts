/**
 * The APIServices of what a server serves itself.
 *
 * Upstream    kubernetes v1.27 cmd/kube-apiserver/app/aggregator.go (apiServicesToRegister,
 *             makeAPIService), kube-aggregator pkg/controllers/autoregister (labels)
 */
import { compareText } from '#base';
import { apiGroups, enabledVersions } from '../../../api/api-groups';
import { API_SERVICES, apiVersionOf } from '../../../api/resources';
import type { ApiServerOptions } from '../../options';
import type { APIService, APIServiceSpec } from '../../registry/strategies/api-service';

/** Label of the objects that are kept by themselves, and its two values. */
export const AUTOMANAGED = 'kube-aggregator.kubernetes.io/automanaged';
export const ON_START = 'onstart';
export const ALWAYS = 'true';
/** Priorities of what definitions bring. Source: crdregistration_controller.go. */
const CRD_PRIORITIES = { groupPriorityMinimum: 1_000, versionPriority: 100 };

/** `v1.apps`; `v1.` for the core group. */
export const apiServiceName = (group: string, version: string): string => `${version}.${group}`;

function apiService(spec: Required<Priorities>, managed: string): APIService {
  return {
    apiVersion: apiVersionOf(API_SERVICES),
    kind: API_SERVICES.kind,
    metadata: {
      name: apiServiceName(spec.group, spec.version),
      labels: { [AUTOMANAGED]: managed },
    },
    spec,
  };
}

type Priorities = Pick<
  APIServiceSpec,
  'group' | 'version' | 'groupPriorityMinimum' | 'versionPriority'
>;

/** One for each group version of the inner servers, in the order of their paths. */
export function apiServicesToRegister(
  options: Pick<ApiServerOptions, 'profile' | 'runtimeConfig'>,
): readonly APIService[] {
  return apiGroups(options.profile)
    .filter(({ server }) => server !== 'aggregator')
    .flatMap(({ name: group, priority }) =>
      enabledVersions(options, group).map(({ version, priority: versionPriority }) =>
        apiService({ group, version, groupPriorityMinimum: priority, versionPriority }, ON_START),
      ),
    )
    .sort((a, b) => compareText(pathOf(a), pathOf(b)));
}

/** The core group stands first, as /api stands before /apis. */
const pathOf = ({ spec }: APIService): string =>
  spec?.group ? `/apis/${spec.group}/${spec.version}` : `/api/${spec?.version}`;

/** The one of a group version that a CustomResourceDefinition serves; kept all the time. */
export const apiServiceOfCrd = (group: string, version: string): APIService =>
  apiService({ group, version, ...CRD_PRIORITIES }, ALWAYS);
