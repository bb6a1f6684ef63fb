/**
 * Area `hooks`: what a server registers, what it takes over from the server behind it, how its
 * hooks are run, and what its paths answer.
 */
import { seconds } from '#base';
import {
  awaitMuxSignals,
  type HealthChecker,
  NOT_FOUND,
  type RunnableHook,
  type TextAnswer,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { isObject, type Json } from '../case';
import { ErrorFact, type Facts, PrefixFact, SetFact } from '../facts';
import { Fields, opAlone } from '../read-fields';
import { ServerRig } from '../server-rig';
import { describedChecks } from './healthz';

export const hooksAdapter: AreaAdapter = {
  area: 'hooks',
  calls: {
    AddPostStartHook: addPostStartHook,
    AddPreShutdownHook: addPreShutdownHook,
    RunPostStartHooks: (question) => runOf(question, 'post-start'),
    RunPreShutdownHooks: (question) => runOf(question, 'pre-shutdown'),
    request: (question) =>
      'delegate' in question.given ? requestToChain(question) : requestToOne(question),
    sequence: muxSequence,
    'build root over delegate, then add own signal': inheritedSignals,
  },
};

/** A hook that returns what the words say: `ok`, `error TEXT`; `still running` does not return. */
function hookOf(name: string, words: string, ran: (name: string) => void = () => {}): RunnableHook {
  const error = /^error (.*)$/s.exec(words)?.[1];
  if (error === undefined && words !== 'ok' && words !== 'still running') {
    throw new Unsupported(`hook ${name}: ${words} is not understood`);
  }
  return {
    name,
    type: 'post-start',
    run: (_hook, done) => {
      ran(name);
      if (words !== 'still running') done(error);
    },
  };
}

const idle = (name: string): RunnableHook => hookOf(name, 'ok');

function registrationOf(error: string | undefined, more: Facts): Answer {
  const errorPrefix = error === undefined ? null : new PrefixFact(error);
  return { facts: { error: new ErrorFact(error), errorPrefix, ...more } };
}

function functionOf({ when }: Question): RunnableHook | undefined {
  const asked = new Fields(when, 'when').only('op', 'name', 'func');
  const without = isObject(when) && when.func === null;
  return without ? undefined : idle(asked.text('name'));
}

const nameIn = ({ when }: Question): string => new Fields(when, 'when').text('name');

function addPostStartHook(question: Question): Answer {
  const given = new Fields(question.given, 'given').only(
    ...['hooks', 'hooksAlreadyRun', 'disabledPostStartHooks'],
  );
  const disabledPostStartHooks = given.texts('disabledPostStartHooks', []);
  const rig = new ServerRig(question, { disabledPostStartHooks });
  const { server } = rig;
  for (const name of given.texts('hooks', [])) server.addPostStartHook(name, idle(name));
  if (given.flag('hooksAlreadyRun', false)) rig.runPostStartHooks();
  const name = nameIn(question);
  const error = server.addPostStartHook(name, functionOf(question));
  const healthCheckAdded = server.checks.readyz.some(
    (check) => check.name === `poststarthook/${name}`,
  );
  return registrationOf(error, { registered: server.postStartHooks.has(name), healthCheckAdded });
}

function addPreShutdownHook(question: Question): Answer {
  const given = new Fields(question.given, 'given').only('hooks', 'preShutdownHooksCalled');
  const { server, runner } = new ServerRig(question);
  for (const name of given.texts('hooks', [])) server.addPreShutdownHook(name, idle(name));
  if (given.flag('preShutdownHooksCalled', false)) runner.runPreShutdownHooks(server, () => {});
  const name = nameIn(question);
  const error = server.addPreShutdownHook(name, functionOf(question));
  return registrationOf(error, { registered: server.preShutdownHooks.has(name) });
}

/** `NAME returns error TEXT`, `NAME returned nil`, `NAME still running`; or words by name. */
function givenHooks({ given }: Question): readonly (readonly [name: string, words: string])[] {
  const inputs = new Fields(given, 'given').only('hook', 'hooks');
  if (!inputs.has('hook')) {
    const hooks = inputs.inside('hooks');
    return hooks.names.map((name) => [name, hooks.text(name)]);
  }
  const [, name, words] = /^(\S+) (?:returns |returned )?(.+)$/s.exec(inputs.text('hook')) ?? [];
  if (name === undefined) throw new Unsupported('given.hook: not understood');
  return [[name, words === 'nil' ? 'ok' : words]];
}

function runOf(question: Question, type: 'post-start' | 'pre-shutdown'): Answer {
  new Fields(question.when, 'when').only('op');
  const rig = new ServerRig(question);
  const { server, runner } = rig;
  const ran = new Set<string>();
  const note = (name: string) => ran.add(name);
  const given = givenHooks(question);
  let error: string | undefined;
  if (type === 'post-start') {
    for (const [name, words] of given) server.addPostStartHook(name, hookOf(name, words, note));
    rig.live();
    rig.runPostStartHooks();
  } else {
    for (const [name, words] of given) server.addPreShutdownHook(name, hookOf(name, words, note));
    runner.runPreShutdownHooks(server, (text) => {
      error = text;
    });
  }
  const still = given.map(([name]) => [`${name}StillRuns`, ran.has(name)] as const);
  return {
    facts: {
      error: new ErrorFact(error),
      processExits: !rig.rig.process.running,
      fatalLog: rig.rig.logsSince(0, 'fatal')[0] ?? null,
      ...Object.fromEntries(still),
    },
  };
}

/** The path of `GET PATH`, and what is said behind it. */
function pathOf({ when }: Question): { readonly path: string; readonly afterHooks: boolean } {
  const words = new Fields(when, 'when').only('request').text('request');
  const [, path, rest = ''] = /^GET (\/\S*)(?: (.+))?$/.exec(words) ?? [];
  const afterHooks = rest === 'after all hooks are done';
  if (path === undefined || !(afterHooks || rest === '' || rest === '(index)')) {
    throw new Unsupported(`request ${words}: not understood`);
  }
  return { path, afterHooks };
}

function answerOf({ server }: ServerRig, url: string): Answer {
  const [path, query = ''] = url.split('?');
  const answers: TextAnswer[] = [];
  server.serve(path, query, (answer) => answers.push(answer));
  const [{ status, body } = NOT_FOUND] = answers;
  return { facts: { status, body, pathsSet: path === '/' ? pathsIn(body) : null } };
}

const pathsIn = (body: string): SetFact => new SetFact(JSON.parse(body).paths as readonly Json[]);

function requestToOne(question: Question): Answer {
  const rig = new ServerRig(question);
  for (const [name, words] of givenHooks(question)) {
    rig.server.addPostStartHook(name, hookOf(name, words));
  }
  rig.prepareRun();
  rig.runPostStartHooks();
  return answerOf(rig, pathOf(question).path);
}

function requestToChain(question: Question): Answer {
  const given = new Fields(question.given, 'given').only(
    ...['delegate', 'wrapping', 'priorityAndFairness', 'livezGracePeriod'],
  );
  const flags = [
    `--enable-priority-and-fairness=${given.flag('priorityAndFairness', true)}`,
    `--livez-grace-period=${given.count('livezGracePeriod', 0)}s`,
  ];
  const delegate = serverOf(question, given.inside('delegate'), flags, undefined);
  const wrapping = serverOf(question, given.inside('wrapping'), flags, delegate);
  wrapping.prepareRun();
  const { path, afterHooks } = pathOf(question);
  if (afterHooks) {
    wrapping.runPostStartHooks();
    wrapping.rig.advance(seconds(1));
  }
  return answerOf(wrapping, path);
}

function serverOf(
  question: Question,
  described: Fields,
  flags: readonly string[],
  behind: ServerRig | undefined,
): ServerRig {
  described.only('healthzChecks', 'postStartHooks', 'mux');
  const own = new Set(['ping', 'log']);
  const checks: readonly HealthChecker[] = describedChecks(described, 'healthzChecks').filter(
    ({ name }) => !own.has(name),
  );
  const rig = new ServerRig(question, { flags, checks, behind, genericHooks: true });
  for (const name of described.texts('postStartHooks', [])) {
    rig.server.addPostStartHook(name, idle(name));
  }
  const mux = described.inside('mux');
  for (const path of mux.names) {
    const status = mux.httpCode(path);
    rig.server.handle(path, (_query, reply) => reply({ status, contentType: '', body: '' }));
  }
  return rig;
}

function muxSequence(question: Question): Answer {
  const given = new Fields(question.given, 'given').only('registeredSignals');
  const { server } = new ServerRig(question);
  for (const name of given.texts('registeredSignals')) {
    server.registerMuxAndDiscoveryCompleteSignal(name);
  }
  let complete = false;
  const signalled: boolean[] = [];
  for (const step of new Fields(question.when, 'when').only('sequence').texts('sequence')) {
    const name = /^close (\S+)$/.exec(step)?.[1];
    if (step === 'start server') {
      awaitMuxSignals(server, () => {
        complete = true;
      });
    } else if (name !== undefined && server.muxSignals.has(name)) {
      server.muxSignals.get(name)?.close();
    } else throw new Unsupported(`step ${step}: not understood`);
    signalled.push(complete);
  }
  return { facts: { muxAndDiscoveryCompleteSignalled: signalled } };
}

function inheritedSignals(question: Question): Answer {
  opAlone(question.when);
  const given = new Fields(question.given, 'given').only('delegateSignals', 'rootOwnSignals');
  const delegate = new ServerRig(question);
  for (const name of given.texts('delegateSignals', [])) {
    delegate.server.registerMuxAndDiscoveryCompleteSignal(name);
  }
  const { server } = new ServerRig(question, { behind: delegate });
  const countBefore = server.muxSignals.size;
  for (const name of given.texts('rootOwnSignals', [])) {
    server.registerMuxAndDiscoveryCompleteSignal(name);
  }
  return { facts: { countBefore, countAfter: server.muxSignals.size } };
}
