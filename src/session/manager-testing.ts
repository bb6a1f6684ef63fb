/** For tests of a controller manager in a whole cluster: its run, what it left, who asks it. */
import { asTime, NO_DURATION, seconds } from '#base';
import { runProcedure } from '#kernel';
import { errorText, RpcRestClient } from '#kube';
import { compileScenario } from './compile-scenario';
import { Run } from './run';
import { apiServers, recordsOf, scenarioOf } from './testing';

export const MANAGER = 'kube-controller-manager-a';

export interface Story {
  readonly flags?: readonly string[];
  readonly kubernetes?: string;
  readonly seed?: number;
  readonly start?: 'pre-1.12';
  readonly objects?: readonly object[];
  readonly timeline?: readonly object[];
  readonly until?: string;
}

/** One API server from the start, and the controller manager five seconds later; not begun yet. */
export function managerRun({ flags = [], kubernetes = '1.27', seed = 5, start, ...rest }: Story) {
  const { objects = [], timeline = [], until = '40s' } = rest;
  const older = start === undefined ? {} : { start };
  const compiled = compileScenario(
    scenarioOf({
      ...{ seed, until, kubernetes, apiServers: apiServers(1), startDelay: '500ms' },
      controllerManagers: [{ name: MANAGER, startAt: '5s', flags: [...flags], ...older }],
      objects: objects as never[],
      timeline: timeline as never[],
    }),
  );
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  return new Run(compiled.value);
}

/** Runs it to its end. */
export function playManager(story: Story) {
  const run = managerRun(story);
  run.advance();
  const { table } = run;
  const logs = recordsOf(table, 'log')
    .filter(({ actor }) => actor.startsWith(MANAGER))
    .map(({ message }) => message);
  const asked = recordsOf(table, 'request').filter(({ client }) => client === MANAGER);
  const exits = recordsOf(table, 'process').filter(({ phase }) => phase === 'exited');
  return { table, logs, asked, exits };
}

/** What its HTTP server answers to a user when it has run for a while. */
export function askManager(story: Story, user: string, path: string): string | undefined {
  const run = managerRun(story);
  const { network, sim } = run.cluster;
  const startDelay = { min: NO_DURATION, max: NO_DURATION };
  const curl = network.addProcess({ name: 'curl', startDelay, boot: () => ({}) });
  const answers: string[] = [];
  sim.planStep(asTime(seconds(15)), () => curl.start());
  sim.planStep(asTime(seconds(16)), () => {
    const client = { process: curl, actor: 'curl', user, userAgent: 'curl', server: MANAGER };
    runProcedure(new RpcRestClient(client).raw(path), (answer) => {
      answers.push(answer.ok ? answer.object : errorText(answer));
    });
  });
  run.advance();
  return answers[0];
}
