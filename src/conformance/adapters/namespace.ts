/** Area `namespace`: what the status of a namespace says about its deletion. */
import { type NamespaceCondition, NamespaceConditionUpdater, updateConditions } from '#kube';
import type { Answer, AreaAdapter, Question } from '../adapter';
import type { Json } from '../case';
import { Fields } from '../read-fields';

export const namespaceAdapter: AreaAdapter = {
  area: 'namespace',
  calls: {
    'update status conditions': update,
    'conditions from what is left': fromWhatIsLeft,
  },
};

/** The cases say nothing of times. */
const NOW = '2023-10-01T00:00:00Z';

function conditionOf(value: Json): NamespaceCondition {
  const fields = new Fields(value, 'condition').only('type', 'status', 'reason', 'message');
  const [reason, message] = [fields.text('reason', ''), fields.text('message', '')];
  return { type: fields.text('type'), status: fields.text('status'), reason, message };
}

const factsOf = (conditions: readonly NamespaceCondition[]): Answer => ({
  facts: {
    // What is empty is left out, as in the object.
    conditions: conditions.map(({ type, status, reason = '', message = '' }) => ({
      type,
      status,
      ...(reason !== '' && { reason }),
      ...(message !== '' && { message }),
    })),
  },
});

function update({ given }: Question): Answer {
  const inputs = new Fields(given, 'given').only('found', 'statusConditions');
  const before = inputs.list('statusConditions', []).map(conditionOf);
  const found = inputs.list('found', []).map(conditionOf);
  return factsOf(updateConditions(before, found, NOW) ?? before);
}

/** Nothing is left where the case says nothing. */
function totalsOf(inputs: Fields, key: string): ReadonlyMap<string, number> {
  if (!inputs.has(key)) return new Map();
  const fields = inputs.inside(key);
  return new Map(fields.names.map((name) => [name, fields.count(name)]));
}

function fromWhatIsLeft({ given }: Question): Answer {
  const inputs = new Fields(given, 'given').only('remaining', 'finalizers');
  const updater = new NamespaceConditionUpdater(NOW);
  updater.processContentTotals({
    remaining: totalsOf(inputs, 'remaining'),
    finalizers: totalsOf(inputs, 'finalizers'),
  });
  return factsOf(updater.found);
}
