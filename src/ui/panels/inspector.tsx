import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { localText, useTexts } from '../i18n';
import { usePlayhead } from '../playback';
import { Boundary } from '../shell/boundary';
import { shellTexts } from '../shell/texts';
import type { Orrery } from '../stores';
import { Tabs } from '../widgets';
import { focusOf, type InspectorPanel } from './panel';
import styles from './panels.module.css';
import { inspectorTexts } from './texts';

const NotHere = lazy(() => import('./not-here'));

export interface InspectorProps {
  readonly orrery: Orrery;
  readonly panels: readonly InspectorPanel[];
}

/**
 * The tabs that the selection has something for, and the chosen one, which says what it lacks.
 */
export function Inspector({ orrery, panels }: InspectorProps) {
  const t = useTexts(orrery, inspectorTexts);
  const shell = useTexts(orrery, shellTexts);
  const time = usePlayhead(orrery);
  const language = useStore(orrery.settings, (state) => state.language);
  const wanted = useStore(orrery.settings, (state) => state.inspectorTab);
  // Selection, trace and its growth decide what the panels find; each makes them look again.
  useStore(orrery.selection, (state) => state.selected);
  useStore(orrery.session, (state) => state.traceVersion);
  useStore(orrery.session, (state) => state.reached);
  const focus = focusOf(orrery);
  const applying = panels.filter((panel) => panel.applies(orrery, focus));
  // The chosen tab never goes without a word.
  const shown = panels.filter((panel) => panel.id === wanted || applying.includes(panel));
  const chosen = shown.find(({ id }) => id === wanted) ?? shown[0];
  const tabs = shown.map(({ id, title }) => ({ id, title: localText(title, language) }));
  const others = applying
    .filter((panel) => panel !== chosen && panel.ofActor)
    .map(({ id, title }) => ({ id, title: localText(title, language) }));
  const { Component } = chosen;
  return (
    <Tabs
      label={t('inspector')}
      tabs={tabs}
      chosen={chosen.id}
      more={(count) => shell('more-tabs', { count })}
      onChoose={(inspectorTab) => orrery.settings.setState({ inspectorTab })}
    >
      <Boundary key={chosen.id} orrery={orrery}>
        <Suspense fallback={<p className={`dim ${styles.loading}`} data-text={t('loading')} />}>
          {applying.includes(chosen) ? (
            <Component {...{ orrery, time, focus, others }} />
          ) : (
            <NotHere orrery={orrery} panel={chosen} focus={focus} />
          )}
        </Suspense>
      </Boundary>
    </Tabs>
  );
}
