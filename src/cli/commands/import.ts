import { writeFileSync } from 'node:fs';
import {
  componentConfigRefusal,
  componentFlagKnowledge,
  componentFlagRefusal,
  storedKind,
} from '#kube';
import { importFiles, noteLine } from '#protocol';
import { STEP_SCHEMAS } from '#session';
import { readArguments, textOption } from '../arguments';
import { type Command, EXIT, Refusal, refuse } from '../command';
import { fileReason } from '../file-reason';
import { textOf } from '../scenario-source';

/** Makes a scenario from a real cluster's files. */
export const importCommand: Command = {
  name: 'import',
  usage: 'import FILE... [--out FILE]',
  summary: "makes a scenario from a real cluster's files",
  run: (args, io) => {
    const parsed = readArguments(args, { out: 'string' });
    if (parsed.rest.length === 0) refuse('FILE', 'missing');
    const files = parsed.rest.map((path) => ({
      name: path,
      text: textOf(path, io),
    }));
    const imported = importFiles(files, {
      knownFlags: componentFlagKnowledge,
      storedKind,
      refusal: componentFlagRefusal,
      configRefusal: componentConfigRefusal,
      steps: STEP_SCHEMAS,
    });
    if (!imported.ok) throw new Refusal(imported.faults);
    const { scenarioYaml, notes } = imported.value;
    for (const note of notes) io.err(`${noteLine(note)}\n`);
    const out = textOption(parsed, 'out');
    if (out === undefined) io.out(scenarioYaml);
    else {
      try {
        writeFileSync(out, scenarioYaml);
      } catch (error) {
        refuse('--out', `${out}: ${fileReason(error)}`);
      }
    }
    return EXIT.ok;
  },
};
