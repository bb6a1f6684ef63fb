/**
 * The group versions that APIServices leave to extension servers, and how requests for them end.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-aggregator/pkg/apiserver/handler_proxy.go
 *             (proxyHandler.ServeHTTP)
 * Simplified  no extension server is modelled, so every request ends here, also while the status of
 *             an APIService says that it is available
 */
import type { KubeObject } from '../../api/objects';
import type { TextAnswer } from '../../component/healthz';
import type { APIService } from '../registry/strategies/api-service';

export interface Extension {
  readonly group: string;
  readonly version: string;
  /** groupPriorityMinimum. */
  readonly priority: number;
}

export interface Extensions {
  /** The preferred versions of a group first. */
  list(): readonly Extension[];
  /** The answer to every request for one; undefined where the group version is served here. */
  refusal(group: string, version: string): TextAnswer | undefined;
}

/** Upstream: proxyError. */
const UNAVAILABLE: TextAnswer = {
  status: 503,
  contentType: 'text/plain; charset=utf-8',
  body: 'service unavailable\n',
};

const versionPriority = ({ spec }: APIService): number => spec?.versionPriority ?? 0;
const isRemote = ({ spec }: APIService): boolean => Boolean(spec?.service);

/** The APIServices that the server knows now. */
export interface ApiServices {
  get(namespace: string, name: string): KubeObject | undefined;
  list(namespace: string): readonly KubeObject[];
}

export const extensionsOf = (known: ApiServices): Extensions => ({
  list: () =>
    (known.list('') as readonly APIService[])
      .filter(isRemote)
      .toSorted((a, b) => versionPriority(b) - versionPriority(a))
      .map(({ spec: { group = '', version = '', groupPriorityMinimum: priority = 0 } = {} }) => ({
        ...{ group, version, priority },
      })),
  refusal: (group, version) => {
    const found = known.get('', `${version}.${group}`) as APIService | undefined;
    return found && isRemote(found) ? UNAVAILABLE : undefined;
  },
});
