/**
 * What is wrong with how a workload is brought up to date.
 *
 * Upstream    kubernetes v1.27 pkg/apis/apps/validation/validation.go (ValidateDeploymentStrategy,
 *             ValidateStatefulSetSpec, validateDaemonSetUpdateStrategy)
 * Simplified  where upstream prints the address of a value, 0xc000000000 stands
 */
import {
  type FieldError,
  forbidden,
  type GoLiteral,
  goQuote,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import { notNegative } from './field-checks';
import { goIntOrString, validateIntOrPercent } from './int-or-percent';
import { fieldsOf } from './pod-defaults';

const ROLLING = 'RollingUpdate';
const isZero = (value: unknown): boolean => value === 0 || value === '0%';

/** A strategy as Go prints it. */
function goStrategy(kind: string, called: string, value: unknown): GoLiteral {
  const { type, rollingUpdate } = fieldsOf(value);
  const rolling = kind === 'StatefulSet' ? `RollingUpdate${kind}Strategy` : `RollingUpdate${kind}`;
  const pointer = rollingUpdate === undefined ? 'nil' : '0xc000000000';
  const given = goQuote(String(type ?? ''));
  const fields = `Type:${given}, RollingUpdate:(*apps.${rolling})(${pointer})`;
  return { go: `apps.${kind}${called}{${fields}}` };
}

export function deploymentStrategy(value: unknown): FieldError[] {
  const path = 'spec.strategy';
  const { type, rollingUpdate } = fieldsOf(value);
  if (type === 'Recreate') {
    const text = `may not be specified when strategy \`type\` is '${type}'`;
    return rollingUpdate === undefined ? [] : [forbidden(`${path}.rollingUpdate`, text)];
  }
  if (type !== ROLLING) {
    return [notSupported(path, goStrategy('Deployment', 'Strategy', value), ['Recreate', ROLLING])];
  }
  const { maxUnavailable, maxSurge } = fieldsOf(rollingUpdate);
  if (!isZero(maxUnavailable) || !isZero(maxSurge)) return [];
  const field = `${path}.rollingUpdate.maxUnavailable`;
  return [invalid(field, goIntOrString(maxUnavailable), 'may not be 0 when `maxSurge` is 0')];
}

export function setStrategy(value: unknown, path: string): FieldError[] {
  const { type, rollingUpdate } = fieldsOf(value);
  const place = `${path}.rollingUpdate`;
  const { partition, maxUnavailable } = fieldsOf(rollingUpdate);
  if (type === undefined || type === '') return [required(path, '')];
  if (type === 'OnDelete') {
    const text = `only allowed for updateStrategy '${ROLLING}'`;
    const shown = { go: goRollingOfSet(partition, maxUnavailable) };
    return rollingUpdate === undefined ? [] : [invalid(place, shown, text)];
  }
  if (type !== ROLLING) {
    const shown = goStrategy('StatefulSet', 'UpdateStrategy', value);
    return [invalid(path, shown, `must be '${ROLLING}' or 'OnDelete'`)];
  }
  const none = isZero(maxUnavailable) || maxUnavailable === '0';
  return [
    ...notNegative(partition, `${place}.partition`),
    ...validateIntOrPercent(maxUnavailable, `${place}.maxUnavailable`),
    ...(none
      ? [invalid(`${place}.maxUnavailable`, goIntOrString(maxUnavailable), 'cannot be 0')]
      : []),
  ];
}

function goRollingOfSet(partition: unknown, maxUnavailable: unknown): string {
  const pointer = maxUnavailable === undefined ? 'nil' : '0xc000000000';
  const most = `MaxUnavailable:(*intstr.IntOrString)(${pointer})`;
  const from = `Partition:${Number(partition ?? 0)}`;
  return `apps.RollingUpdateStatefulSetStrategy{${from}, ${most}}`;
}

/** Upstream: validateRollingUpdateDaemonSet. */
function daemonRolling(value: unknown, path: string): FieldError[] {
  const { maxUnavailable = 0, maxSurge = 0 } = fieldsOf(value);
  const [unavailable, surge] = [`${path}.maxUnavailable`, `${path}.maxSurge`];
  const [noneGone, noneMore] = [isZero(maxUnavailable), isZero(maxSurge)];
  const both = 'may not be set when maxUnavailable is non-zero';
  return [
    ...validateIntOrPercent(maxUnavailable, unavailable),
    ...validateIntOrPercent(maxSurge, surge),
    ...(noneGone || noneMore ? [] : [invalid(surge, goIntOrString(maxSurge), both)]),
    ...(noneGone && noneMore ? [required(unavailable, 'cannot be 0 when maxSurge is 0')] : []),
  ];
}

export function daemonStrategy(value: unknown, path: string): FieldError[] {
  const { type, rollingUpdate } = fieldsOf(value);
  if (type === 'OnDelete') return [];
  if (type !== ROLLING) {
    const shown = goStrategy('DaemonSet', 'UpdateStrategy', value);
    return [notSupported(path, shown, [ROLLING, 'OnDelete'])];
  }
  if (rollingUpdate === undefined) return [required(`${path}.rollingUpdate`, '')];
  return daemonRolling(rollingUpdate, `${path}.rollingUpdate`);
}
