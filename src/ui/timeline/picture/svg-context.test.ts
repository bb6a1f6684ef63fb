import { expect, it } from 'vitest';
import { escaped, SvgContext } from './svg-context';

const contextWith = (draw: (context: SvgContext) => void): string => {
  const context = new SvgContext(undefined as unknown as Document, 'p');
  draw(context);
  return context.markup();
};

it('writes colours with their opacity beside them, as other programs read them', () => {
  const markup = contextWith((context) => {
    context.fillStyle = 'rgb(1 2 3 / 0.5)';
    context.fillRect(1, 2.345, 30, 4);
    context.fillRect(0, 0, 0, 4);
  });
  expect(markup).toBe('<path d="M1 2.35h30v4h-30Z" fill="rgb(1,2,3)" fill-opacity="0.5"/>');
});

it('closes what a saved state opened, and what is still open at the end', () => {
  const markup = contextWith((context) => {
    context.save();
    context.rect(0, 0, 5, 5);
    context.clip();
    context.translate(0, 24);
    context.restore();
    context.translate(1, 1);
  });
  expect(markup.match(/<g /g)).toHaveLength(3);
  expect(markup.match(/<\/g>/g)).toHaveLength(3);
  expect(markup).toContain('<defs><clipPath id="p1"><path d="M0 0h5v5h-5Z"/></clipPath></defs>');
});

it('gives a state back as it was', () => {
  const markup = contextWith((context) => {
    context.fillStyle = '#111';
    context.save();
    context.fillStyle = '#222';
    context.restore();
    context.fillRect(0, 0, 1, 1);
  });
  expect(markup).toContain('fill="#111"');
});

it('writes text as text, in the middle of its line', () => {
  const markup = contextWith((context) => {
    context.font = '650 10px "A", sans-serif';
    context.textBaseline = 'middle';
    context.fillText('<b> & "c"\u0000', 3, 20);
  });
  expect(markup).toContain('x="3" y="23.5" font-family="&quot;A&quot;, sans-serif"');
  expect(markup).toContain('font-weight="650"');
  expect(markup).toContain('>&lt;b&gt; &amp; &quot;c&quot; </text>');
  expect(escaped('a\u0007b')).toBe('a b');
});

it('refuses a transform it would lose', () => {
  expect(() => contextWith((context) => context.setTransform(2, 0, 0, 2, 0, 0))).toThrow(
    RangeError,
  );
});
