import type { Command } from './command';

const tab = (place: 1 | 2 | 3 | 4 | 5): Command => ({
  id: `tab-${place}`,
  group: 'page',
  keys: [String(place)],
  run: ({ page }) => page.chooseTab(place - 1),
});

export const pageCommands: readonly Command[] = [
  tab(1),
  tab(2),
  tab(3),
  tab(4),
  tab(5),
  { id: 'copy-link', group: 'page', keys: ['c'], run: ({ page }) => page.copyLink() },
  { id: 'toggle-language', group: 'page', keys: ['l'], run: ({ page }) => page.toggleLanguage() },
  { id: 'cycle-theme', group: 'page', keys: ['n'], run: ({ page }) => page.cycleTheme() },
  { id: 'help', group: 'page', keys: ['?'], run: ({ page }) => page.openHelp() },
];
