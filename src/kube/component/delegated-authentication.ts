/**
 * Who the callers of a component are: it looks up, in the cluster, which authorities it may trust.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver pkg/server/options/authentication.go
 *             (ApplyTo), pkg/server/dynamiccertificates/configmap_cafile_content.go,
 *             pkg/authentication/request/headerrequest/requestheader_controller.go
 * Acts as     authentication
 * Simplified  what is in the ConfigMap and in the files of authorities is not read: where there is
 *             any authority for clients, a client says its name and is believed, else it is
 *             anonymous; there are no tokens, so none is reviewed
 */
import { minutes } from '#base';
import { type Procedure, runProcedure } from '#kernel';
import { CONFIG_MAPS } from '../api/resources';
import { ANONYMOUS, userOf } from '../api/users';
import { waitForNamedCacheSync } from '../client/cache-sync';
import { errorText, type RestClient } from '../client/rest-client';
import { SharedInformer } from '../client/shared-informer';
import { type DelegatingParts, delegatedClient } from './delegated-config';

/** What API servers write for those who delegate. Source: authenticationConfigMapName. */
const NAMESPACE = 'kube-system';
const CONFIG_MAP = 'extension-apiserver-authentication';
const READER_ROLE = 'extension-apiserver-authentication-reader';
const RESYNC_PERIOD = minutes(12 * 60);
const FORBIDDEN = 403;
const NOT_FOUND = 404;

const CLIENT_CA = 'client-ca-file';
const HEADER_CA = 'requestheader-client-ca-file';
const HEADERS = 'RequestHeaderAuthRequestController';
const ABOUT: Readonly<Record<string, string>> = {
  [CLIENT_CA]: 'client certificate authentication',
  [HEADER_CA]: 'request-header client certificate authentication',
};

export class DelegatedAuthentication {
  readonly #parts: DelegatingParts;
  #client: RestClient | undefined;
  /** What is followed while it serves. */
  readonly #followed: string[] = [];

  constructor(parts: DelegatingParts) {
    this.#parts = parts;
  }

  /** @returns with what words the command ends; "" when it does not. */
  *applyTo(): Procedure<string> {
    const { flag } = this.#parts;
    const found = delegatedClient(this.#parts, 'authentication');
    // Both getClient and ApplyTo say it.
    const failed = 'failed to get delegated authentication kubeconfig: ';
    if (!found.ok) return failed + failed + found.message;
    this.#client = found.client;
    if (flag('authentication-skip-lookup') === true) return '';
    if (flag('client-ca-file') === '' && this.#mayLookUp(CLIENT_CA)) this.#followed.push(CLIENT_CA);
    if (flag(HEADER_CA) !== '' || !this.#mayLookUp(HEADER_CA)) return '';
    const error = yield* this.#lookUp();
    if (error === '') this.#followed.push(HEADER_CA, HEADERS);
    else if (flag('authentication-tolerate-lookup-failure') !== true) {
      return `unable to load configmap based request-header-client-ca-file: ${error}`;
    } else this.#tolerate(error);
    return '';
  }

  /** The authorities are followed from now on: the server serves. */
  run(): void {
    for (const what of this.#followed) this.#follow(what);
  }

  /** Whom a caller counts as who calls itself so. */
  userOf(claimed: string): string {
    const { flag } = this.#parts;
    const trusts = this.#followed.includes(CLIENT_CA) || flag('client-ca-file') !== '';
    return trusts ? userOf(claimed) : ANONYMOUS;
  }

  #mayLookUp(key: string): boolean {
    if (this.#client) return true;
    const where = `configmap/${CONFIG_MAP} in ${NAMESPACE}`;
    const why = `No authentication-kubeconfig provided in order to lookup ${key} in ${where}`;
    this.#warn(`${why}, so ${ABOUT[key]} won't work.`);
    return false;
  }

  /** @returns the error; "" also where the ConfigMap is not there yet. */
  *#lookUp(): Procedure<string> {
    const client = this.#client as RestClient;
    const got = yield* client.get(CONFIG_MAPS, NAMESPACE, CONFIG_MAP);
    if (got.ok || got.status?.code === NOT_FOUND) return '';
    if (got.status?.code === FORBIDDEN) {
      const create = `kubectl create rolebinding -n ${NAMESPACE} ROLEBINDING_NAME`;
      const fix = `'${create} --role=${READER_ROLE} --serviceaccount=YOUR_NS:YOUR_SA'`;
      const what = `Unable to get configmap/${CONFIG_MAP} in ${NAMESPACE}.`;
      this.#warn(`${what}  Usually fixed by ${fix}`);
    }
    return errorText(got);
  }

  #tolerate(error: string): void {
    const flag = '--authentication-tolerate-lookup-failure=false';
    this.#warn(`Error looking up in-cluster authentication configuration: ${error}`);
    const anonymous = 'This may treat all requests as anonymous.';
    this.#warn(`Continuing without authentication configuration. ${anonymous}`);
    this.#warn(`To require authentication configuration lookup to succeed, set ${flag}`);
  }

  /** Each has an informer of its own, though all read the same object. */
  #follow(what: string): void {
    const { process } = this.#parts;
    const actor = `${process.name}/authentication`;
    const name = what === HEADERS ? what : `client-ca::${NAMESPACE}::${CONFIG_MAP}::${what}`;
    const began = what === HEADERS ? `Starting ${what}` : `"Starting controller" name="${name}"`;
    process.log(actor, 'info', began);
    const informer = new SharedInformer({
      process,
      actor: `${actor}/${what === HEADERS ? 'requestheader' : what}`,
      client: this.#client as RestClient,
      of: CONFIG_MAPS,
      namespace: NAMESPACE,
      fieldSelector: `metadata.name=${CONFIG_MAP}`,
      resyncPeriod: RESYNC_PERIOD,
    });
    informer.start();
    runProcedure(waitForNamedCacheSync({ process, actor }, name, [informer]), () => {});
  }

  #warn(message: string): void {
    const { process, actor } = this.#parts;
    process.log(actor, 'warning', message);
  }
}
