import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asTime, type SimTime } from '#base';
import { ENDPOINTS_KEY, exampleTrace } from '../example-trace';
import { focusOf } from '../panel';
import { WhyPanel } from './why-panel';

const { orrery, records } = exampleTrace();

afterEach(() => {
  cleanup();
  orrery.selection.setState({ selected: undefined });
  orrery.settings.setState({ language: 'en' });
});
const show = () =>
  render(<WhyPanel orrery={orrery} time={asTime(20_000_000)} focus={focusOf(orrery)} />);

it('says that nobody chose what it explains', () => {
  show();
  expect(screen.getByText(/^Nothing is selected; this is the latest record/)).toBeTruthy();
});

it('says so in Chinese', () => {
  orrery.settings.setState({ language: 'zh' });
  show();
  expect(screen.getByText(/^没有选中任何东西/)).toBeTruthy();
});

it('has nothing to excuse where a record is selected', () => {
  orrery.selection.setState({ selected: { kind: 'record', seq: records.update } });
  show();
  expect(screen.queryByText(/Nothing is selected/)).toBeNull();
  expect(screen.getByText(/Because, step by step back/)).toBeTruthy();
});

it('says of the newest write of an object when it is written again', () => {
  orrery.selection.setState({ selected: { kind: 'object', key: ENDPOINTS_KEY } });
  const { table } = orrery.trace;
  const time = asTime(table.timeOf(records.update) - 1);
  const view = (time: SimTime) => <WhyPanel orrery={orrery} time={time} focus={focusOf(orrery)} />;
  const { rerender } = render(view(time));
  fireEvent.click(screen.getByRole('button', { name: /^Written next at [\d:.]+\d\.$/ }));
  expect(orrery.playback.getState().time).toBeGreaterThan(time);
  orrery.selection.setState({ selected: { kind: 'object', key: ENDPOINTS_KEY } });
  rerender(view(asTime(60_000_000)));
  expect(screen.queryByText(/^This is its newest write/)).toBeNull();
});
