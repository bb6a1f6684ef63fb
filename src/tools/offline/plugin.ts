/** Writes `sw.js` beside the built page. In development there is none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { serviceWorkerText } from './service-worker-text.ts';

export function offline(): Plugin {
  let publicFolder = '';
  return {
    name: 'orrery:offline',
    apply: 'build',
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      // After index.html has its last form.
      order: 'post',
      handler(_options, bundle) {
        const files = new Map<string, string | Uint8Array>();
        for (const output of Object.values(bundle)) {
          files.set(output.fileName, output.type === 'chunk' ? output.code : output.source);
        }
        if (!files.has('index.html')) return;
        for (const name of readdirSync(publicFolder)) {
          files.set(name, readFileSync(join(publicFolder, name)));
        }
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: serviceWorkerText(files) });
      },
    },
  };
}
