/**
 * Makes sure that what the other tools need is there: a new enough Node, the npm packages, a
 * browser and fonts with Chinese signs. Needs nothing but Node itself, because it runs before the
 * first install.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Oldest Node that runs the tools; `engines` in package.json says the same. */
const OLDEST_NODE = [20, 19];
/** Debian's fonts for pictures of the page: Chinese signs, and the same Latin ones everywhere. */
const FONTS = ['fontconfig', 'fonts-noto-cjk', 'fonts-dejavu-core', 'fonts-liberation'];
/** How long another install of the same checkout may take before we stop waiting for it, ms. */
const INSTALL_WAIT_MS = 600_000;

/** A fault that a person can mend; the tools print its message without a stack. */
export class ToolError extends Error {}

/** Runs a tool's main function and turns a fault into a message and an exit status. */
export function runTool(main, failureStatus = 1) {
  Promise.resolve()
    .then(main)
    .then((status) => {
      process.exitCode = status === undefined ? 0 : status;
    })
    .catch((error) => {
      const text = error instanceof ToolError ? error.message : error?.stack || error;
      process.stderr.write(`${text}\n`);
      process.exitCode = failureStatus;
    });
}

export function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new ToolError(
    `Kube Orrery needs Node ${OLDEST_NODE.join('.')} or newer; ` +
      `this is Node ${process.versions.node}. ` +
      'Install a newer one (nodejs.org) and try again.',
  );
}

/** Installs the packages of package-lock.json unless exactly these are there already. */
export function ensureDependencies() {
  if (isInstalledPackage() || dependenciesMatchLock()) return;
  const lock = join(tmpdir(), `kube-orrery-install-${digest(ROOT)}`);
  takeLock(lock);
  try {
    if (dependenciesMatchLock()) return;
    process.stderr.write(
      'Installing the npm packages (first use, or package-lock.json changed) ...\n',
    );
    const done = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
    if (done.status !== 0) {
      const why = done.error ? done.error.message : `status ${done.status}`;
      // npm prints its whole manual after the reason.
      const reason = `${done.stdout || ''}${done.stderr || ''}`.split(/^npm error Usage:/m)[0];
      throw new ToolError(
        `${reason}\nnpm ci failed (${why}); "npm ci" in ${ROOT} shows more. ` +
          'A registry that cannot be reached is the usual cause.',
      );
    }
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/**
 * True in a copy that npm placed below somebody's node_modules: there npm has seen to the packages.
 */
export function isInstalledPackage() {
  return ROOT.includes(`${sep}node_modules${sep}`);
}

/**
 * Compares package-lock.json with the list npm keeps of what it last installed. Packages for other
 * systems are optional in the lock and may be absent.
 */
function dependenciesMatchLock() {
  const wanted = packagesOf(join(ROOT, 'package-lock.json'));
  const present = packagesOf(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.keys(wanted).every((path) => {
    if (path === '' || wanted[path].optional || wanted[path].devOptional) return true;
    return present[path] && present[path].version === wanted[path].version;
  });
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

function npm(args) {
  // Under `npm run` this names the very npm that is running; it works on every system.
  const cli = process.env.npm_execpath;
  const options = { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  if (cli?.endsWith('.js')) return spawnSync(process.execPath, [cli, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** Two tools started at once must not install into the same folder at once. */
function takeLock(path) {
  const deadline = Date.now() + INSTALL_WAIT_MS;
  for (;;) {
    try {
      mkdirSync(path);
      writeFileSync(join(path, 'pid'), String(process.pid));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!ownerIsAlive(path)) rmSync(path, { recursive: true, force: true });
    else if (Date.now() > deadline) throw new ToolError(`another install holds ${path}; remove it`);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  }
}

function ownerIsAlive(path) {
  try {
    const pid = Number(readFileSync(join(path, 'pid'), 'utf8'));
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'EPERM') return true;
    // Without a pid file the owner is between making the folder and writing into it: a moment.
    return error.code === 'ENOENT' && isFresh(path);
  }
}

function isFresh(path) {
  try {
    return Date.now() - statSync(path).mtimeMs < 5_000;
  } catch {
    return false;
  }
}

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Finds a Chromium or installs one.
 * @returns the path of its program; also put into CHROMIUM_PATH for the processes we start.
 */
export function ensureBrowser() {
  const path = findBrowser() || installBrowser();
  if (!path) {
    throw new ToolError(
      'No Chromium was found and none could be installed. Install one and name it: ' +
        'CHROMIUM_PATH=/path/to/chromium npm test',
    );
  }
  process.env.CHROMIUM_PATH = path;
  return path;
}

function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new ToolError(`CHROMIUM_PATH names ${named}, which does not exist`);
  }
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  return playwrightBrowser();
}

function playwrightBrowser() {
  try {
    const require = createRequire(import.meta.url);
    const path = require('@playwright/test').chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function installBrowser() {
  if (aptInstall(['chromium', ...FONTS]) && existsSync('/usr/bin/chromium')) {
    return '/usr/bin/chromium';
  }
  process.stderr.write("Installing Playwright's Chromium ...\n");
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  return playwrightBrowser();
}

/**
 * Fonts with Chinese signs, for pictures of the page. Where they cannot be had, says so and goes
 * on.
 */
export function ensureFonts() {
  if (process.platform !== 'linux' || chineseFontsPresent()) return;
  if (aptInstall(FONTS) && chineseFontsPresent()) return;
  process.stderr.write(
    'Warning: no font with Chinese signs (fc-list :lang=zh is empty). Install fonts-noto-cjk, or ' +
      'Chinese texts show as boxes in screenshots.\n',
  );
}

function chineseFontsPresent() {
  const list = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  return list.status === 0 && list.stdout.trim() !== '';
}

/**
 * @returns true when apt-get installed all of them; false where there is no apt-get or no right to
 *   use it.
 */
function aptInstall(packages) {
  const prefix = aptPrefix();
  if (!prefix) return false;
  process.stderr.write(`Installing ${packages.join(' ')} with apt-get ...\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => {
    const [program, ...rest] = [...prefix, 'apt-get', ...args];
    return spawnSync(program, rest, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const updated = apt('update', '-qq');
  const done = apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  if (done.status === 0) return true;
  process.stderr.write(
    `${updated.stderr || ''}${done.stderr || ''}apt-get could not install them.\n`,
  );
  return false;
}

/** What to put before apt-get: nothing for root, sudo where it asks for no password. */
function aptPrefix() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid() === 0) return [];
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo.status === 0 ? ['sudo', '-n'] : undefined;
}
