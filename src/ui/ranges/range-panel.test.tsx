import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asTime } from '#base';
import { ClusterIpsPanel } from '../panels/cluster-ips/cluster-ips-panel';
import { focusOf } from '../panels/panel';
import { createOrrery, type Orrery } from '../stores';
import { repairStory } from './example-repair';
import { Holders } from './lists';

const { orrery, firsts, firstSave } = repairStory();

afterEach(() => {
  cleanup();
  orrery.selection.setState({ selected: undefined });
});

/** The panel as the inspector renders it: anew whenever playhead or selection have moved. */
function show(seconds: number, page: Orrery = orrery) {
  page.playback.setState({ time: asTime(seconds * 1_000_000), playing: false });
  const panel = () => (
    <ClusterIpsPanel orrery={page} time={page.playback.getState().time} focus={focusOf(page)} />
  );
  const { rerender } = render(panel());
  return () => rerender(panel());
}

/** By text, not by role: to find roles, every cell of both grids would be looked at. */
const button = (name: string): Element => screen.getByText(name, { selector: 'button, button *' });
const only = (selector: string): Element => {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};

const selectedSeq = (): number | undefined => {
  const { selected } = orrery.selection.getState();
  return selected?.kind === 'record' ? selected.seq : undefined;
};

it('says that no range is stored, and leads to where one is', () => {
  show(0, createOrrery());
  expect(screen.getByText('No range is stored yet')).toBeTruthy();
  expect(document.querySelector('button')).toBeNull();
});

it('tells what is taken and by whom', () => {
  show(1);
  expect(screen.getByText('3 taken')).toBeTruthy();
  expect(screen.getByText(/No repair pass yet/)).toBeTruthy();
  const lines = [...document.querySelectorAll('li')].map((line) => line.textContent);
  expect(lines).toContain('10.96.0.5! no Service has it');
  expect(lines).toContain('10.96.0.1default/kubernetes');
});

it('says in words that nothing is taken', () => {
  render(<Holders orrery={orrery} lines={[]} />);
  expect(screen.getByText('Nothing is taken, and no Service claims one.')).toBeTruthy();
});

it('tells of the cell under the arrow keys', () => {
  show(1);
  const grid = only('[role=application]');
  fireEvent.keyDown(grid, { key: 'ArrowRight' });
  expect(screen.getByText('10.96.0.1', { selector: 'strong' })).toBeTruthy();
  fireEvent.keyDown(grid, { key: 'ArrowRight' });
  expect(screen.getByText(/free · static band/)).toBeTruthy();
});

it('walks a pass by buttons and by arrow keys, and the page follows', () => {
  const again = show(100);
  const press = (name: string): void => {
    fireEvent.click(button(name));
    again();
  };
  press('1 snapshot');
  expect(selectedSeq()).toBe(firsts[1]);
  expect(screen.getByText(/read from etcd: version 17, 3 taken/)).toBeTruthy();
  press('next');
  expect(screen.getByText(/All Services are read/)).toBeTruthy();
  const steps = only('nav');
  for (let i = 0; i < 3; i += 1) {
    fireEvent.keyDown(steps, { key: 'ArrowRight' });
    again();
  }
  expect(screen.getByText('3 of 4: shop/api 10.96.0.33')).toBeTruthy();
  expect(screen.getByText(/nothing is repaired/)).toBeTruthy();
  fireEvent.keyDown(steps, { key: 'ArrowLeft' });
  again();
  expect(screen.getByText('2 of 4: ops/auth 10.96.0.33')).toBeTruthy();
  press('5 save');
  expect(selectedSeq()).toBe(firstSave);
  expect(screen.getByText(/the range is version 18 now/)).toBeTruthy();
  press('now');
  expect(selectedSeq()).toBeUndefined();
});

it('shows what is left over, and the Events', () => {
  const again = show(100);
  fireEvent.click(button('4 leaks'));
  again();
  expect(screen.getByText('seen again: kept, counter 0')).toBeTruthy();
  expect(screen.getAllByText('counted on an earlier one')).toHaveLength(2);
});

it('opens at the moment of a record that is selected elsewhere', () => {
  orrery.selection.setState({ selected: { kind: 'record', seq: firstSave } });
  show(100);
  expect(button('5 save').getAttribute('aria-current')).toBe('step');
});

it('goes to the pass before and after', () => {
  const again = show(100);
  fireEvent.click(screen.getByLabelText('Later pass'));
  again();
  expect(orrery.playback.getState().time).toBe(182_000_000);
  fireEvent.click(screen.getByLabelText('Earlier pass'));
  fireEvent.click(screen.getByLabelText('Earlier pass'));
  again();
  expect(selectedSeq()).toBe(firsts[1]);
});
