/**
 * Endpoints.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/endpoint/strategy.go,
 *             pkg/apis/core/validation/validation.go (ValidateEndpoints),
 *             pkg/apis/core/v1/defaults.go (SetDefaults_Endpoints)
 */
import { type FieldError, invalid, notSupported, required } from '../../../api/field-error';
import { validateIP, validateNonSpecialIP } from '../../../api/ip-address';
import type {
  EndpointAddress,
  EndpointPort,
  EndpointSubset,
  Endpoints,
  KubeObject,
} from '../../../api/objects';
import { ENDPOINTS } from '../../../api/resources';
import { validateKubeFinalizers, validateObjectMeta } from '../../../api/validate-meta';
import {
  inclusiveRangeError,
  isDNS1123Label,
  nameIsDNSSubdomain,
} from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';

/** In the order in which upstream prints them. Source: supportedPortProtocols. */
export const PORT_PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const PORT_MAX = 65_535;

const subsetsOf = (object: KubeObject): readonly EndpointSubset[] =>
  (object as Endpoints).subsets ?? [];

/** A port without a protocol is a TCP port. */
function setDefaults(object: KubeObject): KubeObject {
  const subsets = subsetsOf(object);
  const missing = subsets.some(({ ports }) => ports?.some(({ protocol }) => !protocol));
  if (!missing) return object;
  const filled = subsets.map((subset) =>
    subset.ports
      ? {
          ...subset,
          ports: subset.ports.map((port) => (port.protocol ? port : { ...port, protocol: 'TCP' })),
        }
      : subset,
  );
  return { ...object, subsets: filled };
}

function validateSubsets(object: KubeObject): FieldError[] {
  const errors: FieldError[] = [];
  subsetsOf(object).forEach((subset, index) => {
    const path = `subsets[${index}]`;
    const ready = subset.addresses ?? [];
    const notReady = subset.notReadyAddresses ?? [];
    if (ready.length === 0 && notReady.length === 0) {
      errors.push(required(path, 'must specify `addresses` or `notReadyAddresses`'));
    }
    ready.forEach((address, at) => {
      errors.push(...validateAddress(address, `${path}.addresses[${at}]`));
    });
    notReady.forEach((address, at) => {
      errors.push(...validateAddress(address, `${path}.notReadyAddresses[${at}]`));
    });
    const ports = subset.ports ?? [];
    ports.forEach((port, at) => {
      errors.push(...validatePort(port, ports.length > 1, `${path}.ports[${at}]`));
    });
  });
  return errors;
}

function validateAddress(address: EndpointAddress, path: string): FieldError[] {
  const errors = validateIP(address.ip ?? '', `${path}.ip`);
  if (address.hostname) {
    for (const wrong of isDNS1123Label(address.hostname)) {
      errors.push(invalid(`${path}.hostname`, address.hostname, wrong));
    }
  }
  if (address.nodeName !== undefined) {
    for (const wrong of nameIsDNSSubdomain(address.nodeName, false)) {
      errors.push(invalid(`${path}.nodeName`, address.nodeName, wrong));
    }
  }
  return errors.length > 0 ? errors : validateNonSpecialIP(address.ip, `${path}.ip`);
}

function validatePort(port: EndpointPort, nameNeeded: boolean, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (port.name) {
    for (const wrong of isDNS1123Label(port.name)) {
      errors.push(invalid(`${path}.name`, port.name, wrong));
    }
  } else if (nameNeeded) errors.push(required(`${path}.name`, ''));
  const number = port.port ?? 0;
  if (!Number.isInteger(number) || number < 1 || number > PORT_MAX) {
    errors.push(invalid(`${path}.port`, number, inclusiveRangeError(1, PORT_MAX)));
  }
  if (!port.protocol) errors.push(required(`${path}.protocol`, ''));
  else if (!PORT_PROTOCOLS.includes(port.protocol)) {
    errors.push(notSupported(`${path}.protocol`, port.protocol, PORT_PROTOCOLS));
  }
  return errors;
}

export const endpointsStrategy: Strategy = {
  ...DEFAULT_STRATEGY,
  of: ENDPOINTS,
  setDefaults,
  validate: (object) => [
    ...validateObjectMeta(object.metadata, true, nameIsDNSSubdomain),
    ...validateKubeFinalizers(object.metadata),
    ...validateSubsets(object),
  ],
  validateUpdate: validateSubsets,
  allowCreateOnUpdate: true,
};
