/**
 * Settings: where they come from, what they change in the document, and that they are remembered.
 */
import { useCallback, useEffect } from 'react';
import { translator } from '../i18n';
import { recall, remember } from '../storage';
import type { Language, Orrery, SettingsState, ThemeChoice } from '../stores';
import { useNotice } from './notice';
import { shellTexts } from './texts';

const THEMES: readonly ThemeChoice[] = ['system', 'dark', 'light'];
const DOCUMENT_LANGUAGE: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };
/** What is remembered: under which name, and which setting. */
const KEPT = [
  ['theme', 'theme'],
  ['language', 'language'],
  ['tab', 'inspectorTab'],
] as const;
const LIGHT = '(prefers-color-scheme: light)';
const REDUCED = '(prefers-reduced-motion: reduce)';

/** The language that an address wishes for: what stands behind its hash wins. */
export function linkLanguage({ hash, search }: Pick<Location, 'hash' | 'search'>) {
  const wishes = [hash.split('?')[1] ?? '', search].map((part) => new URLSearchParams(part));
  return wishes.map((wish) => wish.get('lang')).find((lang) => lang !== null) ?? undefined;
}

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
  const { say } = useNotice();
  useEffect(() => {
    const light = matchMedia(LIGHT);
    const reduced = matchMedia(REDUCED);
    const apply = (): void => applySettings(orrery.settings.getState(), light.matches);
    const motion = (): void => orrery.settings.setState({ reducedMotion: reduced.matches });
    let told = false;
    apply();
    light.addEventListener('change', apply);
    reduced.addEventListener('change', motion);
    const unsubscribe = orrery.settings.subscribe((state, before) => {
      apply();
      const kept = KEPT.filter(([, name]) => state[name] !== before[name]).map(([key, name]) =>
        remember(key, state[name]),
      );
      // A person who chose something should know that it will not last; once is enough.
      if (kept.includes(false) && !told) say(translator(shellTexts, state)('not-kept'));
      told ||= kept.includes(false);
    });
    return () => {
      unsubscribe();
      light.removeEventListener('change', apply);
      reduced.removeEventListener('change', motion);
    };
  }, [orrery, say]);
}

/** Sets the document's theme and language. `data-theme` is always `dark` or `light`. */
export function applySettings(
  { theme, language }: SettingsState,
  systemLight = matchMedia(LIGHT).matches,
): void {
  const root = document.documentElement;
  const shade = theme === 'system' ? (systemLight ? 'light' : 'dark') : theme;
  // Asking for a colour makes the browser work out all styles.
  if (root.lang === DOCUMENT_LANGUAGE[language] && root.dataset.theme === shade) return;
  root.lang = DOCUMENT_LANGUAGE[language];
  root.dataset.theme = shade;
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
