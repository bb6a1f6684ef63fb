import { describe, expect, it } from 'vitest';
import { ownScript } from './own-script';

describe('an address that becomes a script', () => {
  it('is one of the page itself', () => {
    expect(ownScript('sw.js')).toBe(new URL('sw.js', document.baseURI).href);
    expect(ownScript(new URL('a/b.js', document.baseURI))).toMatch(/\/a\/b\.js$/);
  });

  it.each(['https://example.org/x.js', '//example.org/x.js', 'data:text/javascript,1', 'blob:x'])(
    'is not %s',
    (address) => {
      expect(() => ownScript(address)).toThrow(TypeError);
    },
  );
});
