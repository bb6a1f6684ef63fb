/** Area `options`: the checks on the Service ranges of kube-apiserver's flags, one call a case. */
import {
  getServiceIPAndRanges,
  parseCidr,
  printCidr,
  validateClusterIPFlags,
  validateMaxCIDRRange,
  validateServiceNodePort,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { ErrorFact } from '../facts';
import { Fields, opAlone } from '../read-fields';

export const optionsAdapter: AreaAdapter = {
  area: 'options',
  calls: {
    getServiceIPAndRanges: serviceRanges,
    validateClusterIPFlags: clusterIPFlags,
    validateMaxCIDRRange: maxCIDRRange,
    validateServiceNodePort: serviceNodePort,
  },
};

const faults = (errors: readonly string[]): Answer => ({
  facts: { hasErrors: errors.length > 0, errors },
});

function serviceRanges({ given, when }: Question): Answer {
  opAlone(when);
  const flag = new Fields(given, 'given').only('serviceClusterIPRange');
  const ranges = getServiceIPAndRanges(flag.text('serviceClusterIPRange'));
  if (!ranges.ok) {
    const none = { apiServerServiceIP: null, primaryRange: null, secondaryRange: null };
    return { facts: { error: true, message: ranges.error, ...none } };
  }
  const { apiServerServiceIP, primary, secondary } = ranges;
  return {
    facts: {
      error: false,
      apiServerServiceIP,
      primaryRange: printCidr(primary),
      secondaryRange: secondary ? printCidr(secondary) : null,
    },
  };
}

/** The flag holds both, and each is read by itself, as in upstream's own test. */
function clusterIPFlags({ given, when }: Question): Answer {
  opAlone(when);
  const inputs = new Fields(given, 'given').only('primary', 'secondary');
  const primary = inputs.text('primary');
  const secondary = inputs.text('secondary', '');
  return faults(
    validateClusterIPFlags({
      serviceClusterIPRanges: secondary === '' ? primary : `${primary},${secondary}`,
      primary: parseCidr(primary),
      secondary: parseCidr(secondary),
    }),
  );
}

function maxCIDRRange({ given, when }: Question): Answer {
  opAlone(when);
  const inputs = new Fields(given, 'given').only('cidr', 'maxCIDRBits', 'flag');
  const bits = inputs.whole('maxCIDRBits');
  const cidr = parseCidr(inputs.text('cidr'));
  return { facts: { error: new ErrorFact(validateMaxCIDRRange(cidr, bits, inputs.text('flag'))) } };
}

function serviceNodePort({ given, when }: Question): Answer {
  opAlone(when);
  const inputs = new Fields(given, 'given').only(
    ...['kubernetesServiceNodePort', 'rangeBase', 'rangeSize'],
  );
  const range = { base: inputs.whole('rangeBase'), size: inputs.whole('rangeSize') };
  // Upstream's table and code contradict each other there, see src/docs/fidelity.md.
  if (range.base < 1) throw new Unsupported('given.rangeBase: expected a port, and 0 is none');
  return faults(validateServiceNodePort(inputs.whole('kubernetesServiceNodePort'), range));
}
