import { EXPORT_FORMATS, type ExportFormat } from '../export/formats';
import type { Command, CommandContext } from './command';

/** A run that is over, or was cut short, can be saved. */
function isOver({ orrery }: CommandContext): boolean {
  const { status } = orrery.session.getState();
  return ['done', 'crashed', 'stopped'].includes(status) && orrery.trace.table.length > 0;
}

/** A trace that was opened from a file has none. */
const hasScenario = ({ orrery }: CommandContext): boolean =>
  orrery.session.getState().scenario !== undefined;

/** One format; it has no key of its own, since its name stands in the sheet that X opens. */
const exportAs = (format: ExportFormat): Command => ({
  id: `export-${format}`,
  group: 'page',
  keys: [],
  enabled: (context) => isOver(context) && (format !== 'scenario' || hasScenario(context)),
  run: ({ page }) => page.exportAs(format),
});

export const exportCommands: readonly Command[] = [
  { id: 'export', group: 'page', keys: ['x'], run: ({ page }) => page.openExport() },
  ...EXPORT_FORMATS.map(exportAs),
];
