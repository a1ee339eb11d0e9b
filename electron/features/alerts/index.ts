import type { ALERTS_COMMANDS } from '../../../shared/contract/alerts.ts';
import { testEvent } from '../../../shared/test-play.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import type { EventHub } from '../../events/hub.ts';
import type { LanguageSource } from '../../host/language-source.ts';
import type { Feature, Services } from '../feature.ts';
import { AlertQueue } from './alert-queue.ts';
import { OverlayPages } from './overlay-pages.ts';
import { ReadingSource } from './reading-source.ts';

export interface AlertsFeature extends Feature<typeof ALERTS_COMMANDS, 'alerts' | 'reading'> {
  readonly queue: AlertQueue;
  /** The overlay pages that show alerts. */
  readonly pages: OverlayPages;
}

type AlertsServices = Pick<
  Services,
  'hub' | 'ledger' | 'language' | 'overlaySettings' | 'clock' | 'random' | 'log'
>;

/** Starts alerts: one at a time on the overlay, each with its receipt in the ledger. */
export function startAlerts(services: AlertsServices, owned: DisposableStore): AlertsFeature {
  const { hub, language, overlaySettings, clock, log } = services;
  const queue = owned.add(
    new AlertQueue({
      ledger: services.ledger,
      settings: overlaySettings,
      language: () => language.current,
      findTally: (campaignId, rewardId) => hub.findTally(campaignId, rewardId),
      onFailure: (failure) => log.error('an alert listener failed', { failure }),
      clock,
      random: services.random,
      log,
    }),
  );
  queue.restore();
  owned.add(hub.onBatch(({ events, draws }) => queue.add(events, draws)));
  const reading = owned.add(new ReadingSource({ alerts: queue, overlay: overlaySettings, log }));
  return {
    queue,
    pages: owned.add(new OverlayPages(queue, log, clock)),
    commands: alertCommands({ hub, alerts: queue, language }),
    feeds: {
      alerts: { read: () => queue.desk, onChange: queue.onState },
      reading: { read: () => reading.get(), onChange: reading.onChange },
    },
  };
}

interface CommandParts {
  readonly hub: Pick<EventHub, 'playTest'>;
  readonly alerts: Pick<
    AlertQueue,
    'setPaused' | 'skip' | 'panic' | 'clear' | 'replay' | 'dismiss' | 'approve' | 'reject'
  >;
  readonly language: Pick<LanguageSource, 'current'>;
}

export function alertCommands({ hub, alerts, language }: CommandParts): AlertsFeature['commands'] {
  return {
    async 'test-event.play'(play) {
      const { seq } = hub.playTest(testEvent(play, language.current));
      return { seq };
    },
    async 'alerts.pause'({ paused }) {
      alerts.setPaused(paused);
    },
    async 'alerts.skip'() {
      alerts.skip();
    },
    async 'alerts.panic'() {
      alerts.panic();
    },
    async 'alerts.clear'() {
      alerts.clear();
    },
    async 'alerts.replay'({ seq }) {
      alerts.replay(seq);
    },
    async 'alerts.dismiss'({ seq }) {
      alerts.dismiss(seq);
    },
    async 'alerts.approve'({ seq }) {
      alerts.approve(seq);
    },
    async 'alerts.reject'({ seq }) {
      alerts.reject(seq);
    },
  };
}
