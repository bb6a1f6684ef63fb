/**
 * The rows of access, admission and leases.
 *
 * Upstream    kubernetes v1.27 pkg/printers/internalversion/printers.go
 */
import { at, humanDuration, type Json, listAt, textAt } from '#base';
import type { KubeObject } from '../../api/objects';
import {
  AGE,
  column,
  integer,
  NAME,
  NONE,
  nameOf,
  optional,
  orElse,
  type TableKind,
  UNSET,
  wide,
} from './columns';

const MS = 1_000;

function bindings(of: string): TableKind {
  return {
    columns: [
      NAME,
      column('Role', 'Role that is given'),
      AGE,
      wide('Users', `Users in the ${of}`),
      wide('Groups', `Groups in the ${of}`),
      wide('ServiceAccounts', `ServiceAccounts in the ${of}`),
    ],
    cells: (object, ageOf) => {
      const subjects = listAt(object, 'subjects');
      const named = (kind: string, write: (subject: Json) => string) =>
        subjects
          .filter((subject) => textAt(subject, 'kind') === kind)
          .map(write)
          .join(', ');
      const name = (subject: Json) => textAt(subject, 'name');
      return [
        nameOf(object),
        `${textAt(object, 'roleRef', 'kind')}/${textAt(object, 'roleRef', 'name')}`,
        ageOf(object.metadata.creationTimestamp),
        named('User', name),
        named('Group', name),
        named('ServiceAccount', (subject) => `${textAt(subject, 'namespace')}/${name(subject)}`),
      ];
    },
  };
}

function requestStatus(csr: KubeObject): string {
  const types = listAt(csr, 'status', 'conditions').map((each) => textAt(each, 'type'));
  const decided = types.includes('Approved') ? 'Approved' : 'Pending';
  const words = [types.includes('Denied') ? 'Denied' : decided];
  if (types.includes('Failed')) words.push('Failed');
  if (textAt(csr, 'status', 'certificate') !== '') words.push('Issued');
  return words.join(',');
}

const SIGNING_REQUESTS: TableKind = {
  columns: [
    NAME,
    AGE,
    column('SignerName', 'Who shall sign'),
    column('Requestor', 'Who has asked'),
    column('RequestedDuration', 'How long the certificate shall hold'),
    column('Condition', 'What has been decided'),
  ],
  cells: (object, ageOf) => {
    const seconds = at(object, 'spec', 'expirationSeconds');
    return [
      nameOf(object),
      ageOf(object.metadata.creationTimestamp),
      orElse(textAt(object, 'spec', 'signerName'), NONE),
      textAt(object, 'spec', 'username'),
      seconds === undefined ? NONE : humanDuration(Number(seconds) * MS),
      requestStatus(object),
    ];
  },
};

const TRUST_BUNDLES: TableKind = {
  columns: [NAME, column('SignerName', 'Signer whose anchors these are')],
  cells: (object) => [nameOf(object), orElse(textAt(object, 'spec', 'signerName'), NONE)],
};

const LEASES: TableKind = {
  columns: [NAME, column('Holder', 'Who holds it'), AGE],
  cells: (object, ageOf) => [
    nameOf(object),
    textAt(object, 'spec', 'holderIdentity'),
    ageOf(object.metadata.creationTimestamp),
  ],
};

const LEASE_CANDIDATES: TableKind = {
  columns: [
    NAME,
    column('LeaseName', 'Lease that it is a candidate for'),
    column('BinaryVersion', 'Version of the candidate'),
    column('EmulationVersion', 'Version that the candidate behaves as'),
    AGE,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    textAt(object, 'spec', 'leaseName'),
    textAt(object, 'spec', 'binaryVersion'),
    textAt(object, 'spec', 'emulationVersion'),
    ageOf(object.metadata.creationTimestamp),
  ],
};

const webhooks: TableKind = {
  columns: [
    NAME,
    integer(
      'Webhooks',
      'Webhooks indicates the number of webhooks registered in this configuration',
    ),
    AGE,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    listAt(object, 'webhooks').length,
    ageOf(object.metadata.creationTimestamp),
  ],
};

function policies(name: 'Validations' | 'Mutations'): TableKind {
  return {
    columns: [
      NAME,
      integer(name, `Number of ${name.toLowerCase()} in this configuration`),
      column(
        'ParamKind',
        'ParamKind specifies the kind of resources used to parameterize this policy',
      ),
      AGE,
    ],
    cells: (object, ageOf) => {
      const param = at(object, 'spec', 'paramKind');
      return [
        nameOf(object),
        listAt(object, 'spec', name.toLowerCase()).length,
        param ? `${textAt(param, 'apiVersion')}/${textAt(param, 'kind')}` : UNSET,
        ageOf(object.metadata.creationTimestamp),
      ];
    },
  };
}

const POLICY_BINDINGS: TableKind = {
  columns: [
    NAME,
    column('PolicyName', 'Policy that it puts in force'),
    column('ParamRef', 'Object with the parameters'),
    AGE,
  ],
  cells: (object, ageOf) => {
    const param = at(object, 'spec', 'paramRef');
    const namespace = textAt(param, 'namespace');
    const name = optional(param, '*', 'name');
    return [
      nameOf(object),
      textAt(object, 'spec', 'policyName'),
      param ? (namespace === '' ? name : `${namespace}/${name}`) : UNSET,
      ageOf(object.metadata.creationTimestamp),
    ];
  },
};

const ADMISSION = 'admissionregistration.k8s.io';
const RBAC = 'rbac.authorization.k8s.io';

/** By `resource.group`. */
export const ACCESS_TABLES: Readonly<Record<string, TableKind>> = {
  [`rolebindings.${RBAC}`]: bindings('roleBinding'),
  [`clusterrolebindings.${RBAC}`]: bindings('clusterRoleBinding'),
  'certificatesigningrequests.certificates.k8s.io': SIGNING_REQUESTS,
  'clustertrustbundles.certificates.k8s.io': TRUST_BUNDLES,
  'leases.coordination.k8s.io': LEASES,
  'leasecandidates.coordination.k8s.io': LEASE_CANDIDATES,
  [`validatingwebhookconfigurations.${ADMISSION}`]: webhooks,
  [`mutatingwebhookconfigurations.${ADMISSION}`]: webhooks,
  [`validatingadmissionpolicies.${ADMISSION}`]: policies('Validations'),
  [`mutatingadmissionpolicies.${ADMISSION}`]: policies('Mutations'),
  [`validatingadmissionpolicybindings.${ADMISSION}`]: POLICY_BINDINGS,
  [`mutatingadmissionpolicybindings.${ADMISSION}`]: POLICY_BINDINGS,
};
