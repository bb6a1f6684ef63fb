/**
 * `get`, what it prints, and `get --raw`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/get/get.go (Complete, Validate)
 */
import type { Command, Output } from './command';
import type { Given } from './given';
import { readSubresource } from './read-subresource';
import { failing, misused, Refused, refusing } from './refusal';
import { API_RESOURCES_HINT, CHUNK_SIZE } from './verbs';

/** Of these the rest of the text says what to print; all others are one word. */
const WITH_TEXT = ['jsonpath', 'jsonpath-as-json', 'custom-columns'] as const;
const OTHER_OUTPUTS = ['go-template', 'go-template-file', 'template', 'templatefile'];

export function readOutput(text: string): Output {
  if (text === '' || text === 'wide') return { kind: 'table', wide: text === 'wide' };
  if (text === 'yaml' || text === 'json' || text === 'name') return { kind: text };
  const equals = text.indexOf('=');
  const [head, tail] = equals === -1 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)];
  const known = WITH_TEXT.find((each) => each === head);
  if (known) return { kind: known, text: tail };
  const unmodelled = OTHER_OUTPUTS.includes(head) || /^(jsonpath|custom-columns)-file$/.test(head);
  if (unmodelled) throw refusing('output-not-modelled', head);
  return { kind: 'unknown', text };
}

export function readGet(given: Given): Command {
  if (given.has('raw')) return readRaw(given);
  const files = given.list('filename');
  if (files.length > 0) throw refusing('only-stdin', files[0]);
  const watching = given.on('watch') || given.on('watch-only');
  if (given.args.length === 0 && !watching) throw nothingNamed();
  const output = readOutput(given.text('output'));
  if (given.on('show-labels') && output.kind !== 'table') {
    throw failing(`--show-labels option cannot be used with ${given.text('output')} printer`);
  }
  if (given.on('output-watch-events') && !watching) {
    const message = '--output-watch-events option can only be used with --watch or --watch-only';
    throw misused('kubectl get', message);
  }
  const subresource = readSubresource(given);
  if (subresource === 'scale' && output.kind !== 'table') {
    throw refusing('output-not-modelled', `${given.text('output')} --subresource=scale`);
  }
  if (subresource !== '' && watching) throw refusing('flag-not-modelled', '-w --subresource');
  const selection = given.selection({ subresource });
  const several = selection.targets.kind === 'lists' && selection.targets.types.length > 1;
  if (watching && several) {
    throw failing('you may only specify a single resource type');
  }
  return {
    verb: 'get',
    selection,
    watch: given.on('watch-only') ? 'only' : watching ? 'after' : 'no',
    watchEvents: given.on('output-watch-events'),
    chunkSize: given.number('chunk-size', CHUNK_SIZE),
    subresource,
    ignoreNotFound: given.on('ignore-not-found'),
    output,
    sortBy: given.text('sort-by'),
    table: {
      noHeaders: given.on('no-headers'),
      showLabels: given.on('show-labels'),
      showKind: given.on('show-kind'),
      labelColumns: given.list('label-columns'),
    },
  };
}

function nothingNamed(): Refused {
  const usage =
    'Required resource not specified.\nUse "kubectl explain <resource>" for a detailed ' +
    'description of that resource (e.g. kubectl explain pods).';
  const hint = `You must specify the type of resource to get. ${API_RESOURCES_HINT}\n\n`;
  const end = "See 'kubectl get -h' for help and examples";
  return new Refused({ by: 'kubectl', text: `${hint}error: ${usage}\n${end}` });
}

function readRaw(given: Given): Command {
  const path = given.text('raw');
  if (given.args.length > 0) {
    throw failing('arguments may not be passed when --raw is specified');
  }
  if (given.on('watch') || given.on('watch-only') || given.text('selector') !== '') {
    throw failing(
      '--raw may not be specified with other flags that filter the server request or alter the ' +
        'output',
    );
  }
  if (given.text('output') !== '') {
    throw misused('kubectl get', '--raw and --output are mutually exclusive');
  }
  if (!path.startsWith('/')) {
    const why = `parse ${JSON.stringify(path)}: invalid URI for request`;
    throw misused('kubectl get', `--raw must be a valid URL path: ${why}`);
  }
  return { verb: 'raw', path };
}
