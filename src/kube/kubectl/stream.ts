/** A watch of the console: it goes on until it is interrupted or the server ends it. */
import type { ResourceType } from '#console';
import { type Procedure, perform } from '#kernel';
import type { RestResult, WatchOptions } from '../client/rest-client';
import type { LineCall } from './line-call';

/** What a terminal shows when its user ends a program. */
const INTERRUPTED = '^C';

/** Is given what ends a watch. */
export type Interrupt = (stop: () => void) => void;

export function* streamed(
  call: LineCall,
  { of, namespace }: { readonly of: ResourceType; readonly namespace: string },
  options: Omit<WatchOptions, 'onEnd'>,
  interrupt: Interrupt,
): Procedure<void> {
  let over: (reason: string) => void = () => {};
  const onEnd = (reason: string) => over(reason);
  const started: RestResult<{ readonly stop: () => void }> = yield* call.client.watch(
    of,
    namespace,
    { ...options, onEnd },
  );
  if (!started.ok) {
    call.fail([started]);
    return;
  }
  const reason = yield* perform<string>((resume) => {
    let open = true;
    over = (why) => {
      if (open) resume(why);
      open = false;
    };
    interrupt(() => {
      started.object.stop();
      over(INTERRUPTED);
    });
  });
  if (reason === INTERRUPTED) call.say(reason);
}
