/**
 * The columns of each kind's table.
 *
 * Upstream    kubernetes v1.27 pkg/printers/internalversion/printers.go (AddHandlers), the table
 *             convertors of kube-aggregator and apiextensions-apiserver
 * Simplified  the server would make the table; here the page does, at the time of the answer
 */
import { ageOf } from './age';
import { eventCells } from './event-cells';
import { at, isMap, type Json, listAt, type PrintedObject, textAt } from './printed';
import {
  formatEndpoints,
  formatExternalIp,
  formatLabels,
  formatServicePorts,
  formatSliceEndpoints,
  formatSlicePorts,
  NONE,
  orNone,
} from './service-cells';

export interface Column {
  readonly title: string;
  /** Only with `-o wide`. */
  readonly wide: boolean;
}

export interface TableKind {
  readonly columns: readonly Column[];
  /** Which column has the name; the kind is put before it. */
  readonly nameColumn: number;
  cells(object: PrintedObject, nowMs: number): readonly string[];
}

type Cells = (object: PrintedObject, age: string, nowMs: number) => readonly string[];

/** Titles parted by commas; one in parentheses is wide. */
function table(titles: string, cells: Cells): TableKind {
  const columns = titles.split(', ').map((title) => {
    const wide = title.startsWith('(');
    return { title: wide ? title.slice(1, -1) : title, wide };
  });
  return {
    columns,
    nameColumn: columns.findIndex(({ title }) => title === 'NAME'),
    cells: (object, nowMs) => cells(object, ageOf(object.metadata.creationTimestamp, nowMs), nowMs),
  };
}

const PLAIN = table('NAME, AGE', ({ metadata }, age) => [metadata.name, age]);
const CREATED = table('NAME, CREATED AT', ({ metadata }) => [
  metadata.name,
  metadata.creationTimestamp ?? '',
]);

const countOf = (value: Json): number => (isMap(value) ? Object.keys(value).length : 0);

function bindingCells(object: PrintedObject, age: string): readonly string[] {
  const subjects = listAt(object, 'subjects');
  const named = (kind: string) =>
    subjects
      .filter((subject) => textAt(subject, 'kind') === kind)
      .map((subject) =>
        kind === 'ServiceAccount'
          ? `${textAt(subject, 'namespace')}/${textAt(subject, 'name')}`
          : textAt(subject, 'name'),
      )
      .join(', ');
  const role = `${textAt(object, 'roleRef', 'kind')}/${textAt(object, 'roleRef', 'name')}`;
  const who = [named('User'), named('Group'), named('ServiceAccount')];
  return [object.metadata.name, role, age, ...who];
}

const BINDING = table('NAME, ROLE, AGE, (USERS), (GROUPS), (SERVICEACCOUNTS)', bindingCells);

function apiServiceCells(object: PrintedObject, age: string): readonly string[] {
  const service = at(object, 'spec', 'service');
  const where = service ? `${textAt(service, 'namespace')}/${textAt(service, 'name')}` : 'Local';
  const condition = listAt(object, 'status', 'conditions').find(
    (each) => textAt(each, 'type') === 'Available',
  );
  const status = textAt(condition, 'status') || 'Unknown';
  const reason = textAt(condition, 'reason');
  const available = status === 'True' || reason === '' ? status : `${status} (${reason})`;
  return [object.metadata.name, where, available, age];
}

function priorityLevelCells(object: PrintedObject, age: string): readonly string[] {
  const limited = at(object, 'spec', 'limited');
  const shares =
    textAt(limited, 'nominalConcurrencyShares') || textAt(limited, 'assuredConcurrencyShares');
  const queuing = at(limited, 'limitResponse', 'queuing');
  const queues = ['queues', 'handSize', 'queueLengthLimit'].map((field) =>
    orNone(textAt(queuing, field)),
  );
  return [object.metadata.name, textAt(object, 'spec', 'type'), orNone(shares), ...queues, age];
}

function flowSchemaCells(object: PrintedObject, age: string): readonly string[] {
  const dangling = listAt(object, 'status', 'conditions').find(
    (each) => textAt(each, 'type') === 'Dangling',
  );
  const method = orNone(textAt(object, 'spec', 'distinguisherMethod', 'type'));
  const level = textAt(object, 'spec', 'priorityLevelConfiguration', 'name');
  const precedence = textAt(object, 'spec', 'matchingPrecedence');
  return [object.metadata.name, level, precedence, method, age, textAt(dangling, 'status') || '?'];
}

function parentOf(object: PrintedObject): string {
  const parent = at(object, 'spec', 'parentRef');
  if (!parent) return NONE;
  const group = textAt(parent, 'group');
  const resource = textAt(parent, 'resource') + (group === '' ? '' : `.${group}`);
  const parts = [resource, textAt(parent, 'namespace'), textAt(parent, 'name')];
  return parts.filter((part) => part !== '').join('/');
}

/** By `resource.group`. */
const TABLES: Readonly<Record<string, TableKind>> = {
  'namespaces.': table('NAME, STATUS, AGE', (object, age) => [
    object.metadata.name,
    textAt(object, 'status', 'phase'),
    age,
  ]),
  'services.': table(
    'NAME, TYPE, CLUSTER-IP, EXTERNAL-IP, PORT(S), AGE, (SELECTOR)',
    (object, age) => [
      object.metadata.name,
      textAt(object, 'spec', 'type'),
      orNone(String(listAt(object, 'spec', 'clusterIPs')[0] ?? '')),
      formatExternalIp(object),
      formatServicePorts(object),
      age,
      formatLabels(at(object, 'spec', 'selector')),
    ],
  ),
  'endpoints.': table('NAME, ENDPOINTS, AGE', (object, age) => [
    object.metadata.name,
    formatEndpoints(object),
    age,
  ]),
  'endpointslices.discovery.k8s.io': table(
    'NAME, ADDRESSTYPE, PORTS, ENDPOINTS, AGE',
    (object, age) => [
      object.metadata.name,
      textAt(object, 'addressType'),
      formatSlicePorts(object),
      formatSliceEndpoints(object),
      age,
    ],
  ),
  'leases.coordination.k8s.io': table('NAME, HOLDER, AGE', (object, age) => [
    object.metadata.name,
    textAt(object, 'spec', 'holderIdentity'),
    age,
  ]),
  'events.': eventTable(),
  'events.events.k8s.io': eventTable(),
  'configmaps.': table('NAME, DATA, AGE', (object, age) => [
    object.metadata.name,
    String(countOf(object.data) + countOf(object.binaryData)),
    age,
  ]),
  'clusterroles.rbac.authorization.k8s.io': CREATED,
  'roles.rbac.authorization.k8s.io': CREATED,
  'clusterrolebindings.rbac.authorization.k8s.io': BINDING,
  'rolebindings.rbac.authorization.k8s.io': BINDING,
  'priorityclasses.scheduling.k8s.io': table('NAME, VALUE, GLOBAL-DEFAULT, AGE', (object, age) => [
    object.metadata.name,
    textAt(object, 'value') || '0',
    textAt(object, 'globalDefault') || 'false',
    age,
  ]),
  'flowschemas.flowcontrol.apiserver.k8s.io': table(
    'NAME, PRIORITYLEVEL, MATCHINGPRECEDENCE, DISTINGUISHERMETHOD, AGE, MISSINGPL',
    flowSchemaCells,
  ),
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': table(
    'NAME, TYPE, NOMINALCONCURRENCYSHARES, QUEUES, HANDSIZE, QUEUELENGTHLIMIT, AGE',
    priorityLevelCells,
  ),
  'apiservices.apiregistration.k8s.io': table('NAME, SERVICE, AVAILABLE, AGE', apiServiceCells),
  'customresourcedefinitions.apiextensions.k8s.io': CREATED,
  'ipaddresses.networking.k8s.io': table('NAME, PARENTREF, AGE', (object, age) => [
    object.metadata.name,
    parentOf(object),
    age,
  ]),
  'servicecidrs.networking.k8s.io': table('NAME, CIDRS, AGE', (object, age) => [
    object.metadata.name,
    listAt(object, 'spec', 'cidrs').join(','),
    age,
  ]),
};

function eventTable(): TableKind {
  const wide = '(SUBOBJECT), (SOURCE), MESSAGE, (FIRST SEEN), (COUNT), (NAME)';
  return table(`LAST SEEN, TYPE, REASON, OBJECT, ${wide}`, (object, _age, nowMs) =>
    eventCells(object, nowMs),
  );
}

/** The table of a kind; that of all others has name and age. */
export function tableOf({
  group,
  resource,
}: {
  readonly group: string;
  readonly resource: string;
}) {
  const key = `${resource}.${group}`;
  return Object.hasOwn(TABLES, key) ? TABLES[key] : PLAIN;
}
