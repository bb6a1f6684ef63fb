/** Area `bootstrap-controller`: whether the controller can be made of the server's addresses. */
import {
  canonicalIP,
  getServiceIPAndRanges,
  printCidr,
  RECONCILER_TYPES,
  validatePublicIPServiceClusterIPRangeIPFamilies,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { ErrorFact } from '../facts';
import { Fields, fieldsOfWhen } from '../read-fields';

export const bootstrapControllerAdapter: AreaAdapter = {
  area: 'bootstrap-controller',
  calls: { NewBootstrapController: newBootstrapController },
};

const INPUTS = ['endpointReconcilerType', 'serviceIPRange', 'publicAddress', 'securePort'];

const HIGHEST_PORT = 65_535;

function newBootstrapController({ given, when }: Question): Answer {
  fieldsOfWhen(when).only('op');
  const inputs = new Fields(given, 'given').only(...INPUTS);
  const endpointReconcilerType = inputs.text('endpointReconcilerType');
  if (!RECONCILER_TYPES.includes(endpointReconcilerType)) {
    throw new Unsupported(`given.endpointReconcilerType: no type ${endpointReconcilerType}`);
  }
  const ranges = getServiceIPAndRanges(inputs.text('serviceIPRange'));
  if (!ranges.ok) throw new Unsupported(`given.serviceIPRange: ${ranges.error}`);
  inputs.count('securePort', 0, HIGHEST_PORT);
  const address = inputs.text('publicAddress');
  const publicAddress = canonicalIP(address);
  if (publicAddress === undefined) {
    throw new Unsupported(`given.publicAddress: ${address} is no address`);
  }
  const [error] = validatePublicIPServiceClusterIPRangeIPFamilies({
    endpointReconcilerType,
    primaryServiceRange: printCidr(ranges.primary),
    publicAddress,
  });
  return { facts: { error: new ErrorFact(error) } };
}
