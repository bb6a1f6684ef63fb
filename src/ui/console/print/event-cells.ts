/**
 * How an Event is put into cells.
 *
 * Upstream    kubernetes v1.27 pkg/printers/internalversion/printers.go (printEvent), kubectl
 *             pkg/describe/describe.go (DescribeEvents)
 */
import { ageOf } from './age';
import { at, type Json, textAt } from './printed';

/** `kube-apiserver, node-a`. Upstream: formatEventSource. */
function sourceOf(event: Json): string {
  const component = textAt(event, 'source', 'component') || textAt(event, 'reportingComponent');
  const host = textAt(event, 'source', 'host') || textAt(event, 'reportingInstance');
  return host === '' ? component : `${component}, ${host}`;
}

function targetOf(event: Json): string {
  const kind = textAt(event, 'involvedObject', 'kind').toLowerCase();
  const name = textAt(event, 'involvedObject', 'name');
  return name === '' ? kind : `${kind}/${name}`;
}

/** The cells in the order of the columns, wide ones too. */
export function eventCells(event: Json, nowMs: number): readonly string[] {
  const first = ageOf(at(event, 'firstTimestamp') ?? at(event, 'eventTime'), nowMs);
  const lastTime = at(event, 'lastTimestamp');
  const series = at(event, 'series');
  const seriesTime = at(series, 'lastObservedTime');
  const plain = lastTime ? ageOf(lastTime, nowMs) : first;
  const last = series ? ageOf(seriesTime, nowMs) : plain;
  const count = series ? textAt(series, 'count') : String(Number(at(event, 'count') ?? 0) || 1);
  return [
    last,
    textAt(event, 'type'),
    textAt(event, 'reason'),
    targetOf(event),
    textAt(event, 'involvedObject', 'fieldPath'),
    sourceOf(event),
    textAt(event, 'message').trim(),
    first,
    count,
    textAt(event, 'metadata', 'name'),
  ];
}

/** Lines under `Events:` of a description, with tabs. */
export function eventLines(events: readonly Json[], nowMs: number): readonly string[] {
  if (events.length === 0) return ['Events:\t<none>'];
  const sorted = [...events].sort((a, b) => lastOf(a) - lastOf(b));
  const rows = sorted.map((event) => {
    const began = ageOf(at(event, 'eventTime') ?? at(event, 'firstTimestamp'), nowMs);
    const source = textAt(event, 'source', 'component') || textAt(event, 'reportingComponent');
    const cells = [textAt(event, 'type'), textAt(event, 'reason'), intervalOf(event, began, nowMs)];
    return [...cells, source, textAt(event, 'message').trim()];
  });
  const head = [
    ['Type', 'Reason', 'Age', 'From', 'Message'],
    ['----', '------', '----', '----', '-------'],
  ];
  return ['Events:', ...[...head, ...rows].map((cells) => `  ${cells.join('\t')}`)];
}

function intervalOf(event: Json, began: string, nowMs: number): string {
  const series = at(event, 'series');
  if (series) {
    const seen = ageOf(at(series, 'lastObservedTime'), nowMs);
    return `${seen} (x${textAt(series, 'count')} over ${began})`;
  }
  const count = Number(at(event, 'count') ?? 0);
  if (count <= 1) return began;
  return `${ageOf(at(event, 'lastTimestamp'), nowMs)} (x${count} over ${began})`;
}

const lastOf = (event: Json): number => Date.parse(textAt(event, 'lastTimestamp')) || 0;
