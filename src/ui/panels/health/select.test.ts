import { expect, it } from 'vitest';
import { asTime } from '#base';
import { exampleTrace, SERVER } from '../example-trace';
import { checkLines, selectHealth } from './select';

const { index } = exampleTrace().orrery;
const at = (us: number) => selectHealth(index, undefined, SERVER, asTime(us));

it('knows nothing before the server started answering', () => {
  expect(at(0)).toMatchObject({ hooks: [] });
  expect(at(0).answers.size).toBe(0);
});

it('shows a hook that runs, and how long it has', () => {
  const view = at(1_500_000);
  expect(view.hooks).toMatchObject([
    { name: 'bootstrap-controller', phase: 'started', tookUs: 500_000 },
  ]);
  expect(checkLines(view, 'readyz')).toEqual([
    { name: 'poststarthook/bootstrap-controller', ok: false },
  ]);
});

it('shows a hook that has finished and the check that turned good', () => {
  const view = at(5_000_000);
  expect(view.hooks).toMatchObject([{ phase: 'succeeded', tookUs: 1_000_000 }]);
  expect(view.answers.get('readyz')?.code).toBe(200);
  expect(checkLines(view, 'readyz')).toEqual([
    { name: 'poststarthook/bootstrap-controller', ok: true },
  ]);
});
