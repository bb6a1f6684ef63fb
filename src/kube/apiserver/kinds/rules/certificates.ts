/**
 * CertificateSigningRequests, with their subresources approval and status.
 *
 * Upstream    kubernetes v1.27 pkg/registry/certificates/certificates/strategy.go,
 *             pkg/apis/certificates/validation/validation.go
 * Simplified  neither the request nor the certificate is looked into; of a signer's name only that
 *             it has a domain and a path
 */

import { semanticDeepEqual } from '../../../api/equality';
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { groupsOf } from '../../../api/users';
import { pathSegmentName } from '../../../api/validate-text';
import type { KindRules } from '../../registry/strategies/plain';
import type { UpdateStrategy, WriteContext } from '../../registry/strategy';
import { type Fields, fieldsOf, itemsOf } from './pod-defaults';

/** Source: certificates v1 types, in the order of the set that is printed. */
const USAGES = [
  ...['any', 'cert sign', 'client auth', 'code signing', 'content commitment', 'crl sign'],
  ...['data encipherment', 'decipher only', 'digital signature', 'email protection'],
  ...['encipher only', 'ipsec end system', 'ipsec tunnel', 'ipsec user', 'key agreement'],
  ...['key encipherment', 'microsoft sgc', 'netscape sgc', 'ocsp signing', 's/mime'],
  ...['server auth', 'signing', 'timestamping'],
];
const LEGACY_SIGNER = 'kubernetes.io/legacy-unknown';
const MIN_SECONDS = 600;
const CONDITIONS = 'status.conditions';
const DECISIONS = ['Approved', 'Denied'];
/** Kinds of conditions that are never anything but true. */
const ALWAYS_TRUE = [...DECISIONS, 'Failed'];

const conditionsOf = ({ status }: KubeObject): readonly Fields[] =>
  itemsOf(fieldsOf(status).conditions);
const countOf = (csr: KubeObject, type: string): number =>
  conditionsOf(csr).filter((each) => each.type === type).length;

function validateUsages(usages: unknown): FieldError[] {
  const given = Array.isArray(usages) ? usages.map(String) : [];
  if (given.length === 0) return [required('spec.usages', 'usages must be provided')];
  return given.flatMap((usage, index) => {
    const place = `spec.usages[${index}]`;
    return [
      ...(USAGES.includes(usage) ? [] : [notSupported(place, usage, USAGES)]),
      ...(given.indexOf(usage) < index ? [duplicate(place, usage)] : []),
    ];
  });
}

function validateSigner(name: string): FieldError[] {
  const place = 'spec.signerName';
  if (name === LEGACY_SIGNER) {
    return [invalid(place, name, 'the legacy signerName is not allowed via this API version')];
  }
  if (name === '') return [required(place, '')];
  if (name.split('/').length === 2) return [];
  const form = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
  return [invalid(place, name, form)];
}

function validateConditions(csr: KubeObject): FieldError[] {
  const seen = new Set<string>();
  return conditionsOf(csr).flatMap(({ type, status }, index): FieldError[] => {
    const place = `${CONDITIONS}[${index}]`;
    const kind = String(type ?? '');
    const known = ALWAYS_TRUE.includes(kind) ? ['True'] : ['False', 'True', 'Unknown'];
    const both =
      DECISIONS.includes(kind) && DECISIONS.some((each) => each !== kind && seen.has(each));
    const again = seen.has(kind);
    seen.add(kind);
    const given = String(status ?? '');
    const unknown = given === '' ? required(`${place}.status`, '') : undefined;
    return [
      ...(kind === '' ? [required(`${place}.type`, '')] : []),
      ...(unknown ? [unknown] : []),
      ...(!unknown && !known.includes(given)
        ? [notSupported(`${place}.status`, given, known)]
        : []),
      ...(both
        ? [invalid(`${place}.type`, kind, 'Approved and Denied conditions are mutually exclusive')]
        : []),
      ...(again ? [duplicate(`${place}.type`, kind)] : []),
    ];
  });
}

function validate(csr: KubeObject): FieldError[] {
  const { usages, signerName, expirationSeconds } = fieldsOf(csr.spec);
  const short = typeof expirationSeconds === 'number' && expirationSeconds < MIN_SECONDS;
  const detail = 'may not specify a duration less than 600 seconds (10 minutes)';
  return [
    ...validateUsages(usages),
    ...validateSigner(String(signerName ?? '')),
    ...(short ? [invalid('spec.expirationSeconds', expirationSeconds, detail)] : []),
    ...validateConditions(csr),
  ];
}

/** What a subresource may set of the status. */
interface Settable {
  readonly decisions?: boolean;
  readonly certificate?: boolean;
}

/** Upstream: validateCertificateSigningRequestUpdate. */
const updateRule =
  ({ decisions, certificate }: Settable) =>
  (csr: KubeObject, old: KubeObject): FieldError[] => {
    const errors: FieldError[] = [];
    for (const type of ALWAYS_TRUE) {
      if (countOf(csr, type) < countOf(old, type)) {
        errors.push(forbidden(CONDITIONS, `updates may not remove a condition of type "${type}"`));
      }
    }
    for (const type of decisions ? [] : DECISIONS) {
      if (countOf(csr, type) > countOf(old, type)) {
        errors.push(forbidden(CONDITIONS, `updates may not add a condition of type "${type}"`));
      }
    }
    const [given, before] = [csr, old].map(({ status }) => fieldsOf(status).certificate);
    if (semanticDeepEqual(given, before)) return errors;
    const place = 'status.certificate';
    if (!certificate) errors.push(forbidden(place, 'updates may not set certificate content'));
    else if (before) {
      errors.push(forbidden(place, 'updates may not modify existing certificate content'));
    }
    return errors;
  };

/** Upstream: populateConditionTimestamps. */
function timed(csr: KubeObject, old: KubeObject, now: string): KubeObject {
  const status = fieldsOf(csr.status);
  if (status.conditions === undefined) return csr;
  const conditions = itemsOf(status.conditions).map((condition) => {
    const same = conditionsOf(old).find(
      (each) => each.type === condition.type && each.status === condition.status,
    );
    return {
      ...condition,
      lastUpdateTime: condition.lastUpdateTime ?? now,
      lastTransitionTime: condition.lastTransitionTime ?? same?.lastTransitionTime ?? now,
    };
  });
  return { ...csr, status: { ...status, conditions } };
}

/** Its decisions are those that are there. Upstream: preserveConditionInstances. */
function withDecisionsOf(csr: KubeObject, old: KubeObject): KubeObject {
  const conditions = conditionsOf(csr).map((condition) => {
    if (!DECISIONS.includes(String(condition.type))) return condition;
    return conditionsOf(old).find(({ type }) => type === condition.type) ?? condition;
  });
  const status = fieldsOf(csr.status);
  return status.conditions === undefined ? csr : { ...csr, status: { ...status, conditions } };
}

const nowOf = (context: WriteContext | undefined): string => context?.now() ?? '';

const statusStrategy: UpdateStrategy = {
  prepareForUpdate: (csr, old, context) =>
    timed(withDecisionsOf({ ...csr, spec: old.spec }, old), old, nowOf(context)),
  validateUpdate: (csr, old) => [...validate(csr), ...updateRule({ certificate: true })(csr, old)],
};

const approvalStrategy: UpdateStrategy = {
  prepareForUpdate: (csr, old, context) => {
    const { conditions } = fieldsOf(csr.status);
    const status = { ...fieldsOf(old.status), conditions };
    return timed({ ...csr, spec: old.spec, status }, old, nowOf(context));
  },
  validateUpdate: (csr, old) => [...validate(csr), ...updateRule({ decisions: true })(csr, old)],
};

export const signingRequestRules: KindRules = {
  nameCheck: () => pathSegmentName,
  /** The server says who asks. */
  prepareForCreate: (csr, context) => {
    const { username: _, uid: __, groups: ___, extra: ____, ...spec } = fieldsOf(csr.spec);
    const user = context?.user ?? '';
    const groups = groupsOf(user);
    return { ...csr, spec: { ...spec, ...(user ? { username: user } : {}), groups } };
  },
  prepareForUpdate: (csr, old) => ({ ...csr, spec: old.spec }),
  validate,
  validateUpdate: updateRule({}),
  selectableFields: ({ spec }) => ({ 'spec.signerName': String(fieldsOf(spec).signerName ?? '') }),
  subresources: { status: statusStrategy, approval: approvalStrategy },
};
