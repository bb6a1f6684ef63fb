import { describe, expect, it } from 'vitest';
import { encodeQuery, parseQuery } from './query-string';
import { METHOD_OF_VERB, pathOf, requestInfo } from './request-path';

const target = (text: string) => {
  const [group, version, resource, subresource, namespace, name] = text.split('|');
  return { group, version, resource, subresource, namespace, name };
};

/** Path, method, verb, then group|version|resource|subresource|namespace|name. */
const PATHS: readonly [string, string, string, string][] = [
  [
    '/api/v1/namespaces/default/endpoints/kubernetes',
    'GET',
    'get',
    '|v1|endpoints||default|kubernetes',
  ],
  [
    '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes',
    'PUT',
    'update',
    'discovery.k8s.io|v1|endpointslices||default|kubernetes',
  ],
  [
    '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/x',
    'DELETE',
    'delete',
    'coordination.k8s.io|v1|leases||kube-node-lease|x',
  ],
  ['/api/v1/namespaces/x/status', 'PUT', 'update', '|v1|namespaces|status|x|x'],
  ['/api/v1/namespaces/x/finalize', 'PUT', 'update', '|v1|namespaces|finalize|x|x'],
  ['/api/v1/namespaces/x', 'PATCH', 'patch', '|v1|namespaces||x|x'],
  ['/api/v1/namespaces/x/services', 'DELETE', 'deletecollection', '|v1|services||x|'],
  ['/api/v1/namespaces/x/services/y/status', 'GET', 'get', '|v1|services|status|x|y'],
];

describe('paths of requests', () => {
  it.each(PATHS)('%s by %s', (path, method, verb, text) => {
    const wanted = target(text);
    expect(requestInfo(path, method)).toEqual({ isResourceRequest: true, verb, ...wanted });
    expect(pathOf(wanted, verb)).toBe(path);
    expect(METHOD_OF_VERB[verb]).toBe(method);
  });

  it.each([
    ['/api/v1/namespaces', 'GET', 'list', ''],
    ['/api/v1/namespaces?watch=true', 'GET', 'watch', ''],
    ['/api/v1/namespaces?watch=1&fieldSelector=metadata.name%3Dx', 'GET', 'watch', 'x'],
    ['/api/v1/namespaces/a/services?fieldSelector=metadata.name=x', 'GET', 'list', 'x'],
    ['/api/v1/namespaces/a/services', 'POST', 'create', ''],
  ])('%s by %s is a %s', (path, method, verb, name) => {
    const info = requestInfo(path, method);
    expect([info.verb, info.name]).toEqual([verb, name]);
  });

  it.each(['/readyz', '/healthz/ping', '/', '/api', '/apis/batch/v1', '/metrics'])(
    '%s is outside the API',
    (path) => {
      const info = requestInfo(path, 'GET');
      expect(info).toMatchObject({ isResourceRequest: false, verb: 'get', name: path });
      expect(pathOf(info)).toBe(path);
    },
  );

  it('leaves the name of a new object out of its path', () => {
    expect(pathOf(target('|v1|services||a|b'), 'create')).toBe('/api/v1/namespaces/a/services');
  });
});

describe('query strings', () => {
  it('are written in order, as Go does', () => {
    const text = encodeQuery({
      watch: true,
      resourceVersion: '5',
      fieldSelector: 'metadata.name=a b',
      labelSelector: 'x in (y,z)',
      limit: undefined,
      dryRun: false,
      continue: '',
    });
    expect(text).toBe(
      'fieldSelector=metadata.name%3Da+b&labelSelector=x+in+%28y%2Cz%29' +
        '&resourceVersion=5&watch=true',
    );
    expect(Object.fromEntries(parseQuery(text))).toEqual({
      fieldSelector: 'metadata.name=a b',
      labelSelector: 'x in (y,z)',
      resourceVersion: '5',
      watch: 'true',
    });
  });

  it('drops a value with a broken escape', () => {
    expect(parseQuery('a=%zz&a=2&b').get('a')).toBe('2');
    expect(parseQuery('a=%zz&a=2&b').get('b')).toBe('');
  });
});
