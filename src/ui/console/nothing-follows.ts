/** Which lines leave an object that nothing in this model acts on. */

/** What kubectl says of a workload that it has stored, with its group where it has one. */
const STORED =
  /^(pod|deployment|replicaset|statefulset|daemonset|job|cronjob|replicationcontroller)(\.\S+)?\/\S+ (created|configured|replaced|scaled)$/m;

/** Whether the output of a line tells of a workload that a real cluster would go on with. */
export function nothingFollows(output: string): boolean {
  return STORED.test(output);
}
