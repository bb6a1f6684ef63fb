import { describe, expect, it } from 'vitest';
import { ENDPOINTS, NAMESPACES } from '../../../api/resources';
import { activeNamespace, RestWorld } from '../../registry/testing/rest-world';
import { admissionChain } from '..';
import type { AdmissionAttributes, AdmissionOperation } from '../admission';

/** A server whose cache says Active of namespace `a`, whatever is true. */
function chain(world: RestWorld, disabled: readonly string[] = []) {
  const cached = activeNamespace('a');
  return admissionChain({
    process: world.servers[0],
    actor: 'server-a/apiserver',
    namespaces: { hasSynced: true, get: (_, name) => (name === 'a' ? cached : undefined) },
    client: world.clientOf(),
    disabled,
  });
}

const about = (operation: AdmissionOperation, namespace = 'a'): AdmissionAttributes => ({
  operation,
  of: ENDPOINTS,
  subresource: '',
  namespace,
  name: 'x',
  object: undefined,
});
const ofNamespace = (operation: AdmissionOperation, name = 'a') => ({
  ...about(operation, ''),
  of: NAMESPACES,
  name,
});

describe('NamespaceLifecycle', () => {
  it('believes its cache', () => {
    const admission = chain(new RestWorld());
    expect(admission.decide(about('CREATE'))).toBe('pass');
    expect(admission.decide(about('UPDATE'))).toBe('pass');
  });

  it('looks up a missing namespace for a create and an update, not for a delete', () => {
    const admission = chain(new RestWorld());
    expect(admission.decide(about('CREATE', 'no'))).toBe('ask');
    expect(admission.decide(about('UPDATE', 'no'))).toBe('ask');
    expect(admission.decide(about('DELETE', 'no'))).toBe('pass');
  });

  it('looks up for 30 s a namespace whose delete it let pass', () => {
    const world = new RestWorld();
    const admission = chain(world);
    expect(admission.decide(ofNamespace('DELETE'))).toBe('pass');
    expect(admission.decide(about('CREATE'))).toBe('ask');
    world.forSeconds(29.9);
    expect(admission.decide(about('CREATE'))).toBe('ask');
    world.forSeconds(0.1);
    expect(admission.decide(about('CREATE'))).toBe('pass');
  });

  it('lets everything else happen to namespaces', () => {
    const admission = chain(new RestWorld());
    expect(admission.decide(ofNamespace('CREATE', 'new'))).toBe('pass');
    expect(admission.decide(ofNamespace('UPDATE', 'default'))).toBe('pass');
    expect(admission.decide(ofNamespace('DELETE', 'default'))).toMatchObject({ code: 403 });
  });

  it('can be switched off', () => {
    const admission = chain(new RestWorld(), ['NamespaceLifecycle']);
    expect(admission.decide(ofNamespace('DELETE', 'default'))).toBe('pass');
  });
});
