/** What can be done to each process, as entries of the palette; nothing has to be selected. */
import type { SimTime } from '#base';
import { faultStep } from '../faults/fault-step';
import { type Translate, translator, type Wording } from '../i18n';
import { canAct, isPaused, possibleActs } from '../selected';
import type { ActVerb, Orrery } from '../stores';
import type { Entry } from './find-entries';
import { paletteTexts } from './texts';

type Deed = ActVerb | 'cut' | 'slow';
type PaletteWords = Translate<(typeof paletteTexts)['en']>;

/** Added to each message between a slow process and etcd. */
const SLOW_BY = '500ms';

/** What people call each deed besides its title, also those who think in kubectl and Chinese. */
const CALLED: Readonly<Record<Deed, string>> = {
  kill: 'kill sigkill crash delete pod force 杀死 崩溃 删除',
  terminate: 'terminate sigterm stop shut down delete pod drain graceful 终止 停止 删除 优雅',
  start: 'start run up boot 启动',
  restart: 'restart rollout bounce 重启',
  pause: 'pause freeze sigstop stop suspend 冻结 暂停',
  resume: 'resume unfreeze thaw continue sigcont 继续 恢复',
  cut: 'cut off partition disconnect isolate network 断开 断网 网络 分区',
  slow: 'slow down delay latency network 变慢 放慢 延迟 网络',
};
const DEEDS = Object.keys(CALLED) as Deed[];

/** Processes that steps can act on, in the order of the scenario; of an opened trace, all. */
function processesOf({ session, index }: Orrery): readonly string[] {
  const spec = session.getState().scenario?.spec;
  if (!spec) return index.processes;
  const { apiServers = [], controllerManagers = [], schedulers = [] } = spec;
  return [...apiServers, ...controllerManagers, ...schedulers]
    .map(({ name }) => name)
    .concat('etcd');
}

/** Each deed with each process; those that cannot be done now say why. */
export function actEntries(orrery: Orrery, wording: Wording): readonly Entry[] {
  const t = translator(paletteTexts, wording);
  const { time } = orrery.playback.getState();
  return processesOf(orrery).flatMap((process) =>
    DEEDS.filter((deed) => process !== 'etcd' || (deed !== 'cut' && deed !== 'slow')).map(
      (deed): Entry => ({
        kind: 'act',
        id: `${deed} ${process}`,
        title: t(`act-${deed}`, { process }),
        aside: '',
        called: CALLED[deed],
        refused: refusalOf(orrery, { deed, process, time }, t),
      }),
    ),
  );
}

interface Wish {
  readonly deed: Deed;
  readonly process: string;
  readonly time: SimTime;
}

/** Why a deed cannot be done to a process now. */
function refusalOf(
  orrery: Orrery,
  { deed, process, time }: Wish,
  t: PaletteWords,
): string | undefined {
  if (!canAct(orrery)) return t('refused-fixed');
  if (deed === 'cut' || deed === 'slow') return undefined;
  const { index } = orrery;
  if (possibleActs(index, process, time).includes(deed)) return undefined;
  const phase = index.processPhaseAt(process, time)?.phase;
  if (phase === undefined || phase === 'exited') return t('refused-down');
  if (deed === 'start') return t('refused-up');
  if (isPaused(index, process, time)) return t('refused-frozen');
  return t(deed === 'resume' ? 'refused-thawed' : 'refused-ending');
}

/** Does what an entry says. */
export function doAct(orrery: Orrery, id: string): void {
  const [deed, process] = id.split(' ') as [Deed, string];
  const { faultLasts } = orrery.settings.getState();
  if (deed === 'cut') {
    orrery.acts.add(faultStep({ kind: 'cut', process, from: ['etcd'] }, faultLasts));
  } else if (deed === 'slow') {
    orrery.acts.add(
      faultStep({ kind: 'slow-links', process, to: 'etcd', add: SLOW_BY }, faultLasts),
    );
  } else orrery.acts.act(deed, process);
}
