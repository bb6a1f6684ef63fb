/** Makes the file of a format from what is on the page and hands it to the browser. */
import { asTime } from '#base';
import {
  DEFAULT_PROFILE,
  EXPORTERS,
  exportName,
  type NamedFile,
  type RunToExport,
  type Scenario,
} from '#protocol';
import { traceHash } from '#trace';
import { formatClock, localText, translator } from '../i18n';
import type { Orrery } from '../stores';
import { clampWindow } from '../timeline/window';
import type { ExportFormat } from './formats';
import { exportTexts } from './texts';

/** Until a browser has surely begun to read the file, ms. */
const REVOKE_AFTER_MS = 60_000;

export interface MadeFile {
  readonly name: string;
  readonly content: Blob;
}

/** @throws when the run cannot be written so; the message says why. */
export async function makeFile(orrery: Orrery, format: ExportFormat): Promise<MadeFile> {
  const run = runOf(orrery);
  if (format === 'png' || format === 'svg') return await pictureFile(orrery, run, format);
  const exporter = EXPORTERS.find(({ id }) => id === format);
  if (!exporter) throw new RangeError(`no exporter is called ${format}`);
  const content = new Blob(pieces(exporter.write(run)), { type: exporter.mediaType });
  return { name: exportName(run, exporter), content };
}

/** Lets the browser save a file where the person keeps such things. */
export function saveFile({ name, content }: MadeFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}

function runOf({ session, trace, playback }: Orrery): RunToExport {
  const { scenario, summary, catalogue, traceFile, reached } = session.getState();
  if (trace.table.length === 0) throw new Error('there is no run yet');
  return {
    scenario: scenario ?? standIn(traceFile ?? 'trace', reached),
    traceFile,
    table: trace.table,
    // A run that crashed has no summary; its trace has a hash all the same.
    traceHash: summary?.traceHash ?? traceHash(trace.table),
    behaviourVersion: summary?.behaviourVersion ?? catalogue?.behaviourVersion ?? 0,
    time: asTime(Math.round(playback.getState().time)),
  };
}

/** An opened trace does not say what it is of. */
function standIn(name: string, reached: number): Scenario {
  const spec = { until: `${reached}us` };
  return { apiVersion: 'kube-orrery/v1', kind: 'Scenario', metadata: { name }, spec };
}

async function pictureFile(orrery: Orrery, run: RunToExport, format: 'png' | 'svg') {
  const { timelinePng, timelineSvg } = await import('../timeline/picture');
  const words = pictureWords(orrery, run);
  const file: NamedFile = { id: 'timeline', extension: format };
  const content =
    format === 'png'
      ? await timelinePng(orrery, words)
      : new Blob([timelineSvg(orrery, words)], { type: 'image/svg+xml' });
  return { name: exportName(run, file), content };
}

function pictureWords(orrery: Orrery, { scenario, traceHash: hash, time }: RunToExport) {
  const settings = orrery.settings.getState();
  const t = translator(exportTexts, settings);
  const { metadata, spec } = scenario;
  const { from, to } = clampWindow(
    orrery.viewport.getState(),
    Math.max(orrery.session.getState().reached, 1),
  );
  return {
    title: localText(metadata.title, settings.language) || metadata.name,
    facts: t('facts-line', {
      seed: spec.seed ?? 0,
      version: spec.kubernetes ?? DEFAULT_PROFILE,
      from: formatClock(from),
      to: formatClock(to),
      time: formatClock(time),
      hash: hash.slice(0, 8),
    }),
  };
}

/** Characters gathered to one part of the file: a part for each line is slow. */
const PART = 1 << 20;

function pieces(texts: Iterable<string>): string[] {
  const parts: string[] = [];
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length < PART) continue;
    parts.push(part);
    part = '';
  }
  parts.push(part);
  return parts;
}
