import type { Command } from './command';

/** Keys of the inspector's tabs: the digits, and where those are taken what Shift makes of them. */
const TABS = [
  [1, '1'],
  [2, '2'],
  [3, '3'],
  [4, '4'],
  [5, '5'],
  [6, '6'],
  [7, '7'],
  [8, '8'],
  [9, '('],
  [10, ')'],
  [11, '!'],
  [12, '@'],
  [13, '$'],
  [14, '%'],
] as const;

const tab = ([place, key]: (typeof TABS)[number]): Command => ({
  id: `tab-${place}`,
  group: 'page',
  keys: [key],
  run: ({ page }) => page.chooseTab(place - 1),
});

export const pageCommands: readonly Command[] = [
  ...TABS.map(tab),
  { id: 'gallery', group: 'page', keys: ['F2'], run: ({ page }) => page.openGallery() },
  { id: 'lesson', group: 'page', keys: ['F4'], run: ({ page }) => page.toggleLesson() },
  { id: 'open', group: 'page', keys: ['i', 'Mod+o'], run: ({ page }) => page.openFiles() },
  {
    id: 'read-report',
    group: 'page',
    keys: [],
    enabled: ({ orrery }) => orrery.session.getState().lastReport !== undefined,
    run: ({ orrery }) => orrery.session.setState(({ lastReport }) => ({ report: lastReport })),
  },
  {
    id: 'stop-run',
    group: 'page',
    keys: [],
    enabled: ({ orrery }) => ['loading', 'running'].includes(orrery.session.getState().status),
    run: ({ client }) => client.stop(),
  },
  { id: 'edit-scenario', group: 'page', keys: ['y'], run: ({ page }) => page.toggleEditor() },
  {
    id: 'apply-scenario',
    group: 'page',
    keys: ['Mod+Enter'],
    enabled: ({ page }) => page.canApply(),
    run: ({ page }) => page.applyScenario(),
  },
  {
    id: 'explore',
    group: 'page',
    keys: ['#'],
    enabled: ({ orrery }) => {
      const { scenario, fixed } = orrery.session.getState();
      return scenario !== undefined && !fixed;
    },
    run: ({ page }) => page.openExplore(),
  },
  { id: 'copy-link', group: 'page', keys: ['c'], run: ({ page }) => page.copyLink() },
  { id: 'toggle-language', group: 'page', keys: ['l'], run: ({ page }) => page.toggleLanguage() },
  { id: 'cycle-theme', group: 'page', keys: ['n'], run: ({ page }) => page.cycleTheme() },
  { id: 'console', group: 'page', keys: ['`', 'Mod+`'], run: ({ page }) => page.toggleConsole() },
  { id: 'palette', group: 'page', keys: ['Mod+k'], run: ({ page }) => page.openPalette() },
  { id: 'help', group: 'page', keys: ['?'], run: ({ page }) => page.openHelp() },
];
