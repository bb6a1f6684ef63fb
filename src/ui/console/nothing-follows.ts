/** Which lines leave an object that nothing in this model acts on. */

const WORKLOADS = new Set([
  ...['pod', 'deployment', 'replicaset', 'statefulset', 'daemonset', 'job', 'cronjob'],
  'replicationcontroller',
]);
/** What kubectl says of an object that it has stored, its kind with a group where it has one. */
const STORED = /^([a-z]+)(?:\.\S+)?\/\S+ (?:created|configured|replaced|scaled)$/;

/** Whether the output of a line tells of a workload that a real cluster would go on with. */
export function nothingFollows(output: string): boolean {
  return output.split('\n').some((line) => WORKLOADS.has(STORED.exec(line)?.[1] ?? ''));
}
