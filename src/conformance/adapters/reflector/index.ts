/** Area `reflector`: what is listed and watched, what comes of failures, and for how long. */
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../../adapter';
import { stepsOf } from '../../queue-stand';
import { lists, pages, rounds } from './lists';
import { expectedType, retries } from './parts';
import { broken, failing, internalErrors, refused, resync, stream } from './watches';

export const reflectorAdapter: AreaAdapter = { area: 'reflector', calls: { list } };

/** The story of a case, by a field that only its kind has. */
const STORIES: readonly (readonly [string, (question: Question) => Answer])[] = [
  ['retryable', retries],
  ['exampleObject', expectedType],
  ['rounds', rounds],
  ['server', lists],
  ['serverItems', pages],
  ['watchFailures', refused],
  ['watchResults', failing],
  ['everyWatch', internalErrors],
  ['storeResync', resync],
  ['streamBreaksAfterRV', broken],
  ['expectedKind', stream],
  ['list', stream],
];

function list(question: Question): Answer {
  stepsOf(question.when);
  const story = STORIES.find(([field]) => question.given[field] !== undefined);
  if (!story) throw new Unsupported('given: no story of a reflector');
  return story[1](question);
}
