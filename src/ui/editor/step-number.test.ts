import { expect, it } from 'vitest';
import { numberAt, stepNumber } from './step-number';

it.each([
  ['until: 90s', 8, '90s'],
  ['latency: 200us..800us', 20, '800us'],
  ['latency: 200us..800us', 10, '200us'],
  ['at: 1m30s', 6, '1m30s'],
  ['seed: 42', 8, '42'],
  ['loss: 0.05', 7, '0.05'],
  ['- --advertise-address=10.0.0.11', 26, undefined],
  ['name: kube-apiserver-1', 22, undefined],
  ['epoch: "2024-01-15T08:00:00Z"', 14, undefined],
  ['- --lease=15s', 11, '15s'],
])('in %s at %d stands %s', (line, column, text) => {
  expect(numberAt(line, column)?.text).toBe(text);
});

it.each([
  ['90s', 1, '91s'],
  ['400ms', -1, '390ms'],
  ['1.5s', 2, '1.7s'],
  ['0.05', 1, '0.06'],
  ['3', -5, '0'],
  ['1m30s', 1, '1m31s'],
  ['1500', 1, '1600'],
])('%s by %d steps is %s', (text, steps, next) => {
  expect(stepNumber(text, steps)).toBe(next);
});
