/**
 * The objects that `create deployment`, `job` and `cronjob`, and `run`, make.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/create (create_deployment.go,
 *             create_job.go, create_cronjob.go), cmd/run/run.go, pkg/generate/versioned/run.go
 *             (BasicPod.Generate)
 * Simplified  a container whose image's name has a dot gets no random suffix; `run` takes no image
 *             by its form
 */
import type { CreateInput, Maker, NewObject } from './create-objects';
import { failing, misused } from './refusal';

/** A label or a variable: its name, and what it is. */
const PAIR = /^([^=]+)=([\s\S]*)$/;

const listOf = ({ values }: CreateInput, name: string): readonly string[] =>
  (values.get(name) ?? []).flatMap((text) => text.split(','));
const textOf = ({ values }: CreateInput, name: string): string => values.get(name)?.at(-1) ?? '';
const numberOf = ({ values }: CreateInput, name: string, otherwise: number): number =>
  Number(values.get(name)?.at(-1) ?? otherwise);

const words = (command: readonly string[], field = 'command') =>
  command.length === 0 ? {} : { [field]: command };

/** What an image is called without its registry, tag and digest. Upstream: buildPodSpec. */
function containerName(image: string): string {
  const [last = ''] = image.split('/').slice(-1);
  const [name] = last.split(/[:@]/);
  return name.replace(/[_.]/g, '-');
}

export const deployment: Maker = (input) => {
  const { name, namespace, command } = input;
  const images = listOf(input, 'image');
  if (images.length > 1 && command.length > 0) {
    throw failing('cannot specify multiple --image options and command');
  }
  const port = numberOf(input, 'port', -1);
  const containers = images.map((image, index) => ({
    name: containerName(image),
    image,
    ...words(command),
    ...(index === 0 && port >= 0 ? { ports: [{ containerPort: port }] } : {}),
  }));
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels },
    spec: {
      replicas: numberOf(input, 'replicas', 1),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  };
};

const jobSpec = (input: CreateInput, restartPolicy: string): NewObject => {
  const { name, command } = input;
  const containers = [{ name, image: textOf(input, 'image'), ...words(command) }];
  return { template: { spec: { containers, restartPolicy } } };
};

export const job: Maker = (input) => {
  if (textOf(input, 'image') === '') throw failing('either --image or --from must be specified');
  const { name, namespace } = input;
  const spec = jobSpec(input, 'Never');
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name, namespace }, spec };
};

export const cronJob: Maker = (input) => {
  const { name, namespace } = input;
  const spec = {
    schedule: textOf(input, 'schedule'),
    jobTemplate: {
      metadata: { name },
      spec: jobSpec(input, textOf(input, 'restart') || 'OnFailure'),
    },
  };
  return { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name, namespace }, spec };
};

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];

function pairsOf(texts: readonly string[], fault: (text: string) => string) {
  return texts.map((text) => {
    const [, key, value] = PAIR.exec(text) ?? [];
    if (key === undefined) throw failing(fault(text));
    return [key, value] as const;
  });
}

/** `run`: one Pod. */
export const runPod: Maker = (input) => {
  const { name, namespace, values, command } = input;
  const restartPolicy = textOf(input, 'restart') || 'Always';
  if (!RESTART_POLICIES.includes(restartPolicy)) {
    throw misused('kubectl run', `invalid restart policy: ${restartPolicy}`);
  }
  const labels = pairsOf(listOf(input, 'labels'), (text) => `unexpected label spec: ${text}`);
  const env = pairsOf(values.get('env') ?? [], (text) => `invalid env: ${text}`);
  const annotations = pairsOf(
    values.get('annotations') ?? [],
    (text) => `invalid annotation spec: ${text}`,
  );
  const port = textOf(input, 'port');
  const pull = textOf(input, 'image-pull-policy');
  const container = {
    name,
    image: textOf(input, 'image'),
    ...(pull === '' ? {} : { imagePullPolicy: pull }),
    ...words(command, textOf(input, 'command') === 'true' ? 'command' : 'args'),
    ...(env.length === 0 ? {} : { env: env.map(([key, value]) => ({ name: key, value })) }),
    ...(port === '' ? {} : { ports: [{ containerPort: Number(port) }] }),
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      labels: labels.length === 0 ? { run: name } : Object.fromEntries(labels),
      ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
    },
    spec: { containers: [container], dnsPolicy: 'ClusterFirst', restartPolicy },
  };
};
