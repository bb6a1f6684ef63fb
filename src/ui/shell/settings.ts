/**
 * Settings: where they come from, what they change in the document, and that they are remembered.
 */
import { useCallback, useEffect } from 'react';
import { recall, remember } from '../storage';
import type { Language, Orrery, SettingsState, ThemeChoice } from '../stores';

const THEMES: readonly ThemeChoice[] = ['system', 'dark', 'light'];
const DOCUMENT_LANGUAGE: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };
const LIGHT = '(prefers-color-scheme: light)';
const REDUCED = '(prefers-reduced-motion: reduce)';

/** The first settings: a link's wish, then what was chosen before, then what the browser says. */
export function initialSettings(
  linkLanguage: string | undefined,
  browserLanguages: readonly string[],
): Partial<SettingsState> {
  const theme = THEMES.find((choice) => choice === recall('theme')) ?? 'system';
  const wanted = linkLanguage ?? recall('language') ?? browserLanguages[0] ?? 'en';
  const language: Language = wanted.toLowerCase().startsWith('zh') ? 'zh' : 'en';
  const inspectorTab = recall('tab') ?? 'machine';
  return { theme, language, inspectorTab, reducedMotion: matchMedia(REDUCED).matches };
}

/** Keeps the document in step with the settings and remembers what was chosen. */
export function useSettingsEffects(orrery: Orrery): void {
  useEffect(() => {
    const light = matchMedia(LIGHT);
    const reduced = matchMedia(REDUCED);
    const apply = (): void => applySettings(orrery.settings.getState(), light.matches);
    const motion = (): void => orrery.settings.setState({ reducedMotion: reduced.matches });
    apply();
    light.addEventListener('change', apply);
    reduced.addEventListener('change', motion);
    const unsubscribe = orrery.settings.subscribe((state, before) => {
      apply();
      if (state.theme !== before.theme) remember('theme', state.theme);
      if (state.language !== before.language) remember('language', state.language);
      if (state.inspectorTab !== before.inspectorTab) remember('tab', state.inspectorTab);
    });
    return () => {
      unsubscribe();
      light.removeEventListener('change', apply);
      reduced.removeEventListener('change', motion);
    };
  }, [orrery]);
}

/** Sets the document's theme and language. `data-theme` is always `dark` or `light`. */
export function applySettings({ theme, language }: SettingsState, systemLight: boolean): void {
  const root = document.documentElement;
  root.lang = DOCUMENT_LANGUAGE[language];
  root.dataset.theme = theme === 'system' ? (systemLight ? 'light' : 'dark') : theme;
  const background = getComputedStyle(root).getPropertyValue('--c-panel').trim();
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', background);
}

export function useNextTheme(orrery: Orrery): () => void {
  return useCallback(() => {
    orrery.settings.setState(({ theme }) => ({
      theme: THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length],
    }));
  }, [orrery]);
}
