import { jsonLines } from '#trace';
import type { Exporter } from './run-to-export';

/** The trace itself. `sha256sum` of the file is the trace's hash. */
export const traceExport: Exporter = {
  id: 'trace',
  extension: 'jsonl',
  mediaType: 'application/x-ndjson',
  summary: 'every record of the trace as JSON Lines; the SHA-256 of the file is the trace hash',
  write: ({ table }) => jsonLines(table),
};
