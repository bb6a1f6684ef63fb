/**
 * Lets the service worker keep the page for offline use, and says when a newer version has been
 * taken in. That one waits until it is let in; then every tab of the page loads again, for the
 * files of the version before are gone.
 */

import { ownScript } from '../session/own-script';

/** Between two looks for a newer version, ms. */
const LOOK_EVERY_MS = 3_600_000;

/** @param onNewer is given what lets the newer version in */
export async function keepOffline(onNewer: (takeOver: () => void) => void): Promise<void> {
  const { serviceWorker } = navigator;
  // Absent in private windows of some browsers, and where the page does not come over HTTPS.
  if (!serviceWorker) return;
  const hadOne = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first one takes nothing away from a page that was loaded without it.
    if (hadOne) location.reload();
  });
  const registration = await register(serviceWorker);
  if (!registration) return;
  const tell = (): void => {
    const { waiting } = registration;
    if (waiting && hadOne) onNewer(() => waiting.postMessage('take-over'));
  };
  const follow = (): void => registration.installing?.addEventListener('statechange', tell);
  tell();
  // One that was found before this page asked is told of by its state alone.
  follow();
  registration.addEventListener('updatefound', follow);
  lookAgain(registration);
}

async function register(container: ServiceWorkerContainer) {
  try {
    return await container.register(ownScript(new URL('sw.js', document.baseURI)));
  } catch {
    // Storage is full or denied, or the host has no such file: the page works while it is online.
    return undefined;
  }
}

/** A page that stays open for days looks again when it is looked at. */
function lookAgain(registration: ServiceWorkerRegistration): void {
  let last = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    if (performance.now() - last < LOOK_EVERY_MS) return;
    last = performance.now();
    // Offline there is nothing to find.
    registration.update().catch(() => {});
  });
}
