/** A static host that serves the built page under a path, and can be given another version. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** All built files by their path. */
export function builtFiles(): Map<string, Buffer> {
  if (!existsSync(DIST)) throw new Error('there is no dist folder: build first');
  const entries = readdirSync(DIST, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(DIST.length + 1).replaceAll('\\', '/'), readFileSync(path)];
    }),
  );
}

export class StaticHost {
  files: ReadonlyMap<string, string | Buffer> = builtFiles();
  readonly #folder: string;
  readonly #server: Server;

  /** @param folder where the page lives, such as `/some/path/` */
  constructor(folder: string) {
    this.#folder = folder;
    this.#server = createServer(({ url = '' }, response) => {
      const { pathname } = new URL(url, 'http://host');
      const inside = pathname.startsWith(folder) ? pathname.slice(folder.length) : undefined;
      const name = inside === '' ? 'index.html' : inside;
      const bytes = name === undefined ? undefined : this.files.get(name);
      const type = TYPES[extname(name ?? '')] ?? 'application/octet-stream';
      response.writeHead(bytes ? 200 : 404, { 'content-type': type });
      response.end(bytes ?? 'there is no such file');
    });
  }

  /** @returns the address of the page */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    return `http://localhost:${port}${this.#folder}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
