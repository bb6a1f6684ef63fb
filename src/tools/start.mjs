/**
 * `npm start`: serves the page on this machine and opens it. Works on a fresh clone.
 * Options: --port N, --no-open.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, ensureNode, ROOT, runTool, ToolError } from './ensure.mjs';

const DEFAULT_PORT = 5173;

runTool(async () => {
  ensureNode();
  const options = readOptions(process.argv.slice(2));
  ensureDependencies();
  if (!existsSync(join(ROOT, 'index.html'))) {
    throw new ToolError(`${ROOT}index.html is missing, so there is no page to serve`);
  }
  const { createServer } = await import('vite');
  const server = await createServer({
    root: ROOT,
    configFile: join(ROOT, 'vite.config.ts'),
    clearScreen: false,
    logLevel: 'warn',
    // A port that was asked for is taken or refused; the default one may move.
    server: { port: options.port || DEFAULT_PORT, strictPort: options.port !== undefined },
  });
  await listen(server, options.port);
  const address = server.resolvedUrls?.local[0] || '';
  process.stdout.write(`\nKube Orrery is at ${address}\nPress Ctrl+C to stop it.\n\n`);
  if (options.open) openInBrowser(address);
});

async function listen(server, port) {
  try {
    await server.listen();
  } catch (error) {
    await server.close();
    if (/port .* in use/i.test(error.message)) {
      throw new ToolError(`port ${port} is in use; choose another with --port N`);
    }
    throw error;
  }
}

function readOptions(args) {
  const options = { port: undefined, open: true };
  for (let i = 0; i < args.length; i += 1) {
    const [name, inline] = args[i].split('=');
    if (name === '--no-open') options.open = false;
    else if (name === '--port') {
      if (inline === undefined) i += 1;
      options.port = readPort(inline === undefined ? args[i] : inline);
    } else
      throw new ToolError(`unknown option ${args[i]}\nusage: npm start -- [--port N] [--no-open]`);
  }
  return options;
}

function readPort(text) {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new ToolError(`--port wants a number from 1 to 65535, not "${text}"`);
}

/** Tries to; a machine without a desktop is no fault, since the address was printed. */
function openInBrowser(address) {
  const command = openCommand(address);
  if (!command) return;
  const child = spawn(command[0], command.slice(1), { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function openCommand(address) {
  if (process.env.CI) return undefined;
  if (process.platform === 'darwin') return ['open', address];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '', address];
  const desktop = process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  return desktop ? ['xdg-open', address] : undefined;
}
