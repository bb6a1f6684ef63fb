import type { RecordOf } from '#trace';
import { exitReason } from './exit-reason';
import type { Words } from './sentences';

export function processSentence(record: RecordOf<'process'>, t: Words): string {
  const { name, phase, reason } = record;
  if (reason === 'SIGSTOP') return t('process-frozen', { name });
  if (reason === 'SIGCONT') return t('process-thawed', { name });
  switch (phase) {
    case 'starting':
    case 'running':
      return t(`process-${phase}`, { name });
    case 'terminating':
      return t('process-terminating', { name, reason });
    case 'exited':
      return exitSentence(record, t);
    default:
      return t('process-other', { name, phase, reason });
  }
}

function exitSentence({ name, exitCode, reason }: RecordOf<'process'>, t: Words): string {
  if (exitCode === null || reason === 'SIGKILL') return t('process-killed', { name, reason });
  return reason === ''
    ? t('process-exited', { name, code: exitCode })
    : t('process-exited-reason', { name, code: exitCode, reason: exitReason(reason, t) });
}
