/**
 * Which layer may import which, and which npm packages each may use. An arrow is the index of a
 * layer.
 */

export interface Layer {
  readonly imports: readonly string[];
  /** Packages; one ending in `*` is a prefix. */
  readonly npm: readonly string[];
  /** May use Node's own modules. */
  readonly node: boolean;
}

const layer = (imports: string, npm: string, node = false): Layer => ({
  imports: imports.split(' ').filter(Boolean),
  npm: npm.split(' ').filter(Boolean),
  node,
});

const BELOW_SESSION = 'base trace console protocol kernel kube';

export const LAYERS: Readonly<Record<string, Layer>> = {
  base: layer('', ''),
  trace: layer('base', '@noble/hashes'),
  console: layer('base', ''),
  protocol: layer('base trace', 'zod yaml fflate d3-array'),
  kernel: layer('base trace', 'xstate pure-rand'),
  kube: layer(
    'base trace console kernel',
    'xstate zod ipaddr.js js-md5 @noble/hashes kubernetes-types',
  ),
  conformance: layer(`${BELOW_SESSION} session`, ''),
  session: layer(BELOW_SESSION, 'jsonpath-plus'),
  worker: layer(`${BELOW_SESSION} session`, ''),
  cli: layer(`${BELOW_SESSION} session library conformance`, '', true),
  library: layer('base trace protocol', ''),
  ui: layer(
    'base trace console protocol library',
    'react react-dom zustand d3-* lucide-react react-resizable-panels @codemirror/* @lezer/* ' +
      '@dagrejs/dagre ' +
      // Made by our own plugins when the page is built: the library's documents, the gallery's
      // pictures, and what the code says of itself.
      'virtual:library virtual:sketches virtual:sources',
  ),
  // The browser's entry puts the page and its worker together.
  root: layer('base trace console protocol library ui worker', 'react react-dom'),
};

/** Layers that may import anything. */
export const FREE_LAYERS = new Set(['tools', 'e2e']);

/** Layers whose tests may look through any door: their subject is a whole run. */
export const WHOLE_RUN_TESTS = new Set([
  'session',
  'conformance',
  'library',
  'worker',
  'cli',
  'ui',
  'root',
]);

/** What tests may use besides. */
export const TEST_PACKAGES = ['vitest', 'fast-check', '@testing-library/*', 'happy-dom', 'vite'];

/** A package that one file alone may import, by layer. */
export const ONLY_IN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kernel: { xstate: 'src/kernel/machine-steps.ts' },
};

/**
 * Inside kube the real architecture is the rule: components meet in the API server, by messages.
 * Files in src/kube itself (profile, assembly) may be imported where `kube` stands in the list.
 * A part that is not listed here may import all of kube.
 */
export const KUBE_PARTS: Readonly<Record<string, readonly string[]>> = {
  api: ['kube'],
  etcd: ['kube'],
  client: ['kube', 'api'],
  // What all components have in common: component-base.
  component: ['kube', 'api', 'client'],
  apiserver: ['kube', 'api', 'client', 'etcd', 'component'],
  controllers: ['kube', 'api', 'client'],
  'controller-manager': ['kube', 'api', 'client', 'component', 'controllers'],
  scheduler: ['kube', 'api', 'client', 'component'],
  kubelet: ['kube', 'api', 'client'],
  kubectl: ['kube', 'api', 'client'],
};

export const matchesPackage = (name: string, allowed: readonly string[]): boolean =>
  allowed.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each));
