/**
 * Lists page by page.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/pager/pager.go
 */
import type { Procedure } from '#kernel';
import type { ApiResource, KubeList, KubeObject } from '../api/objects';
import type { ListOptions, RestClient, RestResult } from './rest-client';

/** Objects that are asked for at once. Source: defaultPageSize. */
export const DEFAULT_PAGE_SIZE = 500;

/** What is listed. */
export interface Listing {
  readonly of: ApiResource;
  readonly namespace: string;
  readonly options: ListOptions;
}

/**
 * All pages as one list with the version of the first. When a later page has expired, one list
 * without pages takes its place.
 */
export function* listPages(client: RestClient, listing: Listing): Procedure<RestResult<KubeList>> {
  const { of, namespace, options } = listing;
  const first = yield* client.list(of, namespace, options);
  if (!first.ok || !first.object.metadata.continue) return first;
  const items: KubeObject[] = [...first.object.items];
  let next: string | undefined = first.object.metadata.continue;
  while (next) {
    const { resourceVersion: _, ...rest } = options;
    const page: RestResult<KubeList> = yield* client.list(of, namespace, {
      ...rest,
      continue: next,
    });
    if (!page.ok) {
      if (page.status?.reason !== 'Expired') return page;
      return yield* client.list(of, namespace, { ...options, limit: 0 });
    }
    items.push(...page.object.items);
    next = page.object.metadata.continue;
  }
  const { resourceVersion } = first.object.metadata;
  return { ...first, object: { ...first.object, metadata: { resourceVersion }, items } };
}
