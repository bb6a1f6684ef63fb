import { afterEach, expect, it, vi } from 'vitest';
import { keepOffline } from './keep-offline';

class Registration extends EventTarget {
  installing: EventTarget | null = null;
  waiting: { readonly postMessage: (text: string) => void } | null = null;
}

/** A page that an earlier version serves. */
function pageWith(registration: Registration): void {
  const container = Object.assign(new EventTarget(), {
    controller: {},
    register: () => Promise.resolve(registration),
  });
  vi.stubGlobal('navigator', { serviceWorker: container });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each(['before', 'after'])(
  'tells of a version that was found %s the page asked',
  async (when) => {
    const registration = new Registration();
    const newer = new EventTarget();
    pageWith(registration);
    if (when === 'before') registration.installing = newer;
    const told = vi.fn();
    await keepOffline(told);
    if (when === 'after') {
      registration.installing = newer;
      registration.dispatchEvent(new Event('updatefound'));
    }
    expect(told).not.toHaveBeenCalled();
    const said: string[] = [];
    registration.waiting = { postMessage: (text) => said.push(text) };
    newer.dispatchEvent(new Event('statechange'));
    expect(told).toHaveBeenCalledOnce();
    told.mock.calls[0][0]();
    expect(said).toEqual(['take-over']);
  },
);
