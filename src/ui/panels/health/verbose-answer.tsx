import { useState } from 'react';
import { formatClock, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { PanelProps } from '../panel';
import styles from './health.module.css';
import { ENDPOINTS, type HealthEndpoint, type HealthView } from './select';
import { healthTexts } from './texts';
import { type Answer, answerOf, printCheck } from './verbose';

export interface VerboseProps extends Pick<PanelProps, 'orrery' | 'time'> {
  readonly view: HealthView;
}

/** What the server answers to `GET /readyz?verbose` and its like, as far as it is known. */
export function VerboseAnswer({ orrery, time, view }: VerboseProps) {
  const t = useTexts(orrery, healthTexts);
  const [endpoint, setEndpoint] = useState<HealthEndpoint>('readyz');
  const answer = answerOf(view, endpoint);
  const record = view.answers.get(endpoint);
  const { asked, outdated } = view;
  return (
    <section className={styles.verbose}>
      <fieldset className={styles.endpoints} aria-label={t('health')}>
        {ENDPOINTS.map((name) => (
          <Endpoint
            key={name}
            name={name}
            answer={answerOf(view, name)}
            old={outdated !== undefined}
            pressed={name === endpoint}
            onChoose={() => setEndpoint(name)}
          />
        ))}
      </fieldset>
      <p className="dim mono">
        <code>{`GET /${endpoint}?verbose`}</code>
        {answer.kind === 'answer' && !outdated && (
          <strong data-ok={answer.code === 200}>{` → ${answer.code}`}</strong>
        )}
      </p>
      {answer.kind === 'answer' && asked && outdated && (
        <p className={styles.silence}>
          {t('outdated', { asked: formatClock(asked.t), changed: formatClock(outdated.t) })}
        </p>
      )}
      <Text orrery={orrery} answer={answer} old={outdated !== undefined} />
      {asked && answer.kind === 'answer' && (
        <button
          type="button"
          className="text-button dim"
          onClick={() => goToRecord(orrery, asked.seq)}
        >
          {t('asked', { time: formatClock(asked.t) })}
        </button>
      )}
      {record && answer.kind === 'answer' && !outdated && (
        <button
          type="button"
          className="text-button dim"
          onClick={() => goToRecord(orrery, record.seq)}
        >
          {t('since', { time: formatClock(record.t) })}
        </button>
      )}
      <p className="visually-hidden" aria-live="polite">
        {t('at', { time: formatClock(time) })}
      </p>
    </section>
  );
}

interface EndpointProps {
  readonly name: HealthEndpoint;
  readonly answer: Answer;
  readonly pressed: boolean;
  /** It may be true no more. */
  readonly old: boolean;
  readonly onChoose: () => void;
}

function Endpoint({ name, answer, pressed, old, onChoose }: EndpointProps) {
  const code = answer.kind === 'answer' && !old ? answer.code : undefined;
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={pressed}
      data-good={code === undefined ? undefined : code === 200}
      onClick={onChoose}
    >
      <code>/{name}</code> <strong className="mono">{code ?? '–'}</strong>
    </button>
  );
}

interface TextProps extends Pick<VerboseProps, 'orrery'> {
  readonly answer: Answer;
  readonly old: boolean;
}

function Text({ orrery, answer, old }: TextProps) {
  const t = useTexts(orrery, healthTexts);
  if (answer.kind !== 'answer') {
    return <p className={styles.silence}>{t(answer.kind)}</p>;
  }
  const { lines, verdict, code } = answer;
  return (
    <pre className={old ? 'dim' : undefined}>
      {lines.map((line) => (
        <span key={line.name} data-ok={old ? undefined : line.ok}>
          {`${printCheck(line)}\n`}
        </span>
      ))}
      <strong data-ok={old ? undefined : code === 200}>{verdict}</strong>
    </pre>
  );
}
