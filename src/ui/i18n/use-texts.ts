import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Orrery } from '../stores';
import { type Texts, type Translate, translator } from './texts';

/** The translate function for one part's texts in the language the person chose. */
export function useTexts<E extends Readonly<Record<string, string>>>(
  orrery: Orrery,
  texts: Texts<E>,
): Translate<E> {
  const language = useStore(orrery.settings, (state) => state.language);
  const pseudo = useStore(orrery.settings, (state) => state.pseudo);
  return useMemo(() => translator(texts, { language, pseudo }), [texts, language, pseudo]);
}
