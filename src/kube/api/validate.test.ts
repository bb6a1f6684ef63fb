import { describe, expect, it } from 'vitest';
import { aggregateText } from './field-error';
import type { ObjectMeta } from './objects';
import {
  validateKubeFinalizers,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from './validate-meta';
import {
  isDNS1035Label,
  isDNS1123Label,
  isDNS1123Subdomain,
  isQualifiedName,
  isValidLabelValue,
  nameIsDNSLabel,
  nameIsDNSSubdomain,
  pathSegmentName,
} from './validate-text';

const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and " +
  "must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex " +
  "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN =
  'a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, ' +
  "'-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex " +
  "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const DNS1035 =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an " +
  "alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', " +
  "regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const QUALIFIED =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
  "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for " +
  "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

describe('checks of text', () => {
  it.each([
    ['label', isDNS1123Label, 'a-1', []],
    ['label, wrong', isDNS1123Label, 'A', [LABEL]],
    ['label, long', isDNS1123Label, 'a'.repeat(64), ['must be no more than 63 characters']],
    ['label, empty', isDNS1123Label, '', [LABEL]],
    ['subdomain', isDNS1123Subdomain, 'a.b-c', []],
    ['subdomain, wrong', isDNS1123Subdomain, 'a..b', [SUBDOMAIN]],
    ['1035', isDNS1035Label, '1a', [DNS1035]],
    ['key', isQualifiedName, 'example.com/My.Name', []],
    [
      'key, no name',
      isQualifiedName,
      'a/',
      ['name part must be non-empty', `name part ${QUALIFIED}`],
    ],
    ['key, no prefix', isQualifiedName, '/a', ['prefix part must be non-empty']],
    [
      'key, two slashes',
      isQualifiedName,
      'a/b/c',
      [
        `a qualified name ${QUALIFIED} with an optional DNS subdomain prefix and '/' ` +
          "(e.g. 'example.com/MyName')",
      ],
    ],
    ['label value, empty', isValidLabelValue, '', []],
  ])('%s', (_name, check, text, wrong) => {
    expect(check(text)).toEqual(wrong);
  });

  it('lets a prefix end in a dash', () => {
    expect(nameIsDNSLabel('abc-', true)).toEqual([]);
    expect(nameIsDNSLabel('abc-', false)).toEqual([LABEL]);
  });

  it('refuses what no path can hold', () => {
    expect(pathSegmentName('..', false)).toEqual(["may not be '..'"]);
    expect(pathSegmentName('a/b%', false)).toEqual(["may not contain '/'", "may not contain '%'"]);
  });
});

describe('validation of metadata', () => {
  const texts = (meta: ObjectMeta, namespaced = true) =>
    aggregateText(validateObjectMeta(meta, namespaced, nameIsDNSSubdomain));

  it.each<[string, ObjectMeta, boolean, string]>([
    [
      'no name',
      { namespace: 'a' },
      true,
      'metadata.name: Required value: name or generateName is required',
    ],
    ['no namespace', { name: 'a' }, true, 'metadata.namespace: Required value'],
    [
      'a namespace where none belongs',
      { name: 'a', namespace: 'b' },
      false,
      'metadata.namespace: Forbidden: not allowed on this type',
    ],
    [
      'a wrong name',
      { name: 'A', namespace: 'b' },
      true,
      `metadata.name: Invalid value: "A": ${SUBDOMAIN}`,
    ],
    [
      'a wrong key of a label',
      { name: 'a', namespace: 'b', labels: { 'x/': '' } },
      true,
      '[metadata.labels: Invalid value: "x/": name part must be non-empty, ' +
        `metadata.labels: Invalid value: "x/": name part ${QUALIFIED}]`,
    ],
    [
      'both finalizers of the garbage collector',
      { name: 'a', namespace: 'b', finalizers: ['orphan', 'foregroundDeletion'] },
      true,
      'metadata.finalizers: Invalid value: []string{"orphan", "foregroundDeletion"}: ' +
        'finalizer orphan and foregroundDeletion cannot be both set',
    ],
    [
      'an owner without a uid',
      {
        name: 'a',
        namespace: 'b',
        ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: '' }],
      },
      true,
      'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
    ],
  ])('%s', (_name, meta, namespaced, text) => {
    expect(texts(meta, namespaced)).toBe(text);
  });

  it('takes what is right', () => {
    const meta = { name: 'a.b', namespace: 'c', labels: { 'x.y/z': 'V' }, finalizers: ['q.w/e'] };
    expect(validateObjectMeta(meta, true, nameIsDNSSubdomain)).toEqual([]);
  });

  it('knows the finalizers without a domain', () => {
    expect(aggregateText(validateKubeFinalizers({ finalizers: ['orphan', 'mine'] }))).toBe(
      'metadata.finalizers[1]: Invalid value: "mine": ' +
        'name is neither a standard finalizer name nor is it fully qualified',
    );
  });

  it('keeps what an update may not change', () => {
    const old = { name: 'a', uid: 'u', resourceVersion: '1', deletionTimestamp: 't' };
    const meta = { ...old, uid: 'v', finalizers: ['x/z', 'x/y'] };
    expect(aggregateText(validateObjectMetaUpdate(meta, old))).toBe(
      '[metadata.finalizers: Forbidden: no new finalizers can be added if the object is being ' +
        'deleted, found new finalizers []string{"x/y", "x/z"}, ' +
        'metadata.uid: Invalid value: "v": field is immutable]',
    );
  });
});
