/**
 * Checks of names, labels and keys. Each returns what is wrong in upstream's words, or nothing.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go
 */
import { chDirFaults } from '#base';

/** Longest label, subdomain, name part of a key, and value of a label, characters. */
const DNS1123_LABEL_MAX = 63;
const DNS1123_SUBDOMAIN_MAX = 253;
const DNS1035_LABEL_MAX = 63;
const QUALIFIED_NAME_MAX = 63;
const LABEL_VALUE_MAX = 63;

const DNS1123_LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const DNS1123_SUBDOMAIN = `${DNS1123_LABEL}(\\.${DNS1123_LABEL})*`;
const DNS1035_LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?';
const QUALIFIED_NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED_NAME})?`;

const whole = (source: string): RegExp => new RegExp(`^${source}$`);
const DNS1123_LABEL_RE = whole(DNS1123_LABEL);
const DNS1123_SUBDOMAIN_RE = whole(DNS1123_SUBDOMAIN);
const DNS1035_LABEL_RE = whole(DNS1035_LABEL);
const QUALIFIED_NAME_RE = whole(QUALIFIED_NAME);
const LABEL_VALUE_RE = whole(LABEL_VALUE);

const DNS1123_LABEL_TEXT = regexError(
  'a lowercase RFC 1123 label must consist of lower case alphanumeric characters or ' +
    "'-', and must start and end with an alphanumeric character",
  DNS1123_LABEL,
  ['my-name', '123-abc'],
);
const DNS1123_SUBDOMAIN_TEXT = regexError(
  'a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, ' +
    "'-' or '.', and must start and end with an alphanumeric character",
  DNS1123_SUBDOMAIN,
  ['example.com'],
);
const DNS1035_LABEL_TEXT = regexError(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an " +
    'alphabetic character, and end with an alphanumeric character',
  DNS1035_LABEL,
  ['my-name', 'abc-123'],
);
const QUALIFIED_NAME_TEXT = regexError(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
    'alphanumeric character',
  QUALIFIED_NAME,
  ['MyName', 'my.name', '123-abc'],
);
const LABEL_VALUE_TEXT = regexError(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or " +
    "'.', and must start and end with an alphanumeric character",
  LABEL_VALUE,
  ['MyValue', 'my_value', '12345'],
);

const WILDCARD = String.raw`\*\.${DNS1123_SUBDOMAIN}`;
const WILDCARD_RE = whole(WILDCARD);
const WILDCARD_TEXT = regexError(
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which " +
    "must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric " +
    'character',
  WILDCARD,
  ['*.example.com'],
);

export type TextCheck = (text: string) => readonly string[];
/** A check of a name; `prefix` is true for a generateName, whose end is not written yet. */
export type NameCheck = (name: string, prefix: boolean) => readonly string[];

const NOTHING: readonly string[] = [];

/** Upstream: RegexError, with its spaces. */
export function regexError(message: string, source: string, examples: readonly string[]): string {
  const quoted = examples.map((example) => `'${example}', `).join(' or ');
  const given = examples.length === 0 ? '' : `e.g. ${quoted}`;
  return `${message} (${given}regex used for validation is '${source}')`;
}

export const maxLengthError = (length: number): string =>
  `must be no more than ${length} characters`;
export const EMPTY_ERROR = 'must be non-empty';

/** Upstream: InclusiveRangeError. */
export const inclusiveRangeError = (low: number, high: number): string =>
  `must be between ${low} and ${high}, inclusive`;

interface Shape {
  readonly max: number;
  readonly regex: RegExp;
  readonly text: string;
}

function check(text: string, { max, regex, text: wrong }: Shape): readonly string[] {
  const fits = text.length <= max;
  const matches = regex.test(text);
  if (fits && matches) return NOTHING;
  return [...(fits ? [] : [maxLengthError(max)]), ...(matches ? [] : [wrong])];
}

export const isDNS1123Label: TextCheck = (text) =>
  check(text, { max: DNS1123_LABEL_MAX, regex: DNS1123_LABEL_RE, text: DNS1123_LABEL_TEXT });

export const isDNS1123Subdomain: TextCheck = (text) =>
  check(text, {
    max: DNS1123_SUBDOMAIN_MAX,
    regex: DNS1123_SUBDOMAIN_RE,
    text: DNS1123_SUBDOMAIN_TEXT,
  });

export const isWildcardDNS1123Subdomain: TextCheck = (text) =>
  check(text, { max: DNS1123_SUBDOMAIN_MAX, regex: WILDCARD_RE, text: WILDCARD_TEXT });

export const isDNS1035Label: TextCheck = (text) =>
  check(text, { max: DNS1035_LABEL_MAX, regex: DNS1035_LABEL_RE, text: DNS1035_LABEL_TEXT });

export const isValidLabelValue: TextCheck = (text) =>
  check(text, { max: LABEL_VALUE_MAX, regex: LABEL_VALUE_RE, text: LABEL_VALUE_TEXT });

/** Longest name of a port, characters. */
const PORT_NAME_MAX = 15;

/** The name of a port of a container. Upstream: IsValidPortName. */
export const isValidPortName: TextCheck = (text) => {
  const wrong: string[] = [];
  if (text.length > PORT_NAME_MAX) wrong.push(maxLengthError(PORT_NAME_MAX));
  if (!/^[-a-z0-9]+$/.test(text)) {
    wrong.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(text)) wrong.push('must contain at least one letter (a-z)');
  if (text.includes('--')) wrong.push('must not contain consecutive hyphens');
  if (/^-|-$/.test(text)) wrong.push('must not begin or end with a hyphen');
  return wrong;
};

/** A key: an optional DNS prefix, a slash, a name. */
export const isQualifiedName: TextCheck = (text) => {
  const parts = text.split('/');
  if (parts.length > 2) {
    return [
      `a qualified name ${QUALIFIED_NAME_TEXT} with an optional DNS subdomain prefix and '/' ` +
        "(e.g. 'example.com/MyName')",
    ];
  }
  const wrong: string[] = [];
  if (parts.length === 2) {
    const [prefix] = parts;
    const faults = prefix === '' ? [EMPTY_ERROR] : isDNS1123Subdomain(prefix);
    wrong.push(...faults.map((fault) => `prefix part ${fault}`));
  }
  const name = parts[parts.length - 1];
  if (name === '') wrong.push(`name part ${EMPTY_ERROR}`);
  else if (name.length > QUALIFIED_NAME_MAX) {
    wrong.push(`name part ${maxLengthError(QUALIFIED_NAME_MAX)}`);
  }
  if (!QUALIFIED_NAME_RE.test(name)) wrong.push(`name part ${QUALIFIED_NAME_TEXT}`);
  return wrong;
};

/** A trailing dash of a prefix becomes a letter. Source: api/validation/generic.go. */
const maskTrailingDash = (name: string): string =>
  name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;

const nameCheck =
  (base: TextCheck): NameCheck =>
  (name, prefix) =>
    base(prefix ? maskTrailingDash(name) : name);

export const nameIsDNSSubdomain = nameCheck(isDNS1123Subdomain);
export const nameIsDNSLabel = nameCheck(isDNS1123Label);
export const nameIsDNS1035Label = nameCheck(isDNS1035Label);

/** Names that a path segment may not be, and what it may not hold. Source: api/validation/path. */
const PATH_RESERVED = ['.', '..'];
const PATH_FORBIDDEN = ['/', '%'];

/** Upstream: path.IsValidPathSegmentName and its prefix form. */
export const pathSegmentName: NameCheck = (name, prefix) => {
  const wrong: string[] = [];
  if (!prefix) {
    for (const reserved of PATH_RESERVED) {
      if (name === reserved) return [`may not be '${reserved}'`];
    }
  }
  for (const part of PATH_FORBIDDEN) {
    if (name.includes(part)) wrong.push(`may not contain '${part}'`);
  }
  return wrong;
};

const ENV_NAME = '[-._a-zA-Z][-._a-zA-Z0-9]*';
const ENV_NAME_RE = whole(ENV_NAME);
const ENV_NAME_TEXT = regexError(
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', " +
    "or '.', and must not start with a digit",
  ENV_NAME,
  ['my.env-name', 'MY_ENV.NAME', 'MyEnvName1'],
);

/** Upstream: IsEnvVarName. */
export const isEnvVarName: TextCheck = (name) => [
  ...(ENV_NAME_RE.test(name) ? NOTHING : [ENV_NAME_TEXT]),
  ...chDirFaults(name),
];
