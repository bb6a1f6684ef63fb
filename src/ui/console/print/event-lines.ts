/**
 * The Events of a description.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/describe/describe.go (DescribeEvents)
 */
import { ageOf, at, type Json, textAt } from '#base';

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
