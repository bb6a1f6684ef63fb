/**
 * EndpointSlices of discovery.k8s.io/v1.
 *
 * Upstream    kubernetes v1.27 pkg/registry/discovery/endpointslice/strategy.go,
 *             pkg/apis/discovery/validation/validation.go, pkg/apis/discovery/v1/defaults.go
 */

import { semanticDeepEqual } from '../../../api/equality';
import {
  duplicate,
  type FieldError,
  invalid,
  notSupported,
  required,
  tooMany,
} from '../../../api/field-error';
import { isIPv4, isIPv6, validateNonSpecialIP } from '../../../api/ip-address';
import { withMeta } from '../../../api/meta';
import type { EndpointPort, EndpointSlice, KubeObject } from '../../../api/objects';
import { ENDPOINTSLICES } from '../../../api/resources';
import {
  IMMUTABLE_FIELD,
  validateKubeFinalizers,
  validateObjectMeta,
} from '../../../api/validate-meta';
import {
  isDNS1123Label,
  isDNS1123Subdomain,
  isQualifiedName,
  nameIsDNSSubdomain,
} from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';
import { PORT_PROTOCOLS } from './endpoints';

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'];
/** Source: the variables at the head of validation.go. */
const MAX_ADDRESSES = 100;
const MAX_PORTS = 100;
const MAX_ENDPOINTS = 1_000;

interface Endpoint {
  readonly addresses?: readonly string[];
  readonly hostname?: string;
}

const endpointsOf = (object: KubeObject): readonly Endpoint[] =>
  ((object as EndpointSlice).endpoints ?? []) as readonly Endpoint[];
const portsOf = (object: KubeObject): readonly EndpointPort[] =>
  (object as EndpointSlice).ports ?? [];

/** A port has a name, maybe an empty one, and a protocol. */
function setDefaults(object: KubeObject): KubeObject {
  const ports = portsOf(object);
  const whole = ports.every(({ name, protocol }) => name !== undefined && protocol !== undefined);
  if (whole && object.endpoints && object.ports) return object;
  const filled = ports.map((port) => ({ name: '', protocol: 'TCP', ...port }));
  const { endpoints: _, ports: __, ...rest } = object;
  return { ...rest, endpoints: endpointsOf(object), ports: filled } as KubeObject;
}

/** The generation counts changes of anything but metadata, and of labels. */
function prepareForUpdate(object: KubeObject, old: KubeObject): KubeObject {
  const { metadata, ...content } = object;
  const { metadata: oldMetadata, ...oldContent } = old;
  const same =
    semanticDeepEqual(content, oldContent) &&
    semanticDeepEqual(metadata.labels, oldMetadata.labels);
  return same ? object : withMeta(object, { generation: (oldMetadata.generation ?? 0) + 1 });
}

function validate(object: KubeObject): FieldError[] {
  return [
    ...validateObjectMeta(object.metadata, true, nameIsDNSSubdomain),
    ...validateKubeFinalizers(object.metadata),
    ...validateContent(object),
  ];
}

function validateContent(object: KubeObject): FieldError[] {
  const addressType = (object as EndpointSlice).addressType ?? '';
  const errors: FieldError[] = [];
  if (addressType === '') errors.push(required('addressType', ''));
  else if (!ADDRESS_TYPES.includes(addressType)) {
    errors.push(notSupported('addressType', addressType, ADDRESS_TYPES));
  }
  errors.push(...validateEndpoints(endpointsOf(object), addressType));
  errors.push(...validatePorts(portsOf(object)));
  return errors;
}

function validateEndpoints(endpoints: readonly Endpoint[], addressType: string): FieldError[] {
  if (endpoints.length > MAX_ENDPOINTS) {
    return [tooMany('endpoints', endpoints.length, MAX_ENDPOINTS)];
  }
  const errors: FieldError[] = [];
  endpoints.forEach(({ addresses = [], hostname }, index) => {
    const path = `endpoints[${index}]`;
    if (addresses.length === 0) {
      errors.push(required(`${path}.addresses`, 'must contain at least 1 address'));
    } else if (addresses.length > MAX_ADDRESSES) {
      errors.push(tooMany(`${path}.addresses`, addresses.length, MAX_ADDRESSES));
    }
    addresses.forEach((address, at) => {
      errors.push(...validateAddress(address, addressType, `${path}.addresses[${at}]`));
    });
    if (hostname === undefined) return;
    for (const wrong of isDNS1123Label(hostname)) {
      errors.push(invalid(`${path}.hostname`, hostname, wrong));
    }
  });
  return errors;
}

/** Addresses of an unknown type are not looked at. */
function validateAddress(address: string, addressType: string, path: string): FieldError[] {
  if (addressType === 'FQDN') {
    return isDNS1123Subdomain(address).map((wrong) => invalid(path, address, wrong));
  }
  if (addressType !== 'IPv4' && addressType !== 'IPv6') return [];
  const fits = addressType === 'IPv4' ? isIPv4(address) : isIPv6(address);
  const errors = fits ? [] : [invalid(path, address, `must be a valid ${addressType} address`)];
  return [...errors, ...validateNonSpecialIP(address, path)];
}

function validatePorts(ports: readonly EndpointPort[]): FieldError[] {
  if (ports.length > MAX_PORTS) return [tooMany('ports', ports.length, MAX_PORTS)];
  const errors: FieldError[] = [];
  const names = new Set<string>();
  ports.forEach(({ name = '', protocol, appProtocol }, index) => {
    const path = `ports[${index}]`;
    if (name !== '') {
      for (const wrong of isDNS1123Label(name)) errors.push(invalid(`${path}.name`, name, wrong));
    }
    if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
    names.add(name);
    if (!protocol) errors.push(required(`${path}.protocol`, ''));
    else if (!PORT_PROTOCOLS.includes(protocol)) {
      errors.push(notSupported(`${path}.protocol`, protocol, PORT_PROTOCOLS));
    }
    if (appProtocol === undefined) return;
    for (const wrong of isQualifiedName(appProtocol)) {
      errors.push(invalid(`${path}.appProtocol`, appProtocol, wrong));
    }
  });
  return errors;
}

function validateUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const { addressType } = object as EndpointSlice;
  const errors = validateContent(object);
  if (addressType !== (old as EndpointSlice).addressType) {
    errors.push(invalid('addressType', addressType ?? '', IMMUTABLE_FIELD));
  }
  return errors;
}

export const endpointsliceStrategy: Strategy = {
  ...DEFAULT_STRATEGY,
  of: ENDPOINTSLICES,
  setDefaults,
  prepareForCreate: (object) => withMeta(object, { generation: 1 }),
  prepareForUpdate,
  validate,
  validateUpdate,
};
