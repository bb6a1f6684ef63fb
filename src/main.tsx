// The base comes first, so that the parts of the page may override it.
import './ui/theme/theme.css';
import './ui/theme/base.css';
// Before all other code: what it asks for loads while the rest is evaluated.
import './ui/early';
import { createRoot } from 'react-dom/client';
import { App } from './ui/app';
import { loadNavigation, nextWorker } from './ui/early';
import { embedChoices } from './ui/embed/embed-choices';
import { SessionClient } from './ui/session-client';
import { createAsking } from './ui/shell/ask';
import { PartFailed } from './ui/shell/boundary';
import { applySettings, initialSettings, linkLanguage } from './ui/shell/settings';
import { createArrival } from './ui/shell/shell-context';
import { loadRunParts } from './ui/shell/use-run-view';
import { createOrrery } from './ui/stores';

function start(root: HTMLElement): void {
  const orrery = createOrrery(initialSettings(linkLanguage(location), navigator.languages));
  const asking = createAsking();
  const { confirmCut } = asking;
  const client = new SessionClient(orrery, { confirmCut, createWorker: nextWorker });
  const arrival = createArrival();

  client.warmUp();
  orrery.session.setState({ status: 'loading' });
  loadNavigation().then(
    ({ Navigation }) => {
      const navigation = new Navigation(orrery, client);
      arrival.setState({ navigation });
      navigation.start();
    },
    (error: unknown) => arrival.setState({ lost: { error } }),
  );

  const choices = embedChoices(location.search);
  if (choices) orrery.settings.setState({ theme: choices.theme });
  // Before there is anything to style, or all of it would be styled twice.
  applySettings(orrery.settings.getState());
  if (!choices) {
    const props = { orrery, client, asking, arrival };
    createRoot(root).render(<App {...props} />);
    return;
  }
  const frame = createRoot(root);
  loadRunParts().then(
    ({ EmbedPage }) => frame.render(<EmbedPage {...{ orrery, client, arrival, choices }} />),
    (error: unknown) => frame.render(<PartFailed orrery={orrery} error={error} />),
  );
}

const root = document.getElementById('root');
// Where the browser is too old, `supported.js` has said so.
if (root && document.documentElement.dataset.unsupported === undefined) start(root);
