/** What single kinds add to the plain strategy. */
import type { KindRules } from './plain';

export const KIND_RULES: Readonly<Record<string, KindRules>> = {};
