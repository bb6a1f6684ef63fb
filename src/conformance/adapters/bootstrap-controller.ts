/** Area `bootstrap-controller`: whether the controller can be made of the server's addresses. */
import {
  getServiceIPAndRanges,
  printCidr,
  RECONCILER_TYPES,
  validatePublicIPServiceClusterIPRangeIPFamilies,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { ErrorFact } from '../facts';
import { Fields } from '../read-fields';

export const bootstrapControllerAdapter: AreaAdapter = {
  area: 'bootstrap-controller',
  calls: { NewBootstrapController: newBootstrapController },
};

const INPUTS = ['endpointReconcilerType', 'serviceIPRange', 'publicAddress', 'securePort'];

function newBootstrapController({ given }: Question): Answer {
  const inputs = new Fields(given, 'given').only(...INPUTS);
  const endpointReconcilerType = inputs.text('endpointReconcilerType');
  if (!RECONCILER_TYPES.includes(endpointReconcilerType)) {
    throw new Unsupported(`given.endpointReconcilerType: no type ${endpointReconcilerType}`);
  }
  const ranges = getServiceIPAndRanges(inputs.text('serviceIPRange'));
  if (!ranges.ok) throw new Unsupported(`given.serviceIPRange: ${ranges.error}`);
  const [error] = validatePublicIPServiceClusterIPRangeIPFamilies({
    endpointReconcilerType,
    primaryServiceRange: printCidr(ranges.primary),
    publicAddress: inputs.text('publicAddress'),
  });
  return { facts: { error: new ErrorFact(error) } };
}
