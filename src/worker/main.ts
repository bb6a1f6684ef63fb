/**
 * The module worker: a thin shell over the session. It runs ahead in slices, sends finished rows,
 * and never answers questions.
 */
import { asTime, type Result } from '#base';
import {
  checkScenario,
  type FromWorker,
  formatFault,
  MESSAGE_VERSION,
  type Scenario,
  type ToWorker,
} from '#protocol';
import {
  type CompiledScenario,
  type Components,
  catalogue,
  compileWith,
  type JsonPathResults,
  type KnownGates,
  type KubeconfigParts,
  type KubectlCommands,
  type LoadedParts,
  needsJsonPath,
  needsKindRules,
  Run,
  readsKubeconfig,
  STEP_SCHEMAS,
} from '#session';
import { buffersOf } from '#trace';

/** Tasks a slice; a slice lasts some milliseconds, so a command is heard soon. */
const TASKS_A_SLICE = 4_000;
/** The same while nothing was sent yet: the page shows the first rows as soon as there are some. */
const TASKS_A_FIRST_SLICE = 500;
/** Fewest records worth a message while a run goes on. */
const RECORDS_A_BLOCK = 4_000;

/** Longest silence while something runs, ms: the page takes a silent worker to be gone. */
const ALIVE_EVERY_MS = 1_000;

interface Current {
  readonly runId: number;
  readonly run: Run;
  readonly startedAt: number;
  sent: number;
}

let current: Current | undefined;

/** When the page last heard something. */
let lastWord = 0;

const post = (message: FromWorker, transfer: Transferable[] = []): void => {
  lastWord = performance.now();
  self.postMessage(message, { transfer });
};

function sendBlock({ runId, run }: Current): void {
  const block = run.cluster.sim.recorder.takeBlock();
  if (block) post({ kind: 'block', runId, block, reached: run.now }, buffersOf(block));
}

/** One slice; the next one waits its turn behind messages that have come in. */
function slice(job: Current): void {
  if (current !== job) return;
  try {
    const first = job.sent === 0;
    const over = job.run.advance(first ? TASKS_A_FIRST_SLICE : TASKS_A_SLICE);
    const unsent = job.run.table.length - job.sent;
    if (over || unsent >= (first ? 1 : RECORDS_A_BLOCK)) {
      sendBlock(job);
      job.sent = job.run.table.length;
    }
    if (!over) {
      if (performance.now() - lastWord > ALIVE_EVERY_MS) post({ kind: 'alive', runId: job.runId });
      next.postMessage(job.runId);
      return;
    }
    const wallSeconds = (performance.now() - job.startedAt) / 1_000;
    post({ kind: 'done', runId: job.runId, summary: job.run.summary(wallSeconds) });
  } catch (error) {
    sendBlock(job);
    post({ kind: 'crashed', runId: job.runId, message: (error as Error).message });
  }
  current = undefined;
}

const channel = new MessageChannel();
const next = channel.port1;
channel.port2.onmessage = () => {
  if (current) slice(current);
};

/** Number of the run that was asked for last. */
let wanted = 0;

/** Every run needs it; it comes while the page still reads the document. */
const hookBodies = import('./hook-bodies');

/** YAML is read only for documents that bring manifests; others do not load it. */
async function manifestReader({ spec }: Scenario): Promise<LoadedParts['readManifest']> {
  const needed = (spec.apiServers ?? []).some(({ manifest }) => manifest !== undefined);
  return needed ? (await import('./manifests')).flagsOfManifest : undefined;
}

type LinesPart = typeof import('./kubectl-lines');

/** Lines are read, and answers made tables, only for documents that have lines. */
async function kubectlLines(scenario: Scenario): Promise<LinesPart | undefined> {
  const needed = (scenario.spec.timeline ?? []).some(({ kubectl }) => kubectl !== undefined);
  return needed ? await import('./kubectl-lines') : undefined;
}

/** Their requests are loaded only for documents that have some. */
const COMMANDS = ['apply', 'create', 'replace', 'delete', 'patch', 'scale'];

async function kubectlCommands({ spec }: Scenario): Promise<KubectlCommands | undefined> {
  const needed = (spec.timeline ?? []).some((step) => COMMANDS.some((verb) => verb in step));
  return needed ? (await import('./kubectl-commands')).KUBECTL_COMMANDS : undefined;
}

/** Components beside the API servers are loaded only for documents that have some. */
async function components({ spec }: Scenario): Promise<Components | undefined> {
  const needed = [...(spec.controllerManagers ?? []), ...(spec.schedulers ?? [])].length > 0;
  return needed ? (await import('./components')).COMPONENTS : undefined;
}

/** Kubeconfig files are read only for documents that bring some, or flags that do without. */
async function kubeconfigs({ spec }: Scenario): Promise<KubeconfigParts | undefined> {
  const all = [...(spec.controllerManagers ?? []), ...(spec.schedulers ?? [])];
  return all.some(readsKubeconfig) ? (await import('./kubeconfigs')).KUBECONFIGS : undefined;
}

/** The list of feature gates is loaded only for documents that give some. */
async function gates({ spec }: Scenario): Promise<KnownGates | undefined> {
  const { apiServers, controllerManagers, schedulers } = spec;
  const flags = JSON.stringify([apiServers, controllerManagers, schedulers]);
  const needed = /feature[-_]gates/.test(flags);
  return needed ? (await import('./known-gates')).knownGates : undefined;
}

/** Rules of kinds such as Pods are loaded only where something can make such objects. */
async function kindRules(scenario: Scenario) {
  if (!needsKindRules(scenario)) return undefined;
  const { KIND_RULES } = await import('./kind-rules');
  return { kindRules: KIND_RULES };
}

/** Paths are looked up only for expectations that have some. */
async function jsonPath({ spec }: Scenario): Promise<JsonPathResults | undefined> {
  const needed = (spec.expect ?? []).some(needsJsonPath);
  return needed ? (await import('./json-path')).jsonPathResults : undefined;
}

async function compile(document: unknown): Promise<Result<CompiledScenario>> {
  const checked = checkScenario(document, { steps: STEP_SCHEMAS });
  if (!checked.ok) return checked;
  const scenario = checked.value;
  const lines = await kubectlLines(scenario);
  const { HOOK_BODIES } = await hookBodies;
  return compileWith(scenario, {
    readManifest: await manifestReader(scenario),
    commands: await kubectlCommands(scenario),
    lines: lines?.KUBECTL_LINES,
    hookBodies: {
      ...HOOK_BODIES,
      ...(await kindRules(scenario)),
      transforms: lines?.responseTransforms,
      openApi: lines?.openApiDocument,
    },
    components: await components(scenario),
    kubeconfigs: await kubeconfigs(scenario),
    gates: await gates(scenario),
    jsonPath: await jsonPath(scenario),
  });
}

async function check({ checkId, document }: Extract<ToWorker, { kind: 'check' }>): Promise<void> {
  try {
    const compiled = await compile(document);
    post({ kind: 'checked', checkId, faults: compiled.ok ? [] : compiled.faults });
  } catch (error) {
    // What breaks here would break the run: it is told where the faults are told.
    const fault = { path: 'document', reason: (error as Error).message };
    post({ kind: 'checked', checkId, faults: [fault] });
  }
}

async function start({ runId, scenario }: Extract<ToWorker, { kind: 'run' }>): Promise<void> {
  const startedAt = performance.now();
  try {
    const compiled = await compile(scenario);
    if (runId !== wanted) return;
    if (!compiled.ok) {
      post({ kind: 'refused', runId, faults: compiled.faults });
      return;
    }
    current = { runId, run: new Run(compiled.value), startedAt, sent: 0 };
  } catch (error) {
    post({ kind: 'crashed', runId, message: (error as Error).message });
    return;
  }
  slice(current);
}

/** Runs a seed in one go: who explores has workers of his own for it. */
async function explore({ scenario }: Extract<ToWorker, { kind: 'explore' }>): Promise<void> {
  try {
    const [compiled, { exploreRun }] = await Promise.all([compile(scenario), import('./explore')]);
    if (compiled.ok) post({ kind: 'explored', result: exploreRun(compiled.value) });
    else post({ kind: 'unexplored', reason: compiled.faults.map(formatFault).join('; ') });
  } catch (error) {
    post({ kind: 'unexplored', reason: (error as Error).message });
  }
}

/** What files become is read by code that is loaded when somebody opens some. */
async function open({
  openId,
  files,
  current: onScreen,
}: Extract<ToWorker, { kind: 'open' }>): Promise<void> {
  try {
    const { openFiles } = await import('./open-files');
    post({ kind: 'opened', openId, opened: openFiles(files, onScreen) });
  } catch (error) {
    const faults = files.map(({ name }) => ({ path: name, reason: (error as Error).message }));
    post({ kind: 'opened', openId, opened: { kind: 'refused', faults } });
  }
}

async function show({ runId, file }: Extract<ToWorker, { kind: 'show' }>): Promise<void> {
  try {
    const { readTrace } = await import('./open-files');
    if (runId !== wanted) return;
    const shown = readTrace(file);
    if (!shown.ok) {
      post({ kind: 'refused', runId, faults: shown.faults });
      return;
    }
    const { block, summary } = shown.value;
    const reached = asTime(Math.round(summary.virtualSeconds * 1_000_000));
    if (block) post({ kind: 'block', runId, block, reached }, buffersOf(block));
    post({ kind: 'done', runId, summary });
  } catch (error) {
    // Lines that read as records may still hold what no run writes.
    const faults = [{ path: file.name, reason: (error as Error).message }];
    post({ kind: 'refused', runId, faults });
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'open') {
    void open(data);
  } else if (data.kind === 'check') {
    void check(data);
  } else if (data.kind === 'explore') {
    void explore(data);
  } else if (data.kind === 'cancel') {
    if (data.runId !== wanted) return;
    current = undefined;
    wanted = 0;
  } else {
    current = undefined;
    wanted = data.runId;
    void (data.kind === 'run' ? start(data) : show(data));
  }
};

post({ kind: 'catalogue', version: MESSAGE_VERSION, catalogue: catalogue() });
