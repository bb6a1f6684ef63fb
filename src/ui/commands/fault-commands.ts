import { faultStep } from '../faults/fault-step';
import { faultsAt, healable } from '../faults/running';
import { canAct, selectedProcess } from '../selected';
import type { Orrery } from '../stores';
import type { Command, CommandContext } from './command';

const lasts = (orrery: Orrery): string => orrery.settings.getState().faultLasts;

const changeable = ({ orrery }: CommandContext): boolean =>
  canAct(orrery) && orrery.session.getState().scenario !== undefined;

export const faultCommands: readonly Command[] = [
  {
    id: 'faults',
    group: 'acts',
    keys: ['g'],
    enabled: changeable,
    run: ({ page }) => page.openFaults(),
  },
  {
    id: 'cut-etcd',
    group: 'acts',
    keys: ['\\'],
    enabled: (context) => {
      const process = selectedProcess(context.orrery);
      return changeable(context) && process !== undefined && process !== 'etcd';
    },
    run: ({ orrery }) => {
      const process = selectedProcess(orrery);
      if (process === undefined) return;
      orrery.acts.add(faultStep({ kind: 'cut', process, from: ['etcd'] }, lasts(orrery)));
    },
  },
  {
    id: 'etcd-outage',
    group: 'acts',
    keys: ['q'],
    enabled: changeable,
    run: ({ orrery }) => orrery.acts.add(faultStep({ kind: 'etcd-outage' }, lasts(orrery))),
  },
  {
    id: 'heal-all',
    group: 'acts',
    keys: ['h'],
    enabled: ({ orrery }) => healable(faultsAt(orrery, orrery.playback.getState().time)).length > 0,
    run: ({ orrery }) => {
      const { time } = orrery.playback.getState();
      orrery.acts.heal(healable(faultsAt(orrery, time)).map(({ place }) => place));
    },
  },
];
