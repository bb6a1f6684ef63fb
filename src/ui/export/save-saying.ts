import { translator } from '../i18n';
import { reasonWords } from '../opening/reason';
import type { Orrery } from '../stores';
import type { ExportFormat } from './formats';
import { makeFile, saveFile } from './save';
import { exportTexts } from './texts';

/** Saves a file. @returns what to say of it, in the person's language */
export async function saveSaying(orrery: Orrery, format: ExportFormat): Promise<string> {
  const t = translator(exportTexts, orrery.settings.getState());
  try {
    const file = await makeFile(orrery, format);
    saveFile(file);
    return t('saved', { file: file.name });
  } catch (error) {
    const { language } = orrery.settings.getState();
    return t('failed', { reason: await reasonWords((error as Error).message, language) });
  }
}
