import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { COMPONENTS, configSchema } from '#kube';
import { jsonSchemaText } from '#protocol';
import { STEP_SCHEMAS } from './catalogue';

const FILE = fileURLToPath(new URL('../../public/scenario.schema.json', import.meta.url));

it('the published JSON Schema is that of the present verbs', () => {
  const { controllerManagers, schedulers } = COMPONENTS;
  const text = jsonSchemaText(STEP_SCHEMAS, {
    controllerManagers: configSchema(controllerManagers.config),
    schedulers: configSchema(schedulers.config),
  });
  if (process.env.UPDATE_SCHEMA) writeFileSync(FILE, text);
  expect(readFileSync(FILE, 'utf8'), 'write it anew with UPDATE_SCHEMA=1').toBe(text);
});
