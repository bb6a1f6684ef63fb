/**
 * Keys of ConfigMaps and Secrets, which kubectl and the API server both look at.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go
 */
const LONGEST = 253;
const KEY = /^[-._a-zA-Z0-9]+$/;
const KEY_TEXT =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name', " +
  " or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/** What would lead out of a folder. Upstream: hasChDirPrefix. */
export function chDirFaults(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`must not be '${name}'`];
  return name.startsWith('..') ? ["must not start with '..'"] : [];
}

/** What is wrong with a key, in upstream's words. Upstream: IsConfigMapKey. */
export function isConfigMapKey(key: string): readonly string[] {
  const long = key.length > LONGEST ? [`must be no more than ${LONGEST} characters`] : [];
  return [...long, ...(KEY.test(key) ? [] : [KEY_TEXT]), ...chDirFaults(key)];
}
