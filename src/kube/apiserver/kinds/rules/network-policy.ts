/**
 * NetworkPolicies.
 *
 * Upstream    kubernetes v1.27 pkg/apis/networking/validation/validation.go
 *             (ValidateNetworkPolicySpec), pkg/apis/networking/v1/defaults.go
 */
import {
  type FieldError,
  forbidden,
  type GoLiteral,
  goQuote,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { isValidPortName } from '../../../api/validate-text';
import { type Cidr, parseCidr } from '../../options/cidr';
import type { KindRules } from '../../registry/strategies/plain';
import { validateSelector } from './label-selector';
import { all, portNumber } from './networking';
import { type Fields, fieldsOf, itemsOf, withValues } from './pod-defaults';

const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];

/** Upstream: ValidateNetworkPolicyPort. */
function policyPort({ protocol, port, endPort }: Fields, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (protocol !== undefined && !PROTOCOLS.includes(String(protocol))) {
    errors.push(notSupported(`${path}.protocol`, String(protocol), PROTOCOLS));
  }
  const end = endPort === undefined ? undefined : Number(endPort);
  const wrongEnd = (text: string) =>
    end === undefined ? [] : [invalid(`${path}.endPort`, end, text)];
  if (port === undefined) {
    return [...errors, ...wrongEnd('may not be specified when `port` is not specified')];
  }
  if (typeof port !== 'number') {
    errors.push(...wrongEnd('may not be specified when `port` is non-numeric'));
    return [...errors, ...all(port, `${path}.port`, isValidPortName)];
  }
  errors.push(...portNumber(port, `${path}.port`));
  if (end === undefined) return errors;
  if (end < port) errors.push(...wrongEnd('must be greater than or equal to `port`'));
  return [...errors, ...portNumber(end, `${path}.endPort`)];
}

const within = (outer: Cidr, inner: Cidr): boolean => {
  const host = BigInt(outer.bits - outer.ones);
  const same = outer.family === inner.family && inner.base >> host === outer.base >> host;
  return same && inner.ones > outer.ones;
};

/** Upstream: ValidateIPBlock. */
function ipBlock({ cidr, except }: Fields, path: string): FieldError[] {
  if (!cidr) return [required(`${path}.cidr`, '')];
  const range = parseCidr(String(cidr));
  if (!range) return [invalid(`${path}.cidr`, String(cidr), 'not a valid CIDR')];
  const list = Array.isArray(except) ? except : [];
  return list.flatMap((each, index) => {
    const place = `${path}.except[${index}]`;
    const inner = parseCidr(String(each));
    if (!inner) return [invalid(place, String(each), 'not a valid CIDR')];
    const text = 'must be a strict subset of `cidr`';
    return within(range, inner) ? [] : [invalid(place, String(each), text)];
  });
}

/** Upstream: ValidateNetworkPolicyPeer. */
function policyPeer(peer: Fields, path: string): FieldError[] {
  const selectors = ['podSelector', 'namespaceSelector'].filter((name) => peer[name] !== undefined);
  const errors = selectors.flatMap((name) => validateSelector(peer[name], `${path}.${name}`));
  if (peer.ipBlock === undefined) {
    return selectors.length > 0 ? errors : [required(path, 'must specify a peer')];
  }
  errors.push(...ipBlock(fieldsOf(peer.ipBlock), `${path}.ipBlock`));
  const both = 'may not specify both ipBlock and another peer';
  return selectors.length > 0 ? [...errors, forbidden(path, both)] : errors;
}

const TYPES = ['Ingress', 'Egress'];

const goStringTypes = (list: readonly unknown[], type: string): GoLiteral => ({
  go: `[]${type}{${list.map((each) => goQuote(String(each))).join(', ')}}`,
});

function validatePolicy({ spec: given }: KubeObject): FieldError[] {
  const spec = fieldsOf(given);
  const rules = (name: string, peers: string) =>
    itemsOf(spec[name]).flatMap((rule, index) => {
      const path = `spec.${name}[${index}]`;
      return [
        ...itemsOf(rule.ports).flatMap((port, at) => policyPort(port, `${path}.ports[${at}]`)),
        ...itemsOf(rule[peers]).flatMap((peer, at) => policyPeer(peer, `${path}.${peers}[${at}]`)),
      ];
    });
  const errors = [
    ...validateSelector(spec.podSelector, 'spec.podSelector'),
    ...rules('ingress', 'from'),
    ...rules('egress', 'to'),
  ];
  const types = Array.isArray(spec.policyTypes) ? spec.policyTypes : [];
  if (types.length > TYPES.length) {
    const value = goStringTypes(types, 'networking.PolicyType');
    return [
      ...errors,
      invalid('spec.policyTypes', value, 'may not specify more than two policyTypes'),
    ];
  }
  types.forEach((type, index) => {
    if (TYPES.includes(type)) return;
    errors.push(notSupported(`spec.policyTypes[${index}]`, String(type), TYPES));
  });
  return errors;
}

export const networkPolicyRules: KindRules = {
  setDefaults: (object) => {
    const given = fieldsOf(object.spec);
    const ports = (rule: Fields) =>
      rule.ports === undefined
        ? rule
        : { ...rule, ports: itemsOf(rule.ports).map((port) => ({ protocol: 'TCP', ...port })) };
    const filled = Object.entries(given).map(([name, value]) => [
      name,
      (name === 'ingress' || name === 'egress') && value !== undefined
        ? itemsOf(value).map(ports)
        : value,
    ]);
    const types = itemsOf(given.egress).length > 0 ? TYPES : [TYPES[0]];
    const spec = withValues(Object.fromEntries(filled), { policyTypes: types });
    return { ...object, spec };
  },
  validate: validatePolicy,
};
