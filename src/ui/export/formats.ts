/** What can be saved, in the order of the sheet: those of `protocol`, and two pictures. */
export const EXPORT_FORMATS = [
  'perfetto',
  'audit',
  'events',
  'objects',
  'scenario',
  'trace',
  'png',
  'svg',
] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
