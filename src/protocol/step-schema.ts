/** The timeline's verbs: which the contract names, and how a verb brings its own payload schema. */
import { askSchema } from './ask';
import type { LocalText } from './catalogue';
import { localTextField, textField } from './fields';
import { CONDITION_FORM, readCondition } from './record-condition';
import { z } from './schema-kit';

/** A verb that the engine models. Its payload schema lives with the verb, not here. */
export interface StepSchema {
  readonly verb: string;
  /** Checks the verb's value. Mappings should be strict, so that no field is silently ignored. */
  readonly schema: z.ZodMiniType;
  /** Whether `for` can undo it. */
  readonly undoable: boolean;
  /** What it does; the schema's description where that has none of its own. */
  readonly title?: LocalText;
}

export type StepSchemas = readonly StepSchema[];

/** Fields of a step that are no verb. */
export const STEP_FIELDS = ['at', 'for', 'server', 'user'] as const;

/** Every verb of the contract, in its order. One without a schema is not modelled yet. */
export const CONTRACT_VERBS: readonly string[] = [
  'start',
  'terminate',
  'kill',
  'pause',
  'resume',
  'restart',
  'partition',
  'delay',
  'clock',
  'etcd',
  'hook',
  'apply',
  'create',
  'replace',
  'delete',
  'patch',
  'scale',
  'kubectl',
  'put',
  'drop',
  'node',
  'note',
  'ask',
  'breakpoint',
];

/** Verbs that send requests to an API server, so that `server` and `user` mean something. */
export const API_VERBS: readonly string[] = [
  'apply',
  'create',
  'replace',
  'delete',
  'patch',
  'scale',
  'kubectl',
];

/** Verbs whose value is the name of one process. */
export const PROCESS_VERBS: readonly string[] = [
  'start',
  'terminate',
  'kill',
  'pause',
  'resume',
  'restart',
];

/**
 * The verbs that speak to the reader and touch nothing. They belong to the document, not the
 * engine.
 */
export function narrationSteps(): StepSchemas {
  const condition = textField(CONDITION_FORM, (text) => readCondition(text).ok, {
    description: 'The condition over a record of the trace.',
    examples: ['kind = etcd and op = delete'],
  });
  return [
    { verb: 'note', schema: localTextField('Narration, shown at this time.'), undoable: false },
    { verb: 'ask', schema: askSchema(), undoable: false },
    {
      verb: 'breakpoint',
      schema: z.strictObject({ when: condition }).check(
        z.meta({
          description: 'The playhead stops where this becomes true; the run never does.',
        }),
      ),
      undoable: false,
    },
  ];
}
