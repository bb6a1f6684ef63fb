import { type Command, refuse } from '../command';

/** A command of the contract that is not modelled yet: it says so and changes nothing. */
export const notYet = (name: string, usage: string): Command => ({
  name,
  usage,
  summary: 'not modelled yet',
  hidden: true,
  run: () => refuse(name, 'not modelled yet'),
});
