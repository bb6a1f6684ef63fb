import { useStore } from 'zustand';
import { Term } from '../../glosses/term';
import { formatSpan, inARow, useTexts } from '../../i18n';
import type { Orrery } from '../../stores';
import common from '../panels.module.css';
import { callLine } from './calls';
import { CallButton, type CardProps } from './read-card';
import styles from './reconcile.module.css';
import type { Stayed, Written } from './select';
import { reconcileTexts } from './texts';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const WORDS = { same: 'kept', added: 'added', removed: 'removed' } as const;

/** What the round changed: the Endpoints line by line, then the slice. */
export function WroteCard({ orrery, view }: CardProps) {
  const t = useTexts(orrery, reconcileTexts);
  const { written, stayed, kind, round, calls } = view;
  const slice = written.filter(({ call }) => call.request.resource !== 'endpoints');
  const own = written.filter(({ call }) => call.request.resource === 'endpoints');
  const looked = calls.some(({ request }) => request.resource === 'endpointslices');
  const nothing = kind === 'lease' ? 'wrote-nothing' : 'wrote-nothing-count';
  return (
    <section className={common.card}>
      <h3>{t('wrote')}</h3>
      {written.length === 0 && round.decision?.action === 'none' && (
        <p className="dim">{t(nothing)}</p>
      )}
      {written.length === 0 && round.over && round.decision?.action !== 'none' && (
        <p className="dim">{t('wrote-nothing-at-all')}</p>
      )}
      {own.map((write) => (
        <Write key={write.call.request.seq} orrery={orrery} write={write} />
      ))}
      {slice.length > 0 && (
        <p className="dim">
          <Term orrery={orrery} of="EndpointSlice">
            {t('then-slice')}
          </Term>
        </p>
      )}
      {slice.map((write) => (
        <Write key={write.call.request.seq} orrery={orrery} write={write} />
      ))}
      {looked && slice.length === 0 && round.over && (
        <p className="dim">
          <Term orrery={orrery} of="EndpointSlice">
            {t('slice-equal')}
          </Term>
        </p>
      )}
      {stayed.map((each) => (
        <Late key={each.ip} orrery={orrery} stayed={each} />
      ))}
    </section>
  );
}

interface WriteProps {
  readonly orrery: Orrery;
  readonly write: Written;
}

function Write({ orrery, write: { call, key, lines } }: WriteProps) {
  const t = useTexts(orrery, reconcileTexts);
  return (
    <div className={styles.write}>
      <p>
        <CallButton orrery={orrery} call={call} words={callLine(call, t('no-answer'))} />
        {key !== undefined && <ShowObject orrery={orrery} of={key} />}
      </p>
      {lines.length > 0 && (
        <pre className={styles.diff}>
          {lines.map(({ text, mark }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
            <span key={place} data-mark={mark}>
              <span aria-hidden="true">{SIGNS[mark]} </span>
              {text}
              {mark !== 'same' && <span className="visually-hidden"> {t(WORDS[mark])}</span>}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </div>
  );
}

function ShowObject({ orrery, of: key }: { readonly orrery: Orrery; readonly of: string }) {
  const t = useTexts(orrery, reconcileTexts);
  return (
    <button
      type="button"
      className={styles.show}
      title={key}
      onClick={() => {
        orrery.selection.setState({ selected: { kind: 'object', key } });
        orrery.settings.setState({ inspectorTab: 'object' });
      }}
    >
      {t('show')}
    </button>
  );
}

/** What it cost that an address stayed listed. */
function Late({ orrery, stayed }: { readonly orrery: Orrery; readonly stayed: Stayed }) {
  const t = useTexts(orrery, reconcileTexts);
  const { ip, sinceRenewalUs, deadUs, listed } = stayed;
  const language = useStore(orrery.settings, (state) => state.language);
  const span = formatSpan(deadUs ?? 0);
  const dead = listed > 1 ? t('dead', { span, listed }) : t('dead-all', { span });
  const said = [
    t('stayed', { ip, span: formatSpan(sinceRenewalUs) }),
    ...(deadUs === undefined ? [] : [dead]),
  ];
  return <p className="dim">{inARow(said, language)}</p>;
}
