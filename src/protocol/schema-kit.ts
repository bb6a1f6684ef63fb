/**
 * The schema library, set up. Every schema of this layer is built with this `z`: the library probes
 * whether it may compile code when the first object schema is *built*, and a strict content
 * security policy counts even the attempt as a violation. So it is told not to before anything else
 * happens.
 */
import { z } from 'zod/mini';

// package.json names this file among those with side effects, or the bundler leaves the call out.
z.config({ jitless: true });

export { z };
