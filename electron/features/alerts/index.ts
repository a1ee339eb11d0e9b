import type { ALERTS_COMMANDS } from '../../../shared/contract/alerts.ts';
import { testEvent } from '../../../shared/test-play.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import type { Feature, Services } from '../feature.ts';
import type { SpeechFeature } from '../speech/index.ts';
import { alertSettingsOf } from './alert-presenter.ts';
import { AlertQueue } from './alert-queue.ts';
import type { CardMoment } from './on-screen.ts';
import { OverlayPages } from './overlay-pages.ts';
import { ReadingSource } from './reading-source.ts';

export type { CardMoment } from './on-screen.ts';

export interface AlertsFeature extends Feature<typeof ALERTS_COMMANDS, 'alerts' | 'reading'> {
  readonly queue: AlertQueue;
  /** What happens to the card on screen, tests and replays too. */
  readonly onCard: Subscribe<CardMoment>;
  readonly pages: OverlayPages;
}

type AlertsServices = Pick<
  Services,
  'hub' | 'ledger' | 'language' | 'overlaySettings' | 'clock' | 'random' | 'log' | 'demo'
> & { readonly speech: Pick<SpeechFeature, 'clips'> };

/** Starts alerts: one at a time on the overlay, each with its receipt in the ledger. */
export function startAlerts(services: AlertsServices, owned: DisposableStore): AlertsFeature {
  const { hub, language, overlaySettings, clock, log } = services;
  const cards = owned.add(
    new Emitter<CardMoment>((failure) => log.error('a card listener failed', { failure })),
  );
  const queue = owned.add(
    new AlertQueue({
      ...services,
      settings: alertSettingsOf(overlaySettings),
      awaitsPage: services.demo,
      voices: services.speech.clips,
      language: () => language.current,
      findTally: (campaignId, rewardId) => hub.findTally(campaignId, rewardId),
      onFailure: (failure) => log.error('an alert listener failed', { failure }),
      onCard: (moment) => cards.fire(moment),
    }),
  );
  queue.restore();
  owned.add(hub.onBatch(({ events, draws }) => queue.add(events, draws)));
  const reading = owned.add(new ReadingSource({ alerts: queue, overlay: overlaySettings, log }));
  return {
    queue,
    onCard: cards.on,
    pages: owned.add(new OverlayPages(queue, log, clock)),
    commands: alertCommands({ hub, alerts: queue, language, overlaySettings }),
    feeds: {
      alerts: { read: () => queue.desk, onChange: queue.onState },
      reading: { read: () => reading.get(), onChange: reading.onChange },
    },
  };
}

interface CommandParts {
  readonly hub: Pick<Services['hub'], 'playTest'>;
  readonly alerts: Pick<
    AlertQueue,
    | 'setPaused'
    | 'skip'
    | 'panic'
    | 'clear'
    | 'replay'
    | 'replayMissed'
    | 'dismiss'
    | 'approve'
    | 'reject'
  >;
  readonly language: Pick<Services['language'], 'current'>;
  readonly overlaySettings: Pick<Services['overlaySettings'], 'edit'>;
}

export function alertCommands({
  hub,
  alerts,
  language,
  overlaySettings,
}: CommandParts): AlertsFeature['commands'] {
  return {
    'test-event.play': async (play) => {
      const { seq } = hub.playTest(testEvent(play, language.current));
      return { seq };
    },
    'alerts.pause': async ({ paused }) => alerts.setPaused(paused),
    'alerts.skip': async () => alerts.skip(),
    'alerts.panic': async () => alerts.panic(),
    'alerts.clear': async () => alerts.clear(),
    'alerts.replay': async ({ seq }) => alerts.replay(seq),
    'alerts.replay-missed': async () => alerts.replayMissed(),
    'alerts.dismiss': async ({ seq }) => alerts.dismiss(seq),
    'alerts.set-sound': ({ muted, ...change }) =>
      overlaySettings.edit((now) => ({
        ...now,
        muted: muted ?? now.muted,
        alertDefaults: {
          ...now.alertDefaults,
          volume: volumeOf(now.alertDefaults.volume, change),
        },
      })),
    'alerts.approve': async ({ seq }) => alerts.approve(seq),
    'alerts.reject': async ({ seq }) => alerts.reject(seq),
  };
}

/** Rounded, so that many small steps add up to a large one. */
function volumeOf(
  now: number,
  { volume = now, by = 0 }: { volume?: number | undefined; by?: number | undefined },
): number {
  return Math.round(Math.min(1, Math.max(0, volume + by)) * 1_000) / 1_000;
}
