import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createOrrery } from '../stores';
import type { Focus } from './panel';
import { useServerSwitch } from './server-switch';

afterEach(cleanup);

const orrery = createOrrery();
const NOTHING: Focus = { actor: undefined, process: undefined, seq: undefined, key: undefined };

function Shown({ servers, focus }: { readonly servers: readonly string[]; readonly focus: Focus }) {
  const { server, buttons } = useServerSwitch({ orrery, focus }, servers);
  return (
    <>
      <output>{server}</output>
      {buttons}
    </>
  );
}

const shown = () => screen.getByRole('status').textContent;

it('lets one choose among several while none is selected', () => {
  const { rerender } = render(<Shown servers={['a', 'b']} focus={NOTHING} />);
  expect(screen.getByRole('group', { name: 'API server' })).toBeTruthy();
  expect(shown()).toBe('a');
  fireEvent.click(screen.getByRole('button', { name: 'b' }));
  expect(shown()).toBe('b');
  expect(screen.getByRole('button', { name: 'b' }).getAttribute('aria-pressed')).toBe('true');
  rerender(<Shown servers={['a', 'b']} focus={{ ...NOTHING, process: 'a' }} />);
  expect(shown()).toBe('a');
  expect(screen.queryByRole('group')).toBeNull();
});

it('asks nothing where there is one or none', () => {
  const { rerender } = render(<Shown servers={['a']} focus={NOTHING} />);
  expect([shown(), screen.queryByRole('group')]).toEqual(['a', null]);
  rerender(<Shown servers={[]} focus={NOTHING} />);
  expect(shown()).toBe('');
});
