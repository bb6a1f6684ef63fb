/** What a new scenario begins with, and how one of the library becomes one's own. */
import { editYaml } from '#protocol';

export const TEMPLATE = `# A scenario of your own.
# Ctrl Enter runs it, Ctrl Space says what may stand here.
apiVersion: kube-orrery/v1
kind: Scenario
metadata:
  name: my-scenario
  title: My scenario
spec:
  seed: 1
  kubernetes: "1.27"
  until: 60s
  apiServers:
    - name: kube-apiserver-a
      flags:
        - --advertise-address=10.0.0.11
        - --service-cluster-ip-range=10.96.0.0/12
    - name: kube-apiserver-b
      startAt: 1s
      flags:
        - --advertise-address=10.0.0.12
        - --service-cluster-ip-range=10.96.0.0/12
  timeline: []
  expect: []
`;

/** The same text under a name of its own. */
export function copyOf(text: string, name: string): string {
  const edited = editYaml(text, [
    { kind: 'set', path: ['metadata', 'name'], value: `${name}-copy`.slice(0, 63) },
  ]);
  return edited.ok ? edited.value : text;
}
