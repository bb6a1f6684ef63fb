/** What the verbs of a line share: its client, what it says, and how it visits objects. */
import { groupKindOf, type ResourceType, type Selection } from '#console';
import type { Procedure, Process } from '#kernel';
import type { Seq } from '#trace';
import type { KubeList, KubeObject } from '../api/objects';
import { apiVersionOf } from '../api/resources';
import { isTable, type Table } from '../api/table';
import type { FormOptions, ListOptions, RestClient, RestResult } from '../client/rest-client';
import type { Profile } from '../profile';
import { enhanceListError, failuresText, isNotFound } from './errors';

export type Failed = Extract<RestResult<unknown>, { ok: false }>;

/** An object that a builder found. Upstream: resource.Info. */
export interface Info {
  readonly of: ResourceType;
  readonly namespace: string;
  readonly name: string;
  /** undefined where the verb needs none. A table stands for itself, and has no name. */
  readonly object: KubeObject | Table | undefined;
}

export interface Visit {
  readonly infos: readonly Info[];
  readonly failures: readonly Failed[];
  /** The last list's; "" when nothing was listed. */
  readonly resourceVersion: string;
}

export interface VisitOptions {
  /** Most objects of one answer; 0 for no limit. */
  readonly chunkSize: number;
  /** Whether objects named one by one are asked for. */
  readonly need?: boolean;
  readonly form?: FormOptions | undefined;
}

function infosOf(of: ResourceType, body: KubeList | Table): readonly Info[] {
  if (isTable(body)) return [{ of, namespace: '', name: '', object: body }];
  return body.items.map((object) => {
    const { namespace = '', name = '' } = object.metadata;
    return { of, namespace, name, object };
  });
}

export class LineCall {
  readonly process: Process;
  readonly client: RestClient;
  /** Of kubectl itself. */
  readonly profile: Profile;
  /** Of the server that is asked. */
  readonly served: Profile;
  /** URL of the server. */
  readonly address: string;
  readonly actor: string;
  /** The step's record; every record of the line names it. */
  readonly #step: Seq;
  readonly #warned = new Set<string>();
  /** Whether something failed, which is kubectl's exit code. */
  failed = false;

  constructor(parts: {
    readonly process: Process;
    readonly client: RestClient;
    readonly profile: Profile;
    readonly served: Profile;
    readonly address: string;
    readonly actor: string;
    readonly step: Seq;
  }) {
    this.process = parts.process;
    this.client = parts.client;
    this.profile = parts.profile;
    this.served = parts.served;
    this.address = parts.address;
    this.actor = parts.actor;
    this.#step = parts.step;
  }

  /** A line on the terminal. */
  say(message: string, level: 'info' | 'warning' | 'error' = 'info'): void {
    const { sim } = this.process;
    sim.writeAlso('log', this.actor, { level, message }, this.#also());
    if (level === 'error') this.failed = true;
  }

  /** What an answer warned of, each once. Upstream: rest.NewWarningWriter. */
  warn(text: string): void {
    if (this.#warned.has(text)) return;
    this.#warned.add(text);
    this.say(`Warning: ${text}`, 'warning');
  }

  fail(failures: readonly Failed[]): void {
    if (failures.length > 0) this.say(failuresText(failures), 'error');
  }

  /** Objects on the terminal: which, at which revision. The page prints them from the archive. */
  print(outcome: string, objects: readonly (readonly [ResourceType, KubeObject])[], reason = '') {
    const saw = objects.map(([of, { metadata }]) => ({
      kind: of.kind,
      ...(metadata.namespace ? { namespace: metadata.namespace } : {}),
      name: metadata.name ?? '',
      resourceVersion: metadata.resourceVersion ?? '',
      apiVersion: apiVersionOf(of),
    }));
    this.#decide('PrintObj', outcome, reason, saw);
  }

  /** The line is over. */
  end(line: string, code: number): void {
    this.#decide('Execute', `exit ${code}`, line, []);
  }

  #decide(name: string, outcome: string, reason: string, saw: readonly unknown[]): void {
    const { sim } = this.process;
    sim.writeAlso('decision', this.actor, { name, outcome, reason, saw }, this.#also());
  }

  #also(): readonly Seq[] {
    return this.process.sim.cause === this.#step ? [] : [this.#step];
  }

  /**
   * Finds the objects of a selection. Failures do not stop it: each object is tried.
   *
   */
  *visit(selection: Selection, asked: VisitOptions): Procedure<Visit> {
    const { need = true, form } = asked;
    const { targets, namespace } = selection;
    const infos: Info[] = [];
    const failures: Failed[] = [];
    let resourceVersion = '';
    if (targets.kind === 'lists') {
      for (const of of targets.types) {
        const found = yield* this.list(of, selection, asked);
        infos.push(...found.infos);
        failures.push(...found.failures);
        resourceVersion = found.resourceVersion;
      }
      return { infos, failures, resourceVersion };
    }
    for (const { of, name } of targets.items) {
      const where = of.namespaced ? namespace : '';
      const result = need ? yield* this.client.get(of, where, name, form) : undefined;
      if (result?.ok === false) failures.push(result);
      else infos.push({ of, namespace: where, name, object: result?.object });
    }
    return { infos, failures, resourceVersion };
  }

  /** All objects of a type, page by page. Upstream: Selector.Visit. */
  *list(of: ResourceType, selection: Selection, asked: VisitOptions): Procedure<Visit> {
    const { chunkSize, form } = asked;
    const { labelSelector, fieldSelector } = selection;
    const namespace = of.namespaced ? selection.namespace : '';
    const infos: Info[] = [];
    let resourceVersion = '';
    let place: string | undefined;
    do {
      const options: ListOptions = { ...form, labelSelector, fieldSelector, limit: chunkSize };
      const paged = place === undefined ? options : { ...options, continue: place };
      const result = yield* this.client.list(of, namespace, paged);
      if (!result.ok) {
        const subject = `${of.group}/${of.version}, Resource=${of.resource}`;
        const by = {
          subject,
          labelSelector: labelSelector ?? '',
          fieldSelector: fieldSelector ?? '',
        };
        return { infos, failures: [enhanceListError(result, by)], resourceVersion };
      }
      infos.push(...infosOf(of, result.object));
      resourceVersion = result.object.metadata.resourceVersion ?? '';
      place = result.object.metadata.continue;
    } while (place !== undefined && place !== '');
    return { infos, failures: [], resourceVersion };
  }
}

/** Without the failures that an --ignore-not-found passes over. */
export const heard = (failures: readonly Failed[], ignore: boolean): readonly Failed[] =>
  ignore ? failures.filter((failed) => !isNotFound(failed)) : failures;

/** `service/web`, `lease.coordination.k8s.io/x`. */
export const titleOf = ({ of, name }: Pick<Info, 'of' | 'name'>): string =>
  `${groupKindOf(of)}/${name}`;

export const isKnown = (object: KubeObject | Table | undefined): object is KubeObject =>
  object !== undefined && !isTable(object);
