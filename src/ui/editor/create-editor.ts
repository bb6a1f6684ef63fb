/** The editor of a page, made when it is first opened and kept while the page lives. */
import { LIBRARY } from '#library';
import type { EditorDoor } from '../editor-door';
import type { SessionClient } from '../session-client';
import type { Orrery } from '../stores';
import { readForm } from './form/read-form';
import type { Schema } from './schema';
import { EditorSession } from './session';
import type { Knowledge } from './suggestions';
import { textExtensions } from './text-extensions';

export interface Editor {
  readonly session: EditorSession;
  /** What follows from keys in the text; set by the panel that shows it. */
  readonly acts: { apply(): void; leave(): void };
}

const editors = new WeakMap<Orrery, Editor>();

export function editorOf(orrery: Orrery, client: SessionClient, door: EditorDoor): Editor {
  const known = editors.get(orrery);
  if (known) return known;
  let schema: Schema | undefined;
  void fetchSchema().then((found) => {
    schema = found;
  });
  const acts = { apply: () => {}, leave: () => {} };
  const session = new EditorSession(orrery, client, (own) =>
    textExtensions({
      knowledge: () => schema && knowledgeOf(orrery, own, schema),
      textChanged: () => own.textChanged(),
      format: () => own.format(),
      pause: () => orrery.playback.setState({ playing: false }),
      apply: () => acts.apply(),
      leave: () => acts.leave(),
    }),
  );
  const editor = { session, acts };
  editors.set(orrery, editor);
  const take = (): void => {
    const { incoming } = door.getState();
    if (!incoming) return;
    door.setState({ incoming: undefined });
    session.open(incoming.text);
  };
  take();
  door.subscribe(take);
  return editor;
}

function knowledgeOf(orrery: Orrery, session: EditorSession, schema: Schema): Knowledge {
  const { examined } = session.model.getState();
  return {
    schema,
    catalogue: orrery.session.getState().catalogue,
    servers: readForm(examined.value).servers.map(({ name }) => name),
    libraryNames: LIBRARY.map(({ name }) => name),
    language: orrery.settings.getState().language,
  };
}

/** The published schema; without it there is no completion, and everything else works. */
async function fetchSchema(): Promise<Schema | undefined> {
  try {
    const answer = await fetch(new URL('scenario.schema.json', document.baseURI));
    return answer.ok ? ((await answer.json()) as Schema) : undefined;
  } catch (error) {
    // No network, or not the file that was expected.
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
