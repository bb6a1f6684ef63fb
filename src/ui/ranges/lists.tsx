import { type ReactNode, useEffect, useRef } from 'react';
import { formatClock, namesInAList, useTexts } from '../i18n';
import { goToRecord } from '../playback';
import type { Orrery } from '../stores';
import type { PassEvent } from './events';
import styles from './lists.module.css';
import { knownVerdict } from './moment-words';
import type { ClaimLine, RepairPass } from './passes';
import type { HoldingLine } from './stored-range';
import { rangeTexts } from './texts';
import { holds, type Moment } from './walk';

/** Lines of a list drawn around the current one, at most. */
const MOST_LINES = 200;

function around<T>(list: readonly T[], at: number): { from: number; shown: readonly T[] } {
  const from = Math.max(0, Math.min(at - MOST_LINES / 2, list.length - MOST_LINES));
  return { from, shown: list.slice(from, from + MOST_LINES) };
}

interface ListProps {
  readonly title: string;
  readonly about?: string;
  readonly children: ReactNode;
}

function List({ title, about, children }: ListProps) {
  return (
    <section className={styles.list}>
      <h3>{title}</h3>
      {about !== undefined && <p className="dim">{about}</p>}
      {children}
    </section>
  );
}

export interface ClaimsProps {
  readonly orrery: Orrery;
  readonly pass: RepairPass;
  readonly moments: readonly Moment[];
  readonly at: number;
  readonly onGo: (at: number) => void;
}

/** The Services of a pass in the order read, each with its verdict once that has come. */
export function Claims({ orrery, pass, moments, at, onGo }: ClaimsProps) {
  const t = useTexts(orrery, rangeTexts);
  const claims = pass.rebuilt?.claims ?? [];
  const first = moments.findIndex(({ step }) => step === 'rebuild');
  const { from, shown } = around(claims, at - first);
  return (
    <List title={t('claims')} about={t('claims-text')}>
      {pass.rebuilt && claims.length === 0 && <p className="dim">{t('claims-none')}</p>}
      {moments[at]?.step !== 'snapshot' && (
        <ol className={styles.lines}>
          {shown.map((claim, index) => {
            const place = from + index;
            const moment = first + place;
            return (
              <Claim
                key={place}
                orrery={orrery}
                claim={claim}
                when={at < moment ? 'ahead' : at === moment ? 'now' : 'done'}
                onGo={() => onGo(moment)}
              />
            );
          })}
        </ol>
      )}
      <More orrery={orrery} count={claims.length - from - shown.length} />
    </List>
  );
}

interface ClaimProps extends Pick<ClaimsProps, 'orrery'> {
  readonly claim: ClaimLine;
  readonly when: 'ahead' | 'now' | 'done';
  readonly onGo: () => void;
}

function Claim({ orrery, claim, when, onGo }: ClaimProps) {
  const t = useTexts(orrery, rangeTexts);
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (when === 'now') line.current?.scrollIntoView?.({ block: 'nearest' });
  }, [when]);
  const { service, item, verdict, reason } = claim;
  const known = knownVerdict(verdict);
  const words = known === undefined ? verdict : t(`verdict-${known}`);
  const good = holds(claim);
  const said = when === 'ahead' ? reason && t('will-be', { reason }) : words;
  return (
    <li>
      <button
        ref={line}
        type="button"
        className={styles.line}
        data-when={when}
        data-good={good}
        data-plain={(verdict === 'valid' && when !== 'now') || undefined}
        aria-current={when === 'now' ? 'step' : undefined}
        onClick={onGo}
      >
        <span className={styles.service} translate="no">
          {service}
        </span>
        <span className={styles.item}>
          <code>{item}</code>
          {when !== 'ahead' && (
            <span className={styles.sign} aria-hidden="true">
              {good ? '✓' : '!'}
            </span>
          )}
        </span>
        <span className={styles.verdict} title={reason}>
          {said}
        </span>
      </button>
    </li>
  );
}

function More({ orrery, count }: { readonly orrery: Orrery; readonly count: number }) {
  const t = useTexts(orrery, rangeTexts);
  return count > 0 ? <p className="dim">{t('more', { count })}</p> : null;
}

export interface LeaksProps extends Pick<ClaimsProps, 'orrery' | 'pass' | 'moments' | 'at'> {
  readonly onGo: (at: number) => void;
}

/** What was left over, with what the process remembers of it. */
export function Leaks({ orrery, pass, moments, at, onGo }: LeaksProps) {
  const t = useTexts(orrery, rangeTexts);
  const { leaks } = pass;
  const first = moments.findIndex(({ step }) => step === 'leaks');
  if (first < 0 || at < first) return null;
  const seen = leaks.slice(0, at - first + 1);
  return (
    <List title={t('leaks')}>
      {leaks.length === 0 && <p className="dim">{t('leak-none')}</p>}
      <ol className={styles.lines}>
        {seen.map(({ item, outcome, counter, error }, place) => (
          <li key={item}>
            <button
              type="button"
              className={styles.line}
              data-when={at === first + place ? 'now' : 'done'}
              data-good="false"
              onClick={() => onGo(first + place)}
            >
              <code>{item}</code>
              <span className={styles.verdict}>
                {error ??
                  (outcome === 'freed' ? t('leak-freed') : t(`leak-${outcome}`, { counter }))}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </List>
  );
}

export interface EventsProps {
  readonly orrery: Orrery;
  readonly events: readonly PassEvent[];
}

/** The Events that a pass asked for. */
export function Events({ orrery, events }: EventsProps) {
  const t = useTexts(orrery, rangeTexts);
  return (
    <List title={t('events')}>
      {events.length === 0 && <p className="dim">{t('events-none')}</p>}
      <ol className={styles.lines}>
        {events.map(({ reason, service, message, decision, written, counted }) => (
          <li key={decision}>
            <button
              type="button"
              className={styles.event}
              title={message}
              onClick={() => goToRecord(orrery, written?.seq ?? decision)}
            >
              <code>Warning {reason}</code>
              <span className={styles.service} translate="no">
                {service}
              </span>
              <span className="dim">
                {written
                  ? t('event-written', { time: formatClock(written.t) })
                  : t(counted ? 'event-counted' : 'event-not-written')}
              </span>
              <span className={styles.message}>{message}</span>
            </button>
          </li>
        ))}
      </ol>
    </List>
  );
}

export interface HoldersProps {
  readonly orrery: Orrery;
  readonly lines: readonly HoldingLine[];
}

/** What is taken or claimed at the playhead, and by whom; what is wrong stands first. */
export function Holders({ orrery, lines }: HoldersProps) {
  const t = useTexts(orrery, rangeTexts);
  const sorted = [...lines.filter(isWrong), ...lines.filter((line) => !isWrong(line))];
  return (
    <List title={t('holders')} about={t('holders-text')}>
      {lines.length === 0 && <p className="dim">{t('holders-none')}</p>}
      <ul className={styles.lines}>
        {sorted.slice(0, MOST_LINES).map((line) => (
          <Holder key={line.item} orrery={orrery} line={line} />
        ))}
      </ul>
      <More orrery={orrery} count={lines.length - MOST_LINES} />
    </List>
  );
}

interface HolderProps extends Pick<HoldersProps, 'orrery'> {
  readonly line: HoldingLine;
}

/** One address or port; a click shows the Service that has it. */
function Holder({ orrery, line: { item, services, holding } }: HolderProps) {
  const t = useTexts(orrery, rangeTexts);
  const [first] = services;
  const words = holding === 'clash' ? t('clash', { count: services.length }) : undefined;
  const content = (
    <>
      <code>{item}</code>
      <span className={styles.service} translate="no">
        {namesInAList(services, t.language)}
      </span>
      {holding !== 'taken' && (
        <span className={styles.verdict}>
          <span aria-hidden="true">! </span>
          {words ?? t(holding as Exclude<typeof holding, 'taken' | 'clash'>)}
        </span>
      )}
    </>
  );
  const look = { className: styles.line, 'data-good': holding === 'taken', 'data-when': 'done' };
  if (first === undefined) return <li {...look}>{content}</li>;
  return (
    <li>
      <button type="button" {...look} onClick={() => showService(orrery, first)}>
        {content}
      </button>
    </li>
  );
}

function showService(orrery: Orrery, service: string): void {
  const end = `/services/specs/${service}`;
  const key = orrery.trace.table.archive.keys().find((each) => each.endsWith(end));
  if (key === undefined) return;
  orrery.selection.setState({ selected: { kind: 'object', key } });
  orrery.settings.setState({ inspectorTab: 'object' });
}

const isWrong = ({ holding }: HoldingLine): boolean => holding !== 'taken';
