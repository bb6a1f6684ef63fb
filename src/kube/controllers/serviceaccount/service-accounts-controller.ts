/**
 * Keeps a ServiceAccount `default` in each active namespace.
 *
 * Upstream    kubernetes v1.27 pkg/controller/serviceaccount/serviceaccounts_controller.go
 * Acts as     serviceaccount
 * Wakes on    Namespaces added or updated, ServiceAccounts deleted
 * Reads       informers of Namespaces and ServiceAccounts
 * Writes      ServiceAccounts (create)
 */
import { NO_DURATION } from '#base';
import type { Procedure } from '#kernel';
import { nameOf, namespaceOf } from '../../api/meta';
import type { KubeObject, Status } from '../../api/objects';
import { NAMESPACES, SERVICE_ACCOUNTS } from '../../api/resources';
import type { SharedInformer } from '../../client';
import { errorText, type RestClient, reasonOf } from '../../client/rest-client';
import { type Controller, type ControllerContext, KeyWorkers, type SyncEnd } from '../controller';

/** Source: startServiceAccountController. */
const WORKERS = 1;
/** Accounts that each namespace has. Source: DefaultServiceAccountsControllerOptions. */
const SERVICE_ACCOUNTS_TO_ENSURE = ['default'];
/** Source: DefaultServiceAccountsControllerOptions. */
const RESYNC = NO_DURATION;

export const makeServiceAccountsController = (context: ControllerContext): Controller =>
  new ServiceAccountsController(context);

class ServiceAccountsController implements Controller {
  readonly greeting = 'Starting service account controller';
  readonly #client: RestClient;
  readonly #accounts: SharedInformer;
  readonly #namespaces: SharedInformer;
  readonly #workers: KeyWorkers;

  constructor(context: ControllerContext) {
    this.#client = context.client();
    this.#accounts = context.informers.informerFor(SERVICE_ACCOUNTS);
    this.#namespaces = context.informers.informerFor(NAMESPACES);
    this.#workers = new KeyWorkers(context, {
      name: 'serviceaccount',
      workers: WORKERS,
      sync: (key) => this.#syncNamespace(key),
      failure: (key, error) => `${key} failed with : ${error}`,
    });
    const add = (key: string) => this.#workers.add(key);
    this.#accounts.addEventHandler({ onDelete: (account) => add(namespaceOf(account)) }, RESYNC);
    this.#namespaces.addEventHandler(
      {
        onAdd: (namespace) => add(nameOf(namespace)),
        onUpdate: (_, namespace) => add(nameOf(namespace)),
      },
      RESYNC,
    );
  }

  work(): void {
    this.#workers.start();
  }

  *#syncNamespace(name: string): Procedure<SyncEnd> {
    const namespace = this.#namespaces.get('', name);
    // Gone, or going: nothing is made in it.
    if (!namespace || !isActive(namespace)) return undefined;
    const failures: string[] = [];
    for (const account of SERVICE_ACCOUNTS_TO_ENSURE) {
      if (this.#accounts.get(name, account)) continue;
      const metadata = { name: account, namespace: name };
      const object: KubeObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata };
      const made = yield* this.#client.create(SERVICE_ACCOUNTS, object);
      if (made.ok || reasonOf(made) === 'AlreadyExists') continue;
      if (!isTerminating(made.status)) failures.push(errorText(made));
    }
    return failures.length > 0 ? failures.join(', ') : undefined;
  }
}

const isActive = ({ status }: KubeObject): boolean =>
  (status as { readonly phase?: string } | undefined)?.phase === 'Active';

/** The namespace is being deleted: a refusal that no other try would change. */
const isTerminating = (status: Status | undefined): boolean =>
  (status?.details?.causes ?? []).some(({ reason }) => reason === 'NamespaceTerminating');
