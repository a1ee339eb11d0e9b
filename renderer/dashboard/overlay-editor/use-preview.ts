import { useLayoutEffect, useMemo, useState } from 'react';
import {
  type DrawTally,
  isValued,
  type StageEvent,
  type ValuedEvent,
} from '../../../shared/events.ts';
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
import { makeAlert, sampleFigures, sampleShow } from './sample-show.ts';

export const SHOW_SOURCES = ['sample', 'live'] as const;
/** Whose events a preview shows: made up ones, or those that come in. */
export type ShowSource = (typeof SHOW_SOURCES)[number];

export interface PreviewOf {
  readonly layout: Layout;
  readonly theme: ThemeChoice;
  readonly source: ShowSource;
}

const NO_EVENTS: DashboardState['events'] = [];
const selectNoEvents = () => NO_EVENTS;

/** An overlay store of its own, filled for a preview. Nothing in it makes a sound. */
export function usePreview({ layout, theme, source }: PreviewOf): OverlayStore {
  const { clock } = usePage().host;
  const language = useSelect(selectLanguage);
  const [store] = useState(() => createOverlayStore(language));
  const events = useSelect(source === 'live' ? selectEvents : selectNoEvents);
  const liveFigures = useSelect(selectFigures);
  const sample = useMemo(() => sampleShow(language, clock.now()), [language, clock]);
  const figures = useMemo(
    () => (source === 'live' ? liveFigures : sampleFigures(layout, language)),
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
  return store;
}

/** @param newestFirst what this dashboard knows of */
function showLive(store: OverlayStore, newestFirst: readonly StageEvent[]): void {
  const oldestFirst = [...newestFirst].reverse();
  const valued = oldestFirst.filter(isValued);
  const tallies = talliesOf(oldestFirst);
  const newest = valued.at(-1);
  store.resetChat(oldestFirst.filter(isChat));
  store.setTallies(tallies);
  store.resetLatest(valued);
  const staged = newest
    ? {
        alert: makeAlert(newest, tallyOf(newest, tallies)),
        phase: 'in' as const,
        showing: newest.seq,
      }
    : null;
  if (store.api.getState().staged?.showing !== staged?.showing) store.setStaged(staged);
}

/** The rounds this page knows of, added up: a preview, no book. */
function talliesOf(oldestFirst: readonly StageEvent[]): DrawTally[] {
  const tallies = new Map<string, DrawTally>();
  for (const event of oldestFirst) {
    if (event.kind !== 'DROPS') continue;
    const { campaignId, rewardId, rewardTitle, rewardImageUrl, count } = event.data;
    const key = JSON.stringify([campaignId, rewardId]);
    const before = tallies.get(key);
    tallies.set(key, {
      campaignId,
      rewardId,
      rewardTitle,
      rewardImageUrl,
      rounds: (before?.rounds ?? 0) + 1,
      lastCount: count,
      total: (before?.total ?? 0) + count,
      lastDrawnAt: event.receivedAt,
    });
  }
  return [...tallies.values()];
}

function tallyOf(event: ValuedEvent, tallies: readonly DrawTally[]): DrawTally | null {
  if (event.kind !== 'DROPS') return null;
  return tallies.find(({ rewardId }) => rewardId === event.data.rewardId) ?? null;
}

function isChat(event: StageEvent): event is StageEvent<'CHAT'> {
  return event.kind === 'CHAT';
}
