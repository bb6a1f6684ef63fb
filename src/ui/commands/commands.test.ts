import { expect, it } from 'vitest';
import { INSPECTOR_PANELS } from '../panels';
import { COMMANDS, commandForKeys, commandOf, commandTexts, keyLabel, keyNames } from '.';

it('no two commands share a key', () => {
  const owners = new Map<string, string>();
  const clashes = COMMANDS.flatMap(({ id, keys }) =>
    keys.flatMap((key) => {
      const owner = owners.get(key);
      owners.set(key, id);
      return owner === undefined ? [] : [`${key}: ${owner}, ${id}`];
    }),
  );
  expect(clashes).toEqual([]);
});

it('every command has words and every word has a command', () => {
  const worded = Object.keys(commandTexts.en).filter((key) => !/^(group|refused)-/.test(key));
  expect(COMMANDS.map(({ id }) => id).sort()).toEqual(worded.sort());
});

it('commands are found by their keys', () => {
  const press = { code: 'KeyK', ctrlKey: false, metaKey: false, altKey: false };
  expect(commandForKeys(keyNames({ ...press, key: 'k' }))).toBe(commandOf('kill'));
  expect(commandForKeys(keyNames({ ...press, key: 'K' }))).toBe(commandOf('kill'));
  expect(commandForKeys(keyNames({ ...press, key: 'k', ctrlKey: true }))).toBe(
    commandOf('palette'),
  );
  expect(commandForKeys(keyNames({ ...press, key: 'k', altKey: true }))).toBeUndefined();
  expect(commandForKeys(keyNames({ ...press, key: ' ', code: 'Space' }))).toBe(
    commandOf('play-pause'),
  );
  const z = { ...press, code: 'KeyZ', ctrlKey: true };
  expect(commandForKeys(keyNames({ ...z, key: 'z' }))).toBe(commandOf('undo'));
  expect(commandForKeys(keyNames({ ...z, key: 'Z', shiftKey: true }))).toBe(commandOf('redo'));
});

it('keys are shown as people know them', () => {
  expect(
    ['[KeyW]', 'k', 'Space', 'Mod+z', 'Mod+Shift+z', 'Alt+F3', '+', '?'].map(keyLabel),
  ).toEqual(['W', 'K', 'Space', 'Ctrl Z', 'Ctrl Shift Z', 'Alt F3', '+', '?']);
});

it('says of each key that opens a tab which one', () => {
  const [en, zh] = [commandTexts.en, commandTexts.zh].map((texts) =>
    INSPECTOR_PANELS.map((_, place) => texts[`tab-${place + 1}` as 'tab-1']),
  );
  const titles = INSPECTOR_PANELS.map(({ title }) => title);
  expect(en).toEqual(titles.map((title) => `Tab ${title.en}`));
  expect(zh).toEqual(titles.map((title) => `标签：${title.zh}`));
  expect(INSPECTOR_PANELS.map((_, place) => commandOf(`tab-${place + 1}` as 'tab-1').keys)).toEqual(
    ['1', '2', '3', '4', '5', '6', '7', '8', '(', ')', '!', '@', '$', '%'].map((key) => [key]),
  );
});
