import { useCallback } from 'react';
import { useNotice } from '../shell/notice';
import type { Orrery } from '../stores';
import type { ExportFormat } from './formats';

/** Saves a file and says so, or says why not. */
export function useExporter(orrery: Orrery): (format: ExportFormat) => Promise<void> {
  const { say } = useNotice();
  return useCallback(
    async (format) => {
      const { saveSaying } = await import('./save-saying');
      say(await saveSaying(orrery, format));
    },
    [orrery, say],
  );
}
