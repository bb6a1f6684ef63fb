import { useEffect } from 'react';
import { formatClock, formatEnd, translator } from '../i18n';
import { grownTo } from '../session/longer-run';
import type { Orrery } from '../stores';
import { sentenceOf } from '../why/sentences';
import { useNotice } from './notice';
import { shellTexts } from './texts';

/** Reads out, quietly, what a step led to and whether time runs. */
export function useAnnouncements(orrery: Orrery): void {
  const { say, whisper } = useNotice();
  useEffect(() => {
    const words = () => translator(shellTexts, orrery.settings.getState());
    const stopSelection = orrery.selection.subscribe(({ selected }, before) => {
      if (selected?.kind !== 'record' || selected === before.selected) return;
      const { table } = orrery.trace;
      // A link may select a record that has not come in yet.
      if (selected.seq >= table.length) return;
      const time = formatClock(table.timeOf(selected.seq));
      const sentence = sentenceOf(table, selected.seq, orrery.settings.getState());
      whisper(words()('at-record', { time, sentence }));
    });
    const stopPlayback = orrery.playback.subscribe(({ playing, time }, before) => {
      if (playing === before.playing) return;
      const t = words();
      whisper(playing ? t('now-playing') : t('now-paused', { time: formatClock(time) }));
    });
    const stopSession = orrery.session.subscribe(({ scenario, undo }, before) => {
      if (scenario === before.scenario || undo.at(-1) !== before.scenario) return;
      const end = grownTo(before.scenario, scenario);
      if (end !== undefined) say(words()('runs-longer', { end: formatEnd(end) }));
    });
    // What was said before is in the wrong language now.
    const stopLanguage = orrery.settings.subscribe(({ language }, before) => {
      if (language !== before.language) whisper('');
    });
    return () => {
      stopSession();
      stopLanguage();
      stopSelection();
      stopPlayback();
    };
  }, [orrery, say, whisper]);
}
