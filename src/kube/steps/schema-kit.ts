/**
 * The schema library for the verbs' payloads. It must not probe whether it may compile code, which
 * a strict content security policy counts as a violation; package.json names this file among those
 * with side effects.
 */
import { z } from 'zod/mini';

z.config({ jitless: true });

export { z };
