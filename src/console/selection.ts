/**
 * Which objects the arguments of a line name.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/cli-runtime/pkg/resource/builder.go
 *             (ResourceTypeOrNameArgs, visitBySelector, visitByResource, visitByName)
 */
import { compareText } from '#base';
import type { NamedTarget, Selection, Targets } from './command';
import { failing, refusing } from './refusal';
import { findType, type ResourceType } from './types';

export interface SelectionInput {
  readonly types: readonly ResourceType[];
  readonly args: readonly string[];
  readonly namespace: string;
  readonly allNamespaces: boolean;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** Every object of the types may be meant without saying so. */
  readonly allowEmptySelector: boolean;
  /** `--all` of a verb that has no wish of its own for it. */
  readonly all: boolean;
  /** Part of each object that is meant; "" for all of it. */
  readonly subresource: string;
}

const MIXED =
  'there is no need to specify a resource type as a separate argument when passing arguments in ' +
  "resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get " +
  "resource resource/<resource_name>'";

/** Upstream: missingResourceError. */
const NO_RESOURCE = `You must provide one or more resources by argument or filename.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'
   '<resource> <name>'
   '<resource>'`;

/** @throws Refused with kubectl's words. */
export function readSelection(input: SelectionInput): Selection {
  const { namespace, allNamespaces, labelSelector, fieldSelector } = input;
  const targets = readTargets(input);
  if (targets.kind === 'names' && allNamespaces) {
    const spread = targets.items.some(({ of }) => of.namespaced);
    if (spread) throw failing('a resource cannot be retrieved by name across all namespaces');
  }
  const label = labelSelector.trim();
  const field = fieldSelector.trim();
  return {
    namespace: allNamespaces ? '' : namespace,
    targets,
    ...(label === '' ? {} : { labelSelector: label }),
    ...(field === '' ? {} : { fieldSelector: field }),
  };
}

function readTargets(input: SelectionInput): Targets {
  const args = normalized(input.args);
  const tuples = readTuples(args);
  const selecting =
    input.all ||
    input.labelSelector.trim() !== '' ||
    input.fieldSelector.trim() !== '' ||
    (input.allowEmptySelector && args.length === 1 && tuples === undefined);
  if (selecting) return lists(input, args, tuples !== undefined);
  if (tuples)
    return {
      kind: 'names',
      items: tuples.map(resolver(input.types)),
      eager: true,
    };
  const [first, ...names] = args;
  if (first === undefined) throw failing(NO_RESOURCE);
  const types = typesOf(input.types, first);
  if (names.length === 0) throw failing('resource(s) were provided, but no name was specified');
  const [of] = types;
  return {
    kind: 'names',
    items: names.map((name) => ({ of, name })),
    eager: false,
  };
}

function lists(
  { types, subresource }: SelectionInput,
  args: readonly string[],
  tupled: boolean,
): Targets {
  if (tupled) {
    throw failing('selectors and the all flag cannot be used when passing resource/name arguments');
  }
  const [first] = args;
  if (args.length > 1) throw failing('name cannot be provided when a selector is specified');
  if (first === undefined) {
    throw failing('at least one resource must be specified to use a selector');
  }
  if (subresource !== '') {
    throw failing('subresource cannot be used when bulk resources are specified');
  }
  return { kind: 'lists', types: typesOf(types, first) };
}

const unique = (words: readonly string[]): string[] => [...new Set(words)];
const splitTypes = (text: string): string[] => unique(text.split(','));

/** `a,b x` means a/x and b/x. Upstream: normalizeMultipleResourcesArgs. */
function normalized(args: readonly string[]): readonly string[] {
  if (args.length < 2) return args;
  const kinds = splitTypes(args[0]);
  if (kinds.length < 2) return args;
  return kinds.flatMap((kind) => args.slice(1).map((name) => `${kind}/${name}`));
}

interface Tuple {
  readonly type: string;
  readonly name: string;
}

/** The arguments as TYPE/NAME; undefined when they are not of that form. */
function readTuples(args: readonly string[]): readonly Tuple[] | undefined {
  const slashed = args.filter((arg) => arg.includes('/'));
  if (slashed.length === 0) return undefined;
  if (slashed.length !== args.length) throw failing(MIXED);
  return args.map((arg) => {
    const parts = arg.split('/');
    if (parts.length !== 2) {
      throw failing('arguments in resource/name form may not have more than one slash');
    }
    const [type, name] = parts;
    if (type === '' || name === '' || splitTypes(type).length !== 1) {
      throw failing('arguments in resource/name form must have a single resource and name');
    }
    return { type, name };
  });
}

const resolver =
  (types: readonly ResourceType[]) =>
  ({ type, name }: Tuple): NamedTarget => ({ of: typeOf(types, type), name });

function typesOf(types: readonly ResourceType[], text: string): readonly ResourceType[] {
  const named = splitTypes(text).flatMap((word) => {
    const within = categoryOf(types, word);
    return within.length > 0 ? within : [typeOf(types, word)];
  });
  return [...new Set(named)];
}

/** The types of a category such as `all`, as discovery lists them. Upstream: ReplaceAliases. */
const categoryOf = (types: readonly ResourceType[], word: string): readonly ResourceType[] =>
  types
    .filter(({ categories = [] }) => categories.includes(word))
    .toSorted((a, b) => compareText(a.group, b.group) || compareText(a.resource, b.resource));

/** Served upstream, but not here. */
const COMPONENT_STATUSES = ['componentstatuses', 'componentstatus', 'cs'];

/** @throws Refused when the server has no such type. */
function typeOf(types: readonly ResourceType[], word: string): ResourceType {
  const type = findType(types, word);
  if (!type && COMPONENT_STATUSES.includes(word.toLowerCase())) {
    throw refusing('verb-not-modelled', 'get componentstatuses');
  }
  if (!type) {
    const [name] = word.split('.');
    throw failing(`the server doesn't have a resource type ${JSON.stringify(name)}`);
  }
  return type;
}
