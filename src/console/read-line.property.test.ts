import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { readLine, refusalText, splitWords } from './index';
import { TYPES } from './testing';
import { quoteWord } from './words';

const VERBS = 'kubectl get describe create delete label annotate version apply';
const TARGETS = 'svc ns/a svc,ns a=b b- service clusterip --tcp=1:a configmap';
const FLAGS = '-A -w -n shop --namespace= -o yaml jsonpath={.a} --all -l x --raw / -f - --cascade';
const ODD = ['--', '--=', '-=', '""', "'", '__proto__', 'constructor'];
const WORDS = constantFrom(...`${VERBS} ${TARGETS} ${FLAGS}`.split(' '), ...ODD);

it('no line makes it throw, and every refusal has words', () => {
  const line = oneof(
    string(),
    array(oneof(WORDS, string())).map((words) => words.join(' ')),
  );
  assert(
    property(line, (text) => {
      const reading = readLine(text, TYPES);
      if (!reading.ok) expect(refusalText(reading.refusal)).not.toBe('');
    }),
    { seed: 7, numRuns: 3_000 },
  );
});

it('the same line is read the same', () => {
  assert(
    property(
      array(WORDS).map((words) => words.join(' ')),
      (text) => {
        expect(readLine(text, TYPES)).toEqual(readLine(text, TYPES));
      },
    ),
    { seed: 7 },
  );
});

it('quoted words come back as they were', () => {
  assert(
    property(array(string({ minLength: 1 })), (words) => {
      expect(splitWords(words.map(quoteWord).join(' '))).toEqual({ ok: true, words });
    }),
    { seed: 7 },
  );
});
