/**
 * Options of list and watch: reading them from a query and checking them.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/apis/meta/internalversion
 *             (ListOptions, validation/validation.go)
 */
import { type FieldError, forbidden, notSupported } from '../../api/field-error';
import { parseLabelSelector } from '../../api/label-selector';
import type { KubeObject, Status } from '../../api/objects';
import { parseQuery, queryFlag, queryNumberError } from '../../api/query-string';
import {
  type FieldRequirement,
  matchesFields,
  parseFieldSelector,
  requiredFieldValue,
  type Selector,
} from '../../api/selectors';
import { newBadRequest, newInvalid } from '../../api/status';
import type { Strategy } from './strategy';

export interface ListOptionsInput {
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly continue: string;
  readonly watch: boolean;
  /** Undefined where it is not given. */
  readonly sendInitialEvents?: boolean;
}

/** What a list or watch asks for, understood. */
export interface ParsedListOptions extends ListOptionsInput {
  /** 0 for none. */
  readonly limit: number;
  readonly allowWatchBookmarks: boolean;
  readonly timeoutSeconds: number | undefined;
  /** The one name that the field selector asks for; "" for any. */
  readonly name: string;
  /** Undefined when everything matches. */
  readonly matches: ((object: KubeObject) => boolean) | undefined;
}

export type ListOptionsResult =
  | { readonly ok: true; readonly options: ParsedListOptions }
  | { readonly ok: false; readonly status: Status };

/** What a list asks for that has no options. */
export const EVERYTHING: ParsedListOptions = {
  resourceVersion: '',
  resourceVersionMatch: '',
  continue: '',
  watch: false,
  limit: 0,
  allowWatchBookmarks: false,
  timeoutSeconds: undefined,
  name: '',
  matches: undefined,
};

const refusal = (status: Status): ListOptionsResult => ({ ok: false, status });

/** Whether `sendInitialEvents` is known, and whether it is allowed. */
export type InitialEvents = 'unknown' | 'off' | 'on';

/** Upstream: ValidateListOptions, in its order. */
export function validateListOptions(
  options: ListOptionsInput,
  initialEvents: InitialEvents = 'unknown',
): readonly FieldError[] {
  if (initialEvents === 'unknown') return validateList(options);
  if (options.watch) return validateWatchOptions(options, initialEvents === 'on');
  const errors = [...validateList(options)];
  if (options.sendInitialEvents !== undefined) {
    errors.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  return errors;
}

/** From 1.27 on. Upstream: validateWatchOptions. */
function validateWatchOptions(options: ListOptionsInput, allowed: boolean): readonly FieldError[] {
  const { resourceVersionMatch: match, sendInitialEvents } = options;
  const errors: FieldError[] = [];
  const forbid = (field: string, detail: string) => errors.push(forbidden(field, detail));
  if (sendInitialEvents !== undefined) {
    if (match !== 'NotOlderThan') {
      const detail = 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan';
      forbid('resourceVersionMatch', detail);
    }
    if (!allowed) {
      const unless = 'unless the WatchList feature gate is enabled';
      forbid('sendInitialEvents', `sendInitialEvents is forbidden for watch ${unless}`);
    }
  }
  if (match === '') return errors;
  const refused = 'resourceVersionMatch is forbidden';
  if (sendInitialEvents === undefined) {
    forbid('resourceVersionMatch', `${refused} for watch unless sendInitialEvents is provided`);
  }
  if (match !== 'NotOlderThan') {
    errors.push(notSupported('resourceVersionMatch', match, ['NotOlderThan']));
  }
  if (options.continue !== '') {
    forbid('resourceVersionMatch', `${refused} when continue is provided`);
  }
  return errors;
}

function validateList(options: ListOptionsInput): readonly FieldError[] {
  const { resourceVersion, resourceVersionMatch: match } = options;
  const errors: FieldError[] = [];
  if (match === '') return errors;
  const forbid = (why: string) => {
    const detail = `resourceVersionMatch is forbidden ${why}`;
    errors.push(forbidden('resourceVersionMatch', detail));
  };
  if (options.watch) forbid('for watch');
  if (resourceVersion === '') forbid('unless resourceVersion is provided');
  if (options.continue !== '') forbid('when continue is provided');
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    errors.push(notSupported('resourceVersionMatch', match, ['Exact', 'NotOlderThan', '']));
  }
  if (match === 'Exact' && resourceVersion === '0') {
    const detail = 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"';
    errors.push(forbidden('resourceVersionMatch', detail));
  }
  return errors;
}

interface ListOptionsSetting {
  /** The request is a watch, whatever its query says. */
  readonly watch: boolean;
  readonly initialEvents: InitialEvents;
}

/** Reads the query of a list or watch of this kind. */
export function parseListOptions(
  query: string,
  strategy: Strategy,
  { watch, initialEvents }: ListOptionsSetting = { watch: false, initialEvents: 'unknown' },
): ListOptionsResult {
  if (query === '') return { ok: true, options: EVERYTHING };
  const values = parseQuery(query);
  const text = (key: string): string => values.get(key) ?? '';
  const flag = (key: string): boolean => queryFlag(values, key);
  const number = queryNumberError(values, 'timeoutSeconds') ?? queryNumberError(values, 'limit');
  if (number !== undefined) return refusal(newBadRequest(number));
  const input: ListOptionsInput = {
    resourceVersion: text('resourceVersion'),
    resourceVersionMatch: text('resourceVersionMatch'),
    continue: text('continue'),
    watch: watch || flag('watch'),
    sendInitialEvents:
      initialEvents !== 'unknown' && values.has('sendInitialEvents')
        ? flag('sendInitialEvents')
        : undefined,
  };
  const errors = validateListOptions(input, initialEvents);
  if (errors.length > 0) {
    return refusal(newInvalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors));
  }
  const selected = parseSelectors(text('labelSelector'), text('fieldSelector'), strategy);
  if (!selected.ok) return selected;
  const timeout = text('timeoutSeconds');
  const options: ParsedListOptions = Object.assign({}, input, {
    limit: Number(text('limit')) || 0,
    allowWatchBookmarks: flag('allowWatchBookmarks'),
    timeoutSeconds: timeout === '' || timeout === '0' ? undefined : Number(timeout),
    name: selected.name,
    matches: selected.matches,
  });
  return { ok: true, options };
}

type ParsedMatch =
  | {
      readonly ok: true;
      readonly name: string;
      readonly matches: ParsedListOptions['matches'];
    }
  | { readonly ok: false; readonly status: Status };

function parseSelectors(label: string, field: string, strategy: Strategy): ParsedMatch {
  const labels = parseLabelSelector(label);
  if (!labels.ok) return { ok: false, status: newBadRequest(labels.message) };
  const fields = parseFieldSelector(field);
  if (!fields.ok) return { ok: false, status: newBadRequest(fields.message) };
  const { terms } = fields;
  const unknown = unknownField(terms, strategy);
  if (unknown !== undefined) {
    return { ok: false, status: newBadRequest(strategy.fieldNotSupported(unknown)) };
  }
  if (labels.everything && terms.length === 0) return { ok: true, name: '', matches: undefined };
  const name = requiredFieldValue(terms, 'metadata.name') ?? '';
  return { ok: true, name, matches: matcher(labels.matches, terms, strategy) };
}

const NOBODY: KubeObject = { metadata: {} };

function unknownField(terms: readonly FieldRequirement[], strategy: Strategy): string | undefined {
  if (terms.length === 0) return undefined;
  const known = strategy.selectableFields(NOBODY);
  const supported = (field: string) =>
    field === 'metadata.name' || field === 'metadata.namespace' || field in known;
  return terms.find(({ field }) => !supported(field))?.field;
}

function matcher(
  labels: Selector,
  terms: readonly FieldRequirement[],
  strategy: Strategy,
): (object: KubeObject) => boolean {
  return (object) => {
    const { metadata } = object;
    if (!labels(metadata.labels ?? {})) return false;
    if (terms.length === 0) return true;
    return matchesFields(terms, {
      ...strategy.selectableFields(object),
      'metadata.name': metadata.name ?? '',
      'metadata.namespace': metadata.namespace ?? '',
    });
  };
}
