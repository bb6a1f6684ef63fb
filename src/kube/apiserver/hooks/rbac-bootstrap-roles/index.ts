/** The hook of the bootstrap policy; what it does stands in bootstrap-roles.ts. */
import { defineHook } from '../hook-descriptor';
import { hookWords } from '../serving-hook';

export const rbacBootstrapRolesHook = defineHook({
  name: 'rbac/bootstrap-roles',
  server: 'kube-apiserver',
  type: 'post-start',
  upstream: {
    version: 'v1.27',
    files: ['pkg/registry/rbac/rest/storage_rbac.go'],
    symbol: 'PolicyData.EnsureRBACPolicy',
  },
  present: ({ options }) => options.authorizationModes.includes('RBAC'),
  purpose: {
    en: 'Makes sure of the default roles and bindings; tries every second for up to 30 s.',
    zh: '确保默认的角色与绑定存在；每秒尝试一次，最长 30 秒。',
  },
  ...hookWords,
  ifSlow: {
    en: 'The server is not ready; after 30 s the process exits.',
    zh: '该 server 不会就绪；30 秒后进程退出。',
  },
  simplified: ['What a gate decides is as by its default in the version.'],
  run: ({ server }, done) => server.hookBodies.bootstrapRoles(server, done),
});
