import { useLayoutEffect, useMemo, useState } from 'react';
import { isValued, type StageEvent } from '../../../shared/events.ts';
import type { Figures } from '../../../shared/overlay/figures.ts';
import { DEFAULT_OVERLAY, pageConfigOf } from '../../../shared/overlay/overlay-settings.ts';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';
import type { Layout } from '../../../shared/overlay/widgets.ts';
import {
  type DashboardState,
  selectEvents,
  selectFigures,
  selectLanguage,
} from '../../stores/dashboard-store.ts';
import { createOverlayStore, type OverlayStore } from '../../stores/overlay-store.ts';
import { usePage, useSelect } from '../context.ts';
import type { ReplayShow } from '../replay/replay-show.ts';
import { makeAlert, sampleFigures, sampleShow } from './sample-show.ts';
import { TallyCount } from './tally-count.ts';

export const SHOW_SOURCES = ['sample', 'live', 'replay'] as const;
/** Whose events a preview shows: made up ones, those that come in, or those of the last broadcast. */
export type ShowSource = (typeof SHOW_SOURCES)[number];

export interface PreviewOf {
  readonly layout: Layout;
  readonly theme: ThemeChoice;
  readonly source: ShowSource;
  /** What plays the last broadcast, where that is the source. */
  readonly replay?: ReplayShow | null;
}

const NO_EVENTS: DashboardState['events'] = [];
const selectNoEvents = () => NO_EVENTS;

/** An overlay store of its own, filled for a preview. Nothing in it makes a sound. */
export function usePreview({ layout, theme, source, replay = null }: PreviewOf): OverlayStore {
  const { clock } = usePage().host;
  const language = useSelect(selectLanguage);
  const [store] = useState(() => createOverlayStore(language));
  const events = useSelect(source === 'live' ? selectEvents : selectNoEvents);
  const liveFigures = useSelect(selectFigures);
  const sample = useMemo(() => sampleShow(language, clock.now()), [language, clock]);
  const figures = useMemo(
    () => (source === 'sample' ? sampleFigures(layout, language) : liveFigures),
    [source, liveFigures, layout, language],
  );
  useLayoutEffect(() => {
    store.setConfig({ ...pageConfigOf(DEFAULT_OVERLAY), layout: [...layout], theme, muted: true });
  }, [store, layout, theme]);
  useLayoutEffect(() => store.setLanguage(language), [store, language]);
  useLayoutEffect(() => store.setFigures(figures satisfies Figures), [store, figures]);
  useLayoutEffect(() => {
    if (source === 'sample') {
      store.resetChat(sample.chat);
      store.setTallies(sample.tallies);
      store.resetLatest(sample.latest);
      store.setStaged({ alert: sample.alert, phase: 'in', showing: 0 });
    }
  }, [store, source, sample]);
  useLayoutEffect(() => {
    if (source === 'live') showLive(store, events);
  }, [store, source, events]);
  useLayoutEffect(() => replay?.attach(store), [store, replay]);
  return store;
}

/** @param newestFirst what this dashboard knows of */
function showLive(store: OverlayStore, newestFirst: readonly StageEvent[]): void {
  const oldestFirst = [...newestFirst].reverse();
  const valued = oldestFirst.filter(isValued);
  const tallies = new TallyCount();
  for (const event of oldestFirst) tallies.add(event);
  const newest = valued.at(-1);
  store.resetChat(oldestFirst.filter(isChat));
  store.setTallies(tallies.all);
  store.resetLatest(valued);
  const staged = newest
    ? {
        alert: makeAlert(newest, tallies.of(newest)),
        phase: 'in' as const,
        showing: newest.seq,
      }
    : null;
  if (store.api.getState().staged?.showing !== staged?.showing) store.setStaged(staged);
}

function isChat(event: StageEvent): event is StageEvent<'CHAT'> {
  return event.kind === 'CHAT';
}
