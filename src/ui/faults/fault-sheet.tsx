/** All faults that can be set off at the playhead, each with how long it lasts. */
import { useState } from 'react';
import type { InputFault } from '#base';
import { formatClock, useTexts, withTitle } from '../i18n';
import { Reason } from '../opening/reason';
import { selectedProcess } from '../selected';
import { addStep } from '../session/edit-scenario';
import { useShell } from '../shell/shell-context';
import { shellTexts } from '../shell/texts';
import { Dialog } from '../widgets';
import { ClockTools } from './clock-tools';
import { type Fault, faultStep, LENGTHS, othersOf, presentOf } from './fault-step';
import styles from './faults.module.css';
import { HookTools } from './hook-tools';
import { KeyTools } from './key-tools';
import { Choice, Go, Group, type SetOff } from './parts';
import { faultTexts } from './texts';

/** How much slower links and calls are made. */
const DELAYS = ['100ms', '500ms', '2s', '5s'] as const;

export default function FaultSheet({ onClose }: { readonly onClose: () => void }) {
  const shell = useShell();
  const { orrery } = shell;
  const t = useTexts(orrery, faultTexts);
  const shellText = useTexts(orrery, shellTexts);
  const { scenario } = orrery.session.getState();
  const { apiServers = [], controllerManagers = [], schedulers = [] } = scenario?.spec ?? {};
  const servers = apiServers.map(({ name }) => name);
  const clients = [...controllerManagers, ...schedulers].map(({ name }) => name);
  const processes = [...servers, 'etcd', ...clients];
  const [process, setProcess] = useState(() => firstProcess(selectedProcess(orrery), processes));
  const { faults, setOff } = useSetOff(onClose);
  const title = t('title', { time: formatClock(orrery.playback.getState().time) });
  return (
    <Dialog title={title} closeLabel={shellText('close')} onClose={onClose}>
      <div className={styles.sheet}>
        <p className="dim">{t('intro')}</p>
        <div className={styles.on}>
          <Choice
            label={t('process')}
            values={processes}
            value={process}
            onChoose={setProcess}
            first
          />
          <Lasts />
        </div>
        {faults.length > 0 && (
          <ul role="alert" className={styles.faulty}>
            {faults.map(({ path, reason }) => (
              <li key={path}>
                {withTitle(path, '', t.language)}
                <Reason orrery={orrery} reason={reason} />
              </li>
            ))}
          </ul>
        )}
        <NetworkTools process={process} servers={servers} setOff={setOff} />
        <StoreTools setOff={setOff} />
        <HaltTools process={process} setOff={setOff} />
        <ClockTools process={process} setOff={setOff} />
        <HookTools process={process} isServer={servers.includes(process)} setOff={setOff} />
        <KeyTools setOff={setOff} />
      </div>
    </Dialog>
  );
}

const firstProcess = (selected: string | undefined, processes: readonly string[]): string =>
  processes.find((name) => name === selected) ?? processes[0];

/** Sets a fault off, unless the engine refuses its step: then what is wrong stands in the sheet. */
function useSetOff(onDone: () => void) {
  const { orrery, client } = useShell();
  const [faults, setFaults] = useState<readonly InputFault[]>([]);
  const setOff = async (fault: Fault): Promise<void> => {
    const { scenario } = orrery.session.getState();
    if (!scenario) return;
    const step = faultStep(fault, orrery.settings.getState().faultLasts);
    const { time } = orrery.playback.getState();
    const found = await client.check(addStep(scenario, time, step).scenario);
    setFaults(found);
    if (found.length > 0) return;
    onDone();
    orrery.acts.add(step);
  };
  return { faults, setOff: (fault: Fault) => void setOff(fault) };
}

function Lasts() {
  const { orrery } = useShell();
  const t = useTexts(orrery, faultTexts);
  const [lasts, setLasts] = useState(() => orrery.settings.getState().faultLasts);
  return (
    <fieldset className={styles.field}>
      <legend className="dim">{t('lasts')}</legend>
      <div className={styles.chips}>
        {LENGTHS.map((length) => (
          <button
            key={length}
            type="button"
            className={`button ${length === lasts ? 'primary' : ''}`}
            aria-pressed={length === lasts}
            onClick={() => {
              setLasts(length);
              orrery.settings.setState({ faultLasts: length });
            }}
          >
            {t(`for-${length}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface ToolsProps {
  readonly process: string;
  readonly setOff: SetOff;
}

function NetworkTools({
  process,
  servers,
  setOff,
}: ToolsProps & { readonly servers: readonly string[] }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, faultTexts);
  const others = othersOf(process, servers);
  const [wanted, setOther] = useState('etcd');
  const [add, setAdd] = useState<string>(DELAYS[1]);
  const present = presentOf(others, orrery.index.actors);
  const other = present.includes(wanted) ? wanted : present[0];
  return (
    <Group title={t('network')}>
      <div className={styles.row}>
        <Go onGo={() => setOff({ kind: 'cut', process, from: others })}>{t('cut-all')}</Go>
      </div>
      <div className={styles.row}>
        <Choice label={t('other')} values={present} value={other} onChoose={setOther} hidden />
        <Go onGo={() => setOff({ kind: 'cut', process, from: [other] })}>
          {t('cut-one', { other })}
        </Go>
      </div>
      <div className={styles.row}>
        <Choice label={t('add')} values={DELAYS} value={add} onChoose={setAdd} hidden />
        <Go onGo={() => setOff({ kind: 'slow-links', process, to: other, add })}>
          {`${t('slow-links', { other })} ${add}`}
        </Go>
      </div>
    </Group>
  );
}

function StoreTools({ setOff }: Pick<ToolsProps, 'setOff'>) {
  const { orrery } = useShell();
  const t = useTexts(orrery, faultTexts);
  const [latency, setLatency] = useState<string>(DELAYS[2]);
  return (
    <Group title={t('store')}>
      <div className={styles.row}>
        <Go onGo={() => setOff({ kind: 'etcd-outage' })}>{t('etcd-outage')}</Go>
      </div>
      <div className={styles.row}>
        {(['etcd-compact', 'etcd-defrag', 'etcd-disarm'] as const).map((kind) => (
          <Go key={kind} onGo={() => setOff({ kind })}>
            {t(kind)}
          </Go>
        ))}
      </div>
      <div className={styles.row}>
        <Choice label={t('add')} values={DELAYS} value={latency} onChoose={setLatency} hidden />
        <Go onGo={() => setOff({ kind: 'etcd-slow', latency })}>
          {`${t('etcd-slow')} ${latency}`}
        </Go>
      </div>
    </Group>
  );
}

function HaltTools({ process, setOff }: ToolsProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, faultTexts);
  const { faultLasts } = orrery.settings.getState();
  return (
    <Group title={t('halt')}>
      <div className={styles.row}>
        {(['pause', 'kill'] as const).map((verb) => (
          <Go key={verb} onGo={() => setOff({ kind: 'halt', process, verb })}>
            {t(verb)}
          </Go>
        ))}
        <span className="dim">{t(faultLasts === '' ? 'halt-stays' : 'halt-back')}</span>
      </div>
    </Group>
  );
}
