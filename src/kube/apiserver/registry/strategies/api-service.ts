/**
 * APIServices of apiregistration.k8s.io.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-aggregator/pkg/registry/apiservice
 *             (strategy.go), pkg/apis/apiregistration (validation/validation.go, helpers.go)
 * Simplified  a status is taken as it comes
 */
import { type FieldError, invalid, required } from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { API_SERVICES } from '../../../api/resources';
import { validateObjectMeta } from '../../../api/validate-meta';
import {
  inclusiveRangeError,
  isDNS1035Label,
  isDNS1123Subdomain,
  type NameCheck,
  pathSegmentName,
} from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';
import { statusUpdate, withStatus } from './status-parts';

export interface APIServiceSpec {
  readonly service?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly port?: number;
  } | null;
  readonly group?: string;
  readonly version?: string;
  readonly insecureSkipTLSVerify?: boolean;
  readonly caBundle?: string;
  readonly groupPriorityMinimum?: number;
  readonly versionPriority?: number;
}

export interface APIServiceCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface APIService extends KubeObject {
  readonly spec?: APIServiceSpec;
  readonly status?: { readonly conditions?: readonly APIServiceCondition[] };
}

/** Largest priorities. Source: ValidateAPIService. */
const GROUP_PRIORITY_MAX = 20_000;
const VERSION_PRIORITY_MAX = 1_000;

/** What the server that has the group itself is. Upstream: NewLocalAvailableAPIServiceCondition. */
export const localAvailable = (lastTransitionTime: string): APIServiceCondition => ({
  type: 'Available',
  status: 'True',
  lastTransitionTime,
  reason: 'Local',
  message: 'Local APIServices are always available',
});

export const isAvailable = ({ status }: APIService): boolean =>
  status?.conditions?.some((each) => each.type === 'Available' && each.status === 'True') ?? false;

/** Of the Service, where none is named. Source: SetDefaults_ServiceReference. */
const DEFAULT_PORT = 443;
const PORT_MAX = 65_535;

/** Where the extension server of an APIService is, and what it serves. */
export function remoteOf({ spec = {} }: APIService) {
  const { service, group = '', version = '' } = spec;
  const { namespace = '', name = '', port = DEFAULT_PORT } = service ?? {};
  return { group, version, namespace, name, port };
}

/** Upstream: SetDefaults_ServiceReference. */
function setDefaults(object: KubeObject): KubeObject {
  const { spec } = object as APIService;
  if (!spec?.service || spec.service.port !== undefined) return object;
  return { ...object, spec: { ...spec, service: { ...spec.service, port: DEFAULT_PORT } } };
}

/** One without a Service is answered here, so it is available at once. */
function prepareForCreate(object: KubeObject): KubeObject {
  const { spec } = object as APIService;
  const conditions = [localAvailable(object.metadata.creationTimestamp ?? '')];
  return withStatus(object, spec?.service ? {} : { conditions });
}

function validate(object: KubeObject): FieldError[] {
  const { spec = {} } = object as APIService;
  const { group = '', version = '', groupPriorityMinimum: lowest = 0, versionPriority = 0 } = spec;
  const wanted = `${version}.${group}`;
  const nameCheck: NameCheck = (name, prefix) => {
    const wrong = pathSegmentName(name, prefix);
    if (wrong.length > 0 || name === wanted) return wrong;
    return [`must be \`spec.version+"."+spec.group\`: "${wanted}"`];
  };
  const errors = validateObjectMeta(object.metadata, false, nameCheck);
  if (group === '' && version !== 'v1') {
    const detail = 'only v1 may have an empty group and it better be legacy kube';
    errors.push(required('spec.group', detail));
  }
  const groupWrong = group === '' ? [] : isDNS1123Subdomain(group);
  errors.push(...groupWrong.map((text) => invalid('spec.group', group, text)));
  errors.push(...isDNS1035Label(version).map((text) => invalid('spec.version', version, text)));
  if (lowest <= 0 || lowest > GROUP_PRIORITY_MAX) {
    const detail = `must be positive and less than ${GROUP_PRIORITY_MAX}`;
    errors.push(invalid('spec.groupPriorityMinimum', lowest, detail));
  }
  if (versionPriority <= 0 || versionPriority > VERSION_PRIORITY_MAX) {
    const detail = `must be positive and less than ${VERSION_PRIORITY_MAX}`;
    errors.push(invalid('spec.versionPriority', versionPriority, detail));
  }
  return [...errors, ...validateService(spec)];
}

function validateService({ service, caBundle, insecureSkipTLSVerify }: APIServiceSpec) {
  const errors: FieldError[] = [];
  if (!service) {
    if (caBundle) {
      const size = `${caBundle.length} bytes`;
      errors.push(invalid('spec.caBundle', size, 'local APIServices may not have a caBundle'));
    }
    if (insecureSkipTLSVerify) {
      const detail = 'local APIServices may not have insecureSkipTLSVerify';
      errors.push(invalid('spec.insecureSkipTLSVerify', true, detail));
    }
    return errors;
  }
  if (!service.namespace) errors.push(required('spec.service.namespace', ''));
  if (!service.name) errors.push(required('spec.service.name', ''));
  const { port = DEFAULT_PORT } = service;
  if (port < 1 || port > PORT_MAX) {
    const detail = `port is not valid: ${inclusiveRangeError(1, PORT_MAX)}`;
    errors.push(invalid('spec.service.port', port, detail));
  }
  if (insecureSkipTLSVerify && caBundle) {
    const detail = 'may not be true if caBundle is present';
    errors.push(invalid('spec.insecureSkipTLSVerify', true, detail));
  }
  return errors;
}

export const apiServiceStrategy: Strategy = {
  ...DEFAULT_STRATEGY,
  of: API_SERVICES,
  setDefaults,
  prepareForCreate,
  // There is no generation. Upstream: apiServerStrategy.PrepareForUpdate.
  prepareForUpdate: (object, old) => withStatus(object, old.status),
  validate,
  validateUpdate: validate,
  allowUnconditionalUpdate: false,
  subresources: { status: statusUpdate },
};
