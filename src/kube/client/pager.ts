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
  /** One list without pages takes the place of pages that have expired. Absent: it does. */
  readonly fullListIfExpired?: boolean;
}

export interface Listed {
  readonly result: RestResult<KubeList>;
  /** There was more than one page. */
  readonly paginated: boolean;
}

/** All pages as one list with the version of the first. */
export function* listPages(client: RestClient, listing: Listing): Procedure<Listed> {
  const { of, namespace, options, fullListIfExpired = true } = listing;
  const first = yield* client.list(of, namespace, options);
  if (!first.ok || !first.object.metadata.continue) return { result: first, paginated: false };
  const paginated = true;
  const items: KubeObject[] = [...first.object.items];
  let next: string | undefined = first.object.metadata.continue;
  while (next) {
    const { resourceVersion: _, resourceVersionMatch: __, ...rest } = options;
    const page: RestResult<KubeList> = yield* client.list(of, namespace, {
      ...rest,
      continue: next,
    });
    if (!page.ok) {
      if (page.status?.reason !== 'Expired' || !fullListIfExpired) {
        return { result: page, paginated };
      }
      const result = yield* client.list(of, namespace, { ...options, limit: 0 });
      return { result, paginated };
    }
    items.push(...page.object.items);
    next = page.object.metadata.continue;
  }
  const { resourceVersion } = first.object.metadata;
  const object = { ...first.object, metadata: { resourceVersion }, items };
  return { result: { ...first, object }, paginated };
}
