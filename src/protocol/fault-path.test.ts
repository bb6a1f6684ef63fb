import { expect, it } from 'vitest';
import { formatFault } from './fault-path';

it('a fault is one line, whatever its reason is', () => {
  const reason = "error: unknown flag: --foo\nSee 'kubectl get --help' for usage.\n";
  expect(formatFault({ path: 'spec.timeline[0].kubectl', reason })).toBe(
    'spec.timeline[0].kubectl: error: unknown flag: --foo ' + "See 'kubectl get --help' for usage.",
  );
  expect(formatFault({ path: 'a', reason: 'not modelled yet', line: 1 })).toBe(
    'a: not modelled yet',
  );
});
