/** Puts the clock of a process wrong: a jump of its time of day, or another rate. */
import { useState } from 'react';
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import styles from './faults.module.css';
import { Choice, Go, Group, type SetOff } from './parts';
import { faultTexts } from './texts';

/** 1.25 is where the default times of an election stop to keep two leaders apart. */
const RATES = ['0.5', '0.9', '1.1', '1.25', '1.4', '2'] as const;
const JUMPS = ['-1h', '-5s', '5s', '1h'] as const;

interface ClockToolsProps {
  readonly process: string;
  readonly setOff: SetOff;
}

export function ClockTools({ process, setOff }: ClockToolsProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, faultTexts);
  const [rate, setRate] = useState<string>(RATES[4]);
  const [offset, setOffset] = useState<string>(JUMPS[3]);
  return (
    <Group title={t('clock')}>
      <div className={styles.row}>
        <Choice label={t('clock-rate')} values={RATES} value={rate} onChoose={setRate} hidden />
        <Go onGo={() => setOff({ kind: 'clock-rate', process, rate: Number(rate) })}>
          {`${t('clock-runs')} ×${rate}`}
        </Go>
      </div>
      <div className={styles.row}>
        <Choice label={t('jump')} values={JUMPS} value={offset} onChoose={setOffset} hidden />
        <Go onGo={() => setOff({ kind: 'clock-jump', process, offset })}>
          {`${t('clock-jumps')} ${offset}`}
        </Go>
      </div>
    </Group>
  );
}
