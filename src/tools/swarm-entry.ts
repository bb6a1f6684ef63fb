/** What `npm run swarm` calls, in one built file. */
export { encodeShareLink } from '#protocol';
export { runSwarm } from '#session';
