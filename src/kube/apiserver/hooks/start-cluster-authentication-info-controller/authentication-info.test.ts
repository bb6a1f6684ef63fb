import { describe, expect, test } from 'vitest';
import type { ConfigMap } from '../../registry/strategies/config-map';
import { ServerWorld } from '../../testing/server-world';
import { combined, dataOf, infoOf, standInCertificate } from './authentication-info';

const FLAGS = [
  '--client-ca-file=/pki/ca.crt',
  '--requestheader-client-ca-file=/pki/front-proxy-ca.crt',
  '--requestheader-username-headers=X-Remote-User',
  '--requestheader-group-headers=X-Remote-Group',
  '--requestheader-extra-headers-prefix=X-Remote-Extra-',
  '--requestheader-allowed-names=front-proxy-client',
];
const NAME = 'extension-apiserver-authentication';
const KEY = `/registry/configmaps/kube-system/${NAME}`;
const FIELDS = { version: 'v1', resource: 'configmaps', namespace: 'kube-system', name: NAME };

const writes = (world: ServerWorld) =>
  world.of('etcd').filter(({ op, key }) => op === 'put' && key === KEY);

function found(world: ServerWorld): ConfigMap {
  const [code, body] = world.answerOf(`/api/v1/namespaces/kube-system/configmaps/${NAME}`, FIELDS);
  expect(code).toBe(200);
  return body as ConfigMap;
}

describe('the ConfigMap of authentication', () => {
  test('has the keys of upstream', () => {
    const world = new ServerWorld({ flags: [FLAGS] }).start();
    world.until(() => writes(world).length > 0);
    const certificate = (file: string) => `${standInCertificate(file)[0]}\n`;
    expect(found(world).data).toEqual({
      'client-ca-file': certificate('/pki/ca.crt'),
      'requestheader-username-headers': '["X-Remote-User"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
      'requestheader-client-ca-file': certificate('/pki/front-proxy-ca.crt'),
      'requestheader-allowed-names': '["front-proxy-client"]',
    });
    world.forSeconds(180);
    expect(writes(world)).toHaveLength(1);
  });

  test('is not written when there is nothing to say', () => {
    const world = new ServerWorld().start();
    world.forSeconds(70);
    expect(writes(world)).toEqual([]);
  });

  test('a second server adds its own authority, and both stand there', () => {
    const flags = [FLAGS, ['--client-ca-file=/pki/other.crt']];
    const world = new ServerWorld({ flags }).start();
    world.forSeconds(20);
    const { 'client-ca-file': bundle = '' } = found(world).data ?? {};
    expect(bundle).toContain(standInCertificate('/pki/ca.crt')[0]);
    expect(bundle).toContain(standInCertificate('/pki/other.crt')[0]);
    world.forSeconds(120);
    expect(writes(world).length).toBeLessThanOrEqual(2);
  });

  test('two servers with the same flags write it once', () => {
    const world = new ServerWorld({ flags: [FLAGS, FLAGS], seed: 3 }).start();
    world.forSeconds(90);
    expect(writes(world)).toHaveLength(1);
  });

  test('UIDs are published when the gate is on', () => {
    const gate = '--feature-gates=RemoteRequestHeaderUID=true';
    const flags = [[...FLAGS, gate, '--requestheader-uid-headers=X-Remote-Uid']];
    const world = new ServerWorld({ flags, profile: '1.32' }).start();
    world.until(() => writes(world).length > 0);
    expect(found(world).data?.['requestheader-uid-headers']).toBe('["X-Remote-Uid"]');
  });
});

test('what is read back is what was said', () => {
  const info = {
    clientCA: standInCertificate('/a'),
    requestHeaderCA: standInCertificate('/some/where/with/a/long/name/that/takes/two/lines.crt'),
    usernameHeaders: ['U'],
    uidHeaders: ['I'],
    groupHeaders: [],
    extraHeaderPrefixes: ['E-'],
    allowedNames: ['n', 'm'],
  };
  expect(infoOf(dataOf(info))).toEqual(info);
  expect(combined(info, info)).toEqual(info);
});
