import { expect, it } from 'vitest';
import { otherComponent } from './component-of-flags';
import { readWords } from './flags';

/** Names that kube-apiserver shares with others, beside those that are its own. */
const KNOWN = [
  'client-ca-file',
  'profiling',
  'authorization-mode',
  'v',
  'service-cluster-ip-range',
];
const whose = (text: string) =>
  otherComponent(readWords(text.split(' ')).flags, (name) => KNOWN.includes(name));

it.each([
  ['--kubeconfig=a --client-ca-file=b --root-dir=c --cluster-dns=10.1.0.10 --v=2', 'kubelet'],
  ['--kubeconfig=a --root-ca-file=b --use-service-account-credentials', 'kube-controller-manager'],
  ['--kubeconfig=a --profiling=false --kube-api-burst=9 --leader-elect=true', 'kube-scheduler'],
  ['--kubeconfig=a --cluster-cidr=10.1.0.0/16 --proxy-mode=ipvs', 'kube-proxy'],
  ['--data-dir=/var/etcd --listen-client-urls=https://0.0.0.0:2379', 'etcd'],
])('%s is of %s', (text, component) => {
  expect(whose(text)?.component).toBe(component);
});

it('names the flags that tell it, few of many', () => {
  const text = '--kubeconfig=a --root-dir=c --cluster-dns=d --cluster-domain=e --max-pods=9';
  const telling = ['kubeconfig', 'root-dir', 'cluster-dns', 'cluster-domain'];
  expect(whose(text)).toEqual({ component: 'kubelet', telling });
});

it('does not know a program of which it knows no flag', () => {
  expect(whose('--flannel-etcd=a --interface=b --v=2')?.component).toBeUndefined();
  expect(whose('--flannel-etcd=a --interface=b --v=2')?.telling).toEqual([
    'flannel-etcd',
    'interface',
  ]);
});

it.each([
  ['--advertise-address=10.0.0.1 --kubeconfig=a --made-up=b --other=c'],
  ['--v=2 --profiling=false --made-up=b'],
  ['--service-cluster-ip-range=10.1.0.0/16 --made-up=b'],
  [''],
])('%j may be of kube-apiserver', (text) => expect(whose(text)).toBeUndefined());
