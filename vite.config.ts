import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { library } from './src/tools/library/plugin.ts';
import { offline } from './src/tools/offline/plugin.ts';
import { sketches } from './src/tools/sketches/plugin.ts';
import { sources } from './src/tools/sources/plugin.ts';

/**
 * What the built page may load: its own files and nothing else. It stands here and not in
 * index.html because the development server needs inline scripts of its own.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  // React and the panels set styles through the object model, which needs no exception.
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // Text becomes code nowhere but at the one place of src/ui/session/own-script.ts.
  "require-trusted-types-for 'script'",
  'trusted-types orrery',
].join('; ');

function contentSecurityPolicy(): Plugin {
  return {
    name: 'orrery:content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/**
 * Other sites ask for the preview picture by its whole address, which only whoever builds for a
 * place knows: `ORRERY_ADDRESS=https://example.org/orrery/ npm run build`. Without it the address
 * is relative, which some sites understand.
 */
function previewAddress(): Plugin {
  // A lone slash is made relative by Vite, as for every file of the public folder.
  const address = process.env.ORRERY_ADDRESS ?? '/';
  return {
    name: 'orrery:preview-address',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replaceAll('%ADDRESS%', address.replace(/([^/])$/, '$1/')),
    },
  };
}

export default defineConfig({
  // Relative, so that the built page works under any path of a static host.
  base: './',
  // One page whose places stand behind `#`: a file that is missing is missing, not the page again.
  appType: 'mpa',
  plugins: [
    react(),
    contentSecurityPolicy(),
    previewAddress(),
    library(),
    sources(),
    sketches(),
    offline(),
  ],
  worker: {
    format: 'es',
    // A folder of its own, so that `npm run bench` can tell the worker's bytes from the page's.
    rolldownOptions: {
      output: {
        entryFileNames: 'worker/[name]-[hash].js',
        chunkFileNames: 'worker/[name]-[hash].js',
        // What only chunks that are loaded on demand share would be put into the first one; and
        // what the first shares with them would be files that it waits for.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'yaml', test: /node_modules\/yaml\/|\/protocol\/yaml-/ },
            { name: 'model', tags: ['$initial'], priority: -1 },
          ],
        },
      },
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    // An inlined worker or font would be a data: address, which the policy above refuses.
    assetsInlineLimit: 0,
  },
  test: {
    // No test is about time; a busy machine must not fail one.
    testTimeout: 120_000,
    // Left to itself it keeps one core free, of two.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'node', environment: 'node', include: ['src/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/ui/testing.ts'],
        },
      },
    ],
  },
});
