import { useCallback } from 'react';
import type { Result } from '#base';
import { translator } from '../i18n';
import { reasonWords } from '../opening/reason';
import { useNotice } from '../shell/notice';
import type { NavigationStore } from '../shell/shell-context';
import { shellTexts } from '../shell/texts';
import type { Orrery } from '../stores';

/** The whole address of the view on screen. */
export function wholeLink(link: Result<string>): Result<string> {
  if (!link.ok) return link;
  const page = location.href.replace(/#.*$/, '');
  return { ok: true, value: page + link.value.replace(/^\//, '') };
}

/** Copies the link and says so; where the clipboard is closed or the link too long, says that. */
export function useLinkCopier(orrery: Orrery, arrival: NavigationStore): () => Promise<void> {
  const { say } = useNotice();
  return useCallback(async () => {
    const t = translator(shellTexts, orrery.settings.getState());
    const { navigation } = arrival.getState();
    if (!navigation) return;
    const link = wholeLink(navigation.link());
    if (!link.ok) {
      const { language } = orrery.settings.getState();
      say(await reasonWords(link.faults[0].reason, language));
      return;
    }
    try {
      await navigator.clipboard.writeText(link.value);
      say(t('link-copied'));
    } catch {
      // Clipboards are closed on insecure origins; the address bar has the same link.
      say(t('link-in-address-bar'));
    }
  }, [orrery, arrival, say]);
}
