/** The shared informers of a controller, by its row of the table and by what is served. */
import { resourceAt } from '../api/resources';
import type { SharedInformer, SharedInformerFactory } from '../client';
import type { AvailableResources } from './available-resources';
import type { ControllerRow } from './controller-table';

/** Where a resource is looked for when its row names no version. */
const VERSIONS = ['v1', 'v1beta1', 'v1alpha1'];

export function informersOf(
  { informers }: ControllerRow,
  available: AvailableResources,
  factory: SharedInformerFactory,
): readonly SharedInformer[] {
  return informers.flatMap((words) => {
    const parts = words.split('/');
    const resource = parts[parts.length - 1];
    const group = parts.length > 1 ? parts[0] : '';
    const versions = parts.length > 2 ? [parts[1]] : VERSIONS;
    const served = versions.find((version) => available.has(`${group}/${version}/${resource}`));
    const of = resourceAt(group, served ?? versions[0], resource);
    return of ? [factory.informerFor(of)] : [];
  });
}
