/**
 * Keeps the default ServiceCIDR, which the flag --service-cluster-ip-range gives: makes it, says
 * that it is ready, warns where it is unlike the flag.
 *
 * Upstream    kubernetes v1.33
 *             pkg/controlplane/controller/defaultservicecidr/default_servicecidr_controller.go
 * Acts as     kubernetes-service-cidr-controller
 * Runs when   the gate MultiCIDRServiceAllocator is on
 * Blocks      /readyz, until the ServiceCIDR is there
 * If it is slow, if it fails   it tries again after 100 ms; later every 10 s
 * Reads       an informer of its own for the one ServiceCIDR
 * Writes      the ServiceCIDR kubernetes (create, update, status), Events
 * Simplified  the status is written by PUT and not by server-side apply; a server whose create
 *             comes second looks at the object at its next look; in 1.29 and 1.30 (alpha) it does
 *             nothing
 */
import { type HostedMachine, hostMachine, type Procedure } from '#kernel';
import { CONDITION_READY, cidrsOf, DEFAULT_SERVICE_CIDR_NAME } from '../../../api/networking';
import type { KubeObject } from '../../../api/objects';
import { apiVersionOf } from '../../../api/resources';
import { formatTime } from '../../../api/timestamps';
import { CoreEventRecorder } from '../../../client/core-event-recorder';
import { errorText, reasonOf } from '../../../client/rest-client';
import { SharedInformer } from '../../../client/shared-informer';
import { addressResources } from '../../allocators/service-cidrs';
import type { ServerContext } from '../../server-context';
import { planServiceCIDR } from './decide-service-cidr';
import { serviceCIDRMachine } from './service-cidr-machine';

const CONTROLLER = 'kubernetes-service-cidr-controller';
const ERROR = 'KubernetesDefaultServiceCIDRError';
const INCONSISTENT = 'KubernetesDefaultServiceCIDRInconsistent';
const READY_MESSAGE = 'Kubernetes default Service CIDR is ready';

export class DefaultServiceCIDRController {
  readonly #server: ServerContext;
  readonly #actor: string;
  readonly #informer: SharedInformer;
  readonly #recorder: CoreEventRecorder;
  /** In the order of the flag. */
  readonly #cidrs: readonly string[];
  #machine: HostedMachine | undefined;
  #started: () => void = () => {};
  #toldMismatch = false;
  #toldNotReady = false;
  /** The same again is not told. */
  #lastPlan = '';

  constructor(server: ServerContext) {
    const { process, loopback, switches, options } = server;
    const client = loopback;
    this.#server = server;
    this.#actor = server.actor(CONTROLLER);
    const { primaryServiceRange: primary, secondaryServiceRange: secondary } = options;
    this.#cidrs = secondary === undefined ? [primary] : [primary, secondary];
    this.#informer = new SharedInformer({
      process,
      actor: `${this.#actor}/informer`,
      client,
      of: addressResources(switches).ranges,
      fieldSelector: `metadata.name=${DEFAULT_SERVICE_CIDR_NAME}`,
    });
    const parts = { process, actor: this.#actor, client, component: CONTROLLER };
    this.#recorder = new CoreEventRecorder(parts);
  }

  /** @param started told when the ServiceCIDR is there. Upstream: Start. */
  start(started: () => void): void {
    const { process, stop, run } = this.#server;
    this.#started = started;
    process.log(this.#actor, 'info', `Starting ${CONTROLLER}`);
    this.#informer.start();
    const effects = {
      checkCache: () => {
        if (this.#informer.hasSynced) this.#later('cacheSynced');
      },
      sync: () =>
        run(this.#sync(), (ok) => this.#machine?.send({ type: ok ? 'syncDone' : 'syncFailed' })),
      started: () => this.#started(),
      leave: () => process.log(this.#actor, 'info', `Shutting down ${CONTROLLER}`),
    };
    const options = { actor: this.#actor, machine: serviceCIDRMachine, effects };
    this.#machine = hostMachine(process, options);
    stop.onClose(() => {
      this.#informer.stop();
      this.#recorder.shutdown();
      this.#machine?.send({ type: 'stopAsked' });
    });
  }

  /** One look. @returns whether the ServiceCIDR is there. */
  *#sync(): Procedure<boolean> {
    const object = this.#informer.get('', DEFAULT_SERVICE_CIDR_NAME);
    const { serviceCIDRMismatchTold } = this.#server.switches;
    const plan = planServiceCIDR(object, this.#cidrs, serviceCIDRMismatchTold);
    this.#decide(plan.kind, 'reason' in plan ? plan.reason : '', object);
    if (!object) return yield* this.#create();
    switch (plan.kind) {
      case 'addFamily':
        yield* this.#addFamily(object);
        break;
      case 'setReady':
        yield* this.#setReady(object);
        break;
      case 'mismatch':
        this.#tellMismatch(object);
        break;
      case 'notReady':
        if (!this.#toldNotReady) this.#recorder.warn(object, plan.reason, plan.message);
        this.#toldNotReady = serviceCIDRMismatchTold;
        break;
    }
    return true;
  }

  *#create(): Procedure<boolean> {
    const { loopback } = this.#server;
    const { of } = this.#informer;
    this.#log(`Creating default ServiceCIDR with CIDRs: ${goList(this.#cidrs)}`);
    const object: KubeObject = {
      kind: of.kind,
      apiVersion: apiVersionOf(of),
      metadata: { name: DEFAULT_SERVICE_CIDR_NAME },
      spec: { cidrs: this.#cidrs },
    };
    const made = yield* loopback.create(of, object);
    if (made.ok) yield* this.#setReady(made.object);
    if (made.ok || reasonOf(made) === 'AlreadyExists') return true;
    this.#log(`error trying to sync the default ServiceCIDR: ${errorText(made)}`);
    this.#recorder.warn(object, ERROR, 'The default ServiceCIDR can not be created');
    return false;
  }

  *#addFamily(object: KubeObject): Procedure<void> {
    const { loopback } = this.#server;
    const [was, is] = [goList(cidrsOf(object)), goList(this.#cidrs)];
    this.#log(`Updating default ServiceCIDR from single-stack (${was}) to dual-stack (${is})`);
    const next = { ...object, spec: { cidrs: this.#cidrs } };
    const written = yield* loopback.update(this.#informer.of, next);
    if (written.ok) return;
    const from = `from ${this.#cidrs[0]} to dual stack ${is} : ${errorText(written)}`;
    this.#log(`The default ServiceCIDR can not be updated ${from}`);
    this.#recorder.warn(object, ERROR, `The default ServiceCIDR can not be upgraded ${from}`);
  }

  *#setReady(object: KubeObject): Procedure<void> {
    const { loopback, process } = this.#server;
    const { of } = this.#informer;
    this.#log('Setting default ServiceCIDR condition Ready to True');
    const condition = {
      type: CONDITION_READY,
      status: 'True',
      lastTransitionTime: formatTime(process.wallMs()),
      reason: '',
      message: READY_MESSAGE,
    };
    const { resourceVersion: _, ...metadata } = object.metadata;
    const next: KubeObject = { ...object, metadata, status: { conditions: [condition] } };
    const written = yield* loopback.updateSubresource(of, next, 'status');
    if (written.ok) return;
    this.#log(`error updating default ServiceCIDR status: ${errorText(written)}`);
    const what = 'The default ServiceCIDR Status can not be set to Ready=True';
    this.#recorder.warn(object, ERROR, what);
  }

  /** Once in a life. */
  #tellMismatch(object: KubeObject): void {
    if (this.#toldMismatch) return;
    this.#toldMismatch = true;
    const [has, flags] = [goList(cidrsOf(object)), goList(this.#cidrs)];
    this.#log(
      `Inconsistent ServiceCIDR status for ${DEFAULT_SERVICE_CIDR_NAME}, controller ` +
        `configuration: ${flags}, ServiceCIDR configuration: ${has}. Configure the flags to ` +
        'match current ServiceCIDR or manually delete it.',
    );
    const message = `The default ServiceCIDR ${has} does not match the controller flag`;
    this.#recorder.warn(object, INCONSISTENT, `${message} configurations ${flags}`);
  }

  #decide(outcome: string, why: string, object: KubeObject | undefined): void {
    const seen = `${outcome}|${why}`;
    if (seen === this.#lastPlan) return;
    this.#lastPlan = seen;
    const { process } = this.#server;
    const { resourceVersion } = object?.metadata ?? {};
    const saw = object
      ? [{ kind: 'ServiceCIDR', name: DEFAULT_SERVICE_CIDR_NAME, resourceVersion }]
      : [];
    const has = object ? `it has ${goList(cidrsOf(object))}` : 'it is not there';
    const reason = why === '' ? `${has}, the flags ${goList(this.#cidrs)}` : why;
    process.write('decision', this.#actor, { name: 'sync', outcome, reason, saw });
  }

  #later(type: string): void {
    const { process } = this.#server;
    process.sim.schedule(process.sim.now, () => this.#machine?.send({ type }), process.life);
  }

  #log(message: string): void {
    this.#server.process.log(this.#actor, 'info', message);
  }
}

/** As Go prints a list. */
const goList = (texts: readonly string[]): string => `[${texts.join(' ')}]`;
