/**
 * IPAddresses, in both versions; stored as v1.
 *
 * Upstream    kubernetes v1.33 pkg/registry/networking/ipaddress/strategy.go,
 *             pkg/apis/networking/validation/validation.go (ValidateIPAddress)
 * Simplified  stored as v1 whatever the version; the texts of 1.33 in every profile
 */
import { semanticDeepEqual } from '../../../api/equality';
import { type FieldError, invalid, required } from '../../../api/field-error';
import { type IPAddress, type ParentReference, parentOf } from '../../../api/networking';
import type { KubeObject } from '../../../api/objects';
import { apiVersionOf, IP_ADDRESSES, type ServiceCIDRVersion } from '../../../api/resources';
import { IMMUTABLE_FIELD, validateCoreMeta } from '../../../api/validate-meta';
import { isDNS1123Subdomain, type NameCheck, pathSegmentName } from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';
import { strictIPFaults } from './strict-address';

const PARENT = 'spec.parentRef';

/** Names are never generated, so a prefix is judged as a name. */
const nameIsAddress: NameCheck = (name) => strictIPFaults(name);

/** As Go prints the pointer to the struct: its fields. */
const goParent = ({ group, resource, namespace, name }: ParentReference) => {
  const texts = {
    Group: group,
    Resource: resource,
    Namespace: namespace,
    Name: name,
  };
  const fields = Object.entries(texts).map(
    ([key, value = '']) => `${key}:${JSON.stringify(value)}`,
  );
  return { go: `networking.ParentReference{${fields.join(', ')}}` };
};

function validateParent(parent: ParentReference | undefined): FieldError[] {
  if (!parent) return [required(PARENT, '')];
  const { group = '', resource = '', namespace = '', name = '' } = parent;
  const segment = (field: string, text: string): FieldError[] =>
    pathSegmentName(text, false).map((wrong) => invalid(`${PARENT}.${field}`, text, wrong));
  const needed = (field: string, text: string): FieldError[] =>
    text === '' ? [required(`${PARENT}.${field}`, '')] : segment(field, text);
  const wrongGroup = group === '' ? [] : isDNS1123Subdomain(group);
  return [
    ...wrongGroup.map((wrong) => invalid(`${PARENT}.group`, group, wrong)),
    ...needed('resource', resource),
    ...needed('name', name),
    ...(namespace === '' ? [] : segment('namespace', namespace)),
  ];
}

const validate = (object: KubeObject): FieldError[] => [
  ...validateCoreMeta(object.metadata, false, nameIsAddress),
  ...validateParent((object as IPAddress).spec?.parentRef),
];

function validateUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const parent = parentOf(object as IPAddress);
  const same = semanticDeepEqual(parent, parentOf(old as IPAddress));
  return [
    ...validate(object),
    ...(same ? [] : [invalid(PARENT, goParent(parent), IMMUTABLE_FIELD)]),
  ];
}

export const ipAddressStrategy = (version: ServiceCIDRVersion): Strategy => {
  const of = IP_ADDRESSES[version];
  return {
    ...DEFAULT_STRATEGY,
    of,
    validate,
    validateUpdate,
    fromStorage: (object) => ({ ...object, apiVersion: apiVersionOf(of) }),
    toStorage: (object) => ({
      ...object,
      apiVersion: apiVersionOf(IP_ADDRESSES.v1),
    }),
  };
};
