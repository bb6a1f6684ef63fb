/**
 * Version of the simulation's behaviour. "Same hash" is promised for one version: whoever changes a
 * hash of the library raises it and writes a line in the changelog.
 */
export const BEHAVIOUR_VERSION = 1;
