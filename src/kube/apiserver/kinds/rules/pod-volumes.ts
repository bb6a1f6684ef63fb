/**
 * What is wrong with the sources of a Pod's volumes.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (validateVolumeSource)
 * Simplified  of the sources only those that are named here are looked into
 */
import {
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import { type Fields, fieldsOf } from './pod-defaults';

const MODE_MAX = 0o777;
const MODE_TEXT = 'must be a number between 0 and 0777 (octal), both inclusive';
const PATH_TYPES = [
  ...['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File'],
  ...['FileOrCreate', 'Socket'],
];
/** In the order in which they are looked at. */
const SOURCES = [
  ...['emptyDir', 'hostPath', 'gitRepo', 'gcePersistentDisk', 'awsElasticBlockStore', 'secret'],
  ...['nfs', 'iscsi', 'glusterfs', 'flocker', 'persistentVolumeClaim', 'rbd', 'cinder', 'cephfs'],
  ...['quobyte', 'downwardAPI', 'fc', 'azureFile', 'configMap', 'vsphereVolume', 'azureDisk'],
  ...['photonPersistentDisk', 'projected', 'scaleIO', 'storageos', 'csi', 'ephemeral', 'image'],
];

const there = (fields: Fields, name: string, path: string): FieldError[] =>
  fields[name] ? [] : [required(`${path}.${name}`, '')];

function mode({ defaultMode }: Fields, path: string): FieldError[] {
  const wrong = typeof defaultMode === 'number' && (defaultMode < 0 || defaultMode > MODE_MAX);
  return wrong ? [invalid(`${path}.defaultMode`, defaultMode, MODE_TEXT)] : [];
}

/** Upstream: validatePathNoBacksteps. */
const noBacksteps = (path: unknown, place: string): FieldError[] =>
  String(path ?? '')
    .split('/')
    .includes('..')
    ? [invalid(place, String(path), "must not contain '..'")]
    : [];

const RULES: Readonly<Record<string, (source: Fields, path: string) => FieldError[]>> = {
  hostPath: (source, path) => {
    const { path: at, type = '' } = source;
    const missing = there(source, 'path', path);
    return [
      ...(missing.length > 0 ? missing : noBacksteps(at, `${path}.path`)),
      ...(PATH_TYPES.includes(String(type))
        ? []
        : [notSupported(`${path}.type`, String(type), PATH_TYPES)]),
    ];
  },
  secret: (source, path) => [...there(source, 'secretName', path), ...mode(source, path)],
  configMap: (source, path) => [...there(source, 'name', path), ...mode(source, path)],
  persistentVolumeClaim: (source, path) => there(source, 'claimName', path),
  nfs: (source, path) => [
    ...there(source, 'server', path),
    ...there(source, 'path', path),
    ...(source.path && !String(source.path).startsWith('/')
      ? [invalid(`${path}.path`, String(source.path), 'must be an absolute path')]
      : []),
  ],
  downwardAPI: mode,
  projected: mode,
  csi: (source, path) => there(source, 'driver', path),
};

/** @param path of the volume. */
export function validateVolumeSource(volume: Fields, path: string): FieldError[] {
  const [first, ...others] = SOURCES.filter((name) => volume[name] !== undefined);
  if (first === undefined) return [required(path, 'must specify a volume type')];
  const many = 'may not specify more than 1 volume type';
  return [
    ...(RULES[first]?.(fieldsOf(volume[first]), `${path}.${first}`) ?? []),
    ...others.map((name) => forbidden(`${path}.${name}`, many)),
  ];
}
