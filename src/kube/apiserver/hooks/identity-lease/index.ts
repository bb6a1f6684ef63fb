/**
 * The identity of an API server as a Lease of kube-system: written and renewed by the server
 * itself, removed by any server when it has expired.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/instance.go
 * Runs when   the gate APIServerIdentity is on, which it is from 1.26
 * Blocks      nothing: the hooks are done as soon as they have started
 * If it is slow, if it fails   the Lease is written later
 */
import { defineHook, type HookDescriptor, type HookPresence } from '../hook-descriptor';
import { DEPRECATED_LABEL, IDENTITY_LABEL } from './server-identity';

const UPSTREAM = { version: 'v1.27', files: ['pkg/controlplane/instance.go'] };
const NOTHING = { en: 'nothing', zh: '不阻塞任何东西' };
const RETRIED = { en: 'It is tried again.', zh: '会重试。' };

const hasIdentity = ({ gate }: HookPresence): boolean => gate('APIServerIdentity');

export const identityLeaseHook = defineHook({
  name: 'start-kube-apiserver-identity-lease-controller',
  server: 'kube-apiserver',
  type: 'post-start',
  upstream: { ...UPSTREAM, symbol: 'lease.NewController' },
  present: hasIdentity,
  purpose: {
    en: 'Starts keeping the Lease that says this server is alive, renewed every 10 s.',
    zh: '开始维护表明本 server 存活的 Lease，每 10 秒续期。',
  },
  blocks: NOTHING,
  ifSlow: { en: 'The Lease is renewed later.', zh: 'Lease 更晚续期。' },
  ifFails: RETRIED,
  simplified: [],
  run: ({ server }, done) => {
    server.hookBodies.controllers.identityLease(server);
    done();
  },
});

function collectorHook(
  name: string,
  label: string,
  present: (about: HookPresence) => boolean,
): HookDescriptor {
  return defineHook({
    name,
    server: 'kube-apiserver',
    type: 'post-start',
    upstream: { ...UPSTREAM, symbol: 'apiserverleasegc.NewAPIServerLeaseGC' },
    present,
    purpose: {
      en: 'Starts removing expired Leases of API servers, once an hour.',
      zh: '开始每小时清除一次过期的 API server Lease。',
    },
    blocks: NOTHING,
    ifSlow: { en: 'Expired Leases stay longer.', zh: '过期的 Lease 会留得更久。' },
    ifFails: RETRIED,
    simplified: ['It lists the Leases at each round instead of keeping an informer.'],
    run: ({ server, actor }, done) => {
      server.hookBodies.identityLeaseCollector({ server, actor, label });
      done();
    },
  });
}

export const deprecatedIdentityLeaseCollectorHook = collectorHook(
  'start-deprecated-kube-apiserver-identity-lease-garbage-collector',
  DEPRECATED_LABEL,
  (about) => hasIdentity(about) && about.switches.deprecatedIdentityLeaseGarbageCollector,
);

export const identityLeaseCollectorHook = collectorHook(
  'start-kube-apiserver-identity-lease-garbage-collector',
  IDENTITY_LABEL,
  hasIdentity,
);
