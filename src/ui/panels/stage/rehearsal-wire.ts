/** The wire of the made-up cluster: tasks in order of time, calls and messages as records. */
import { asTime } from '#base';
import { Recorder, type Seq } from '#trace';

interface Task {
  readonly at: number;
  readonly run: () => void;
}

export type Request = Readonly<Record<'verb' | 'group' | 'resource' | 'name', string>>;

export class RehearsalWire {
  readonly recorder = new Recorder(() => asTime(this.now));
  readonly dead = new Set<string>();
  now = 0;
  revision = 1;
  readonly #queue: Task[] = [];
  #random = 12_345;
  #request = 0;

  /** Runs tasks in order until there are none, or until that time. */
  play(untilUs: number): void {
    while (this.#queue.length > 0) {
      const next = this.#queue.shift() as Task;
      if (next.at > untilUs) break;
      this.now = next.at;
      next.run();
    }
  }

  at(at: number, run: () => void): void {
    const time = Math.round(at);
    let place = this.#queue.length;
    // Behind all tasks of that time or an earlier one.
    let low = 0;
    while (low < place) {
      const middle = (low + place) >> 1;
      if (this.#queue[middle].at <= time) low = middle + 1;
      else place = middle;
    }
    this.#queue.splice(place, 0, { at: time, run });
  }

  draw(low: number, high: number): number {
    this.#random = (this.#random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.round(low + ((high - low) * this.#random) / 2_147_483_648);
  }

  connect(client: string, server: string): void {
    this.recorder.write('connection', client, null, {
      client,
      server,
      phase: 'opened',
      reason: '',
    });
  }

  /** A request, its message, its answer and that one's message; `serve` runs in between. */
  call(client: string, server: string, request: Request, serve: (seq: Seq) => number): void {
    this.#request += 1;
    const id = this.#request;
    const rest = {
      version: 'v3',
      subresource: '',
      namespace: '',
      query: '',
      user: '',
      userAgent: '',
    };
    const fields = { id, client: `${client}/client`, server, ...request, ...rest };
    const asked = this.recorder.write('request', `${client}/client`, null, fields);
    const lost = this.isCut(client, server);
    const there = this.message(client, server, { of: asked, lost });
    if (lost) return;
    this.at(there + 900, () => {
      if (this.dead.has(server) || this.dead.has(client)) return;
      const code = serve(asked);
      const answer = { id, code, reason: '', resourceVersion: this.revision };
      const answered = this.recorder.write('response', server, asked, answer);
      this.message(server, client, { of: answered, lost: false });
    });
  }

  message(from: string, to: string, { of, lost }: { of: Seq; lost: boolean }): number {
    const arrivesAt = asTime(this.now + this.draw(200, 800));
    const fields = { of, sentAt: asTime(this.now), arrivesAt, from, to, lost };
    this.recorder.write('message', from, of, fields);
    return arrivesAt;
  }

  /** Whether messages of the client are lost now. */
  isCut(_client: string, _server: string): boolean {
    return false;
  }
}
