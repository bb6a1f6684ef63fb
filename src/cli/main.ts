/** The command line. It reads arguments, calls the session, prints; nothing is decided here. */
import { readFileSync } from 'node:fs';
import { formatFault } from '#protocol';
import { EXIT, type Output, Refusal, refuse } from './command';
import { COMMANDS } from './commands';

const io: Output = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  stdin: standardInput,
  progress: process.stderr.isTTY ? showProgress : undefined,
};

const CLEAR_LINE = '\r\u001b[K';

function showProgress(line: string): void {
  process.stderr.write(`${CLEAR_LINE}${line}`);
}

function standardInput(): string {
  try {
    return readFileSync(0, 'utf8');
  } catch (error) {
    return refuse('-', `standard input: ${(error as Error).message}`);
  }
}

/** Commands that do something; the others of the contract say that they are not modelled. */
const OFFERED = COMMANDS.filter(({ hidden }) => !hidden);

function help(): string {
  const lines = OFFERED.map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return `kube-orrery COMMAND\n\n${lines.join('\n')}\n`;
}

/** @returns the exit status of the contract. */
export async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    io.err(`COMMAND: missing\n\n${help()}`);
    return EXIT.refused;
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    io.out(help());
    return EXIT.ok;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) {
    const known = OFFERED.map((candidate) => candidate.name).join(', ');
    io.err(`COMMAND: expected one of ${known}, found ${JSON.stringify(name)}\n`);
    return EXIT.refused;
  }
  if (rest.includes('--help')) {
    io.out(`kube-orrery ${command.usage}\n  ${command.summary}\n`);
    return EXIT.ok;
  }
  return carryOut(() => command.run(rest, io));
}

async function carryOut(run: () => number | Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal) {
      for (const fault of error.faults) io.err(`${formatFault(fault)}\n`);
      return EXIT.refused;
    }
    const { message, stack } = error as Error;
    io.err(`internal error: ${stack ?? message}\n`);
    return EXIT.internal;
  }
}
