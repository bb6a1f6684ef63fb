/** The hook; what it does stands in auto-registration.ts. */
import { defineHook } from '../hook-descriptor';
import { hookWords } from '../serving-hook';

export const autoRegistrationHook = defineHook({
  name: 'kube-apiserver-autoregistration',
  server: 'aggregator',
  type: 'post-start',
  upstream: {
    version: 'v1.27',
    files: ['cmd/kube-apiserver/app/aggregator.go'],
    symbol: 'createAggregatorServer',
  },
  present: () => true,
  purpose: {
    en: 'Starts registering an APIService for each built-in group version.',
    zh: '开始为每个内建 group/version 注册 APIService。',
  },
  ...hookWords,
  simplified: [],
  run: ({ server }, done) => {
    server.hookBodies.autoRegistration(server).start();
    done();
  },
});
