/**
 * Takes in flow schemas and priority levels, all of them at each change, and says in the status of
 * each schema whether its level is there.
 *
 * Upstream    kubernetes v1.33 staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go
 *             (configController: Run, processNextWorkItem, digestConfigObjects), PR 110173 (apply)
 * Acts as     priority-and-fairness-config
 * Runs when   --enable-priority-and-fairness and the gate APIPriorityAndFairness are on
 * Blocks      nothing: the hook is done at once
 * If it is slow, if it fails   a failed round comes again after 200 ms, twice as long each time
 * Reads       the shared informers of both kinds
 * Writes      the condition Dangling of FlowSchemas (apply of the status)
 * Simplified  requests are not queued, so levels become no queues, and nothing is borrowed; the
 *             schemas are dealt with in order of their names (upstream: in that of a Go map)
 */
import { millis, minutes, seconds } from '#base';
import type { Procedure } from '#kernel';
import { semanticDeepEqual } from '../../../api/equality';
import type { ApiResource, KubeObject } from '../../../api/objects';
import { apiVersionOf } from '../../../api/resources';
import { formatTime } from '../../../api/timestamps';
import { errorText, reasonOf } from '../../../client/rest-client';
import { printAggregate } from '../../options/aggregate';
import type { ServerContext, ServerInformer } from '../../server-context';
import { InformedController, type SyncAgain } from '../informed-controller';
import { flowControlKinds } from '../priority-and-fairness-config-producer/flow-control-kinds';
import {
  brokenLevel,
  danglingCondition,
  type FlowSchemaCondition,
  RecentWrites,
} from './decide-dangling';

/** Source: ConfigConsumerAsFieldManager. */
const FIELD_MANAGER = 'api-priority-and-fairness-config-consumer-v1';
/** One key stands for all objects. Source: configQueue. */
const ALL = '0';
/** Waits of a failed round, the longest 8 h. They are long, as other processes get in the way. */
const RETRY = { first: millis(200), longest: minutes(480) };
/** Wait of a schema that was written too often: 30 s, and up to 44 s more. */
const SHORTEST_DELAY_S = 30;
const LONGEST_MORE_S = 44;

interface Update {
  readonly schema: KubeObject;
  readonly condition: FlowSchemaCondition;
}

export class ConfigController {
  readonly #server: ServerContext;
  readonly #actor: string;
  readonly #of: ApiResource;
  readonly #schemas: ServerInformer;
  readonly #levels: ServerInformer;
  readonly #recent = new RecentWrites();
  readonly #controller: InformedController;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#actor = server.actor('priority-and-fairness-config');
    const [schemas, levels] = flowControlKinds(server.switches);
    this.#of = schemas;
    this.#schemas = server.informers.informerFor(schemas);
    this.#levels = server.informers.informerFor(levels);
    const config = 'API Priority and Fairness config';
    this.#controller = new InformedController({
      server,
      actor: this.#actor,
      says: { start: `Starting ${config} controller`, stop: `Shutting down ${config} worker` },
      caches: [this.#levels, this.#schemas],
      workers: 1,
      onSynced: () => server.process.log(this.#actor, 'info', `Running ${config} worker`),
      sync: () => this.sync(),
      failure: (_key, error) => error,
      retry: RETRY,
    });
  }

  start(): void {
    const changed = () => this.#controller.add(ALL);
    const onChange = (...fields: readonly string[]) => ({
      onAdd: changed,
      onUpdate: (old: KubeObject, object: KubeObject) => {
        if (fields.some((field) => !semanticDeepEqual(old[field], object[field]))) changed();
      },
      onDelete: changed,
    });
    this.#levels.addEventHandler(onChange('spec'));
    this.#schemas.addEventHandler(onChange('spec', 'status'));
    this.#controller.start();
  }

  /** One round over all objects. Upstream: syncOne, digestConfigObjects. */
  *sync(): Procedure<string | SyncAgain | undefined> {
    const { process, loopback } = this.#server;
    const errors: string[] = [];
    const written: string[] = [];
    const now = process.ownTime();
    let delayed = false;
    for (const { schema, condition } of this.#digest()) {
      const { name = '' } = schema.metadata;
      const wait = this.#recent.tooMany(name, now);
      this.#decide(schema, condition, wait);
      delayed ||= wait;
      if (wait) continue;
      written.push(name);
      const { kind } = this.#of;
      const status = { conditions: [condition] };
      const applied = { apiVersion: apiVersionOf(this.#of), kind, metadata: { name }, status };
      const result = yield* loopback.applyStatus(this.#of, applied, FIELD_MANAGER);
      if (result.ok || reasonOf(result) === 'NotFound') continue;
      const text = `failed to set a status.condition for FlowSchema ${name}: ${errorText(result)}`;
      errors.push(text);
    }
    for (const name of written) this.#recent.add(name, now);
    if (errors.length > 0) return printAggregate(errors);
    return delayed ? { after: this.#delay() } : undefined;
  }

  /** The conditions that are not as they must be. Upstream: lockAndDigestConfigObjects. */
  #digest(): readonly Update[] {
    const { process, switches } = this.#server;
    const sound = new Set<string>();
    for (const level of this.#levels.list('')) {
      const { name = '' } = level.metadata;
      const broken = brokenLevel(level, switches.exemptLevelShares);
      if (broken === undefined) sound.add(name);
      else {
        const text = `Ignoring PriorityLevelConfiguration object ${name}`;
        process.log(this.#actor, 'warning', `${text} because its spec is broken: ${broken}`);
      }
    }
    const time = formatTime(process.wallMs());
    return this.#schemas.list('').flatMap((schema) => {
      const condition = danglingCondition(schema, sound, time);
      return condition ? [{ schema, condition }] : [];
    });
  }

  #decide({ metadata }: KubeObject, { status, reason = '' }: FlowSchemaCondition, wait: boolean) {
    const { name, resourceVersion } = metadata;
    this.#server.process.write('decision', this.#actor, {
      name: 'dangling',
      outcome: wait ? 'delay' : 'write',
      reason: wait ? 'it was written more than five times within a minute' : `${status}: ${reason}`,
      saw: [{ kind: this.#of.kind, name, resourceVersion }],
    });
  }

  #delay() {
    const stream = this.#server.process.random('priority-and-fairness-config');
    return seconds(SHORTEST_DELAY_S + stream.int(0, LONGEST_MORE_S));
  }
}
