import { describe, expect, test } from 'vitest';
import { jsonPathText, relaxedPath } from './jsonpath';

const LIST = {
  kind: 'List',
  items: [
    {
      metadata: { name: 'web', namespace: 'default', labels: { tier: 'front', app: 'web' } },
      spec: {
        type: 'NodePort',
        ports: [
          { name: 'http', port: 80, nodePort: 30_080 },
          { name: 'tls', port: 443 },
        ],
      },
    },
    { metadata: { name: 'a-long-name-for-it' }, spec: { type: 'ClusterIP' } },
  ],
};

describe('jsonpath', () => {
  test.each([
    ['{.items[*].metadata.name}', 'web a-long-name-for-it'],
    [
      '{range .items[*]}{.metadata.name}{"\\t"}{.spec.type}{"\\n"}{end}',
      'web\tNodePort\na-long-name-for-it\tClusterIP\n',
    ],
    ['{.items[0].spec.ports[?(@.port==443)].name}', 'tls'],
    ['{.items[0].spec.ports[?(@.nodePort)].name}', 'http'],
    ['{.items[-1].metadata.name}', 'a-long-name-for-it'],
    ['{.items[0:1].metadata.name}', 'web'],
    ["{.items[0].metadata['name','namespace']}", 'web default'],
    ['{.items[0].metadata.labels}', '{"tier":"front","app":"web"}'],
    ['{..nodePort}', '30080'],
    ['{.items[0].missing}', ''],
    ['name: {.kind}', 'name: List'],
  ])('%s', (template, text) => expect(jsonPathText(template, LIST)).toBe(text));

  test.each([
    ['{.a', 'error parsing jsonpath {.a, unclosed action'],
    ['{.items[9]}', /^error executing jsonpath .* array index out of bounds: index 9, length 2/],
    ['{range .items[*]}', 'error parsing jsonpath {range .items[*]}, unterminated array'],
    [
      '{.items[0].metadata[0]}',
      'Error executing template: map[string]interface {} is not array or slice. Printing more',
    ],
    [
      '{.kind[?(@.a)]}',
      'Error executing template: List is not array or slice and cannot be filtered. Printing',
    ],
    ['{end}', 'error parsing jsonpath {end}, not in range, nothing to end'],
  ])('%s fails', (template, message) =>
    expect(() => jsonPathText(template, LIST)).toThrow(message),
  );

  test('braces and the first dot may be left out of a path', () => {
    const path = [
      { kind: 'field', name: 'metadata' },
      { kind: 'field', name: 'name' },
    ];
    for (const text of ['metadata.name', '.metadata.name', '{metadata.name}', '{.metadata.name}']) {
      expect(relaxedPath(text)).toEqual(path);
    }
    expect(relaxedPath('{.a}{.b}')).toBeUndefined();
  });
});
