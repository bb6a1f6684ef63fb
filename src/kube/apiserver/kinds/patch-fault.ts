/** Why a strategic merge patch cannot be applied, in upstream's words. */

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as Go's `%v` prints it. */
export function goPlain(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goPlain).join(' ')}]`;
  if (!isFields(value)) return String(value);
  const keys = Object.keys(value).sort();
  return `map[${keys.map((key) => `${key}:${goPlain(value[key])}`).join(' ')}]`;
}

/** Source: apimachinery pkg/util/mergepatch/errors.go. */
const TEXTS = {
  type: 'unknown patch type',
  listOfLists: 'lists of lists are not supported',
  noMergeKey: 'object does not contain declared merge key',
  primitiveList: 'invalid patch format of primitive list',
  retainKeys: 'invalid patch format of retainKeys',
  notRetained: "patch content doesn't match retainKeys list",
  setElementOrder: 'invalid patch format of setElementOrder list',
} as const;

export class StrategicPatchFault extends Error {
  readonly what: keyof typeof TEXTS;

  constructor(what: keyof typeof TEXTS, message: string = TEXTS[what]) {
    super(what === 'primitiveList' ? TEXTS[what] : message);
    this.what = what;
  }

  /** Whether the client's patch is malformed, and does not only fail to fit. */
  get malformed(): boolean {
    return ['primitiveList', 'retainKeys', 'setElementOrder'].includes(this.what);
  }

  /** Whether it is a plain error, of which the server says no more than its text. */
  get plain(): boolean {
    return this.what === 'noMergeKey' || this.what === 'type';
  }
}
