import type { PlayingAlert } from '../../shared/alerts.ts';
import { MEDIA_TYPES, type MediaItem } from '../../shared/overlay/media.ts';
import type { OverlaySource } from '../server/ports.ts';
import type { AlertsFeature } from './alerts/index.ts';
import type { Services } from './feature.ts';
import type { LiveFeature } from './live/index.ts';
import type { MediaFeature } from './media/index.ts';
import type { OverlayFeature } from './overlay/index.ts';

interface OverlayParts extends Pick<Services, 'ledger' | 'hub' | 'language' | 'overlaySettings'> {
  readonly alerts: AlertsFeature;
  readonly live: LiveFeature;
  readonly media: MediaFeature;
  readonly overlay: OverlayFeature;
}

/** Assembles the data source of the overlay pages. */
export function overlaySource(parts: OverlayParts): OverlaySource {
  const { ledger, hub, language, overlaySettings, alerts, live, media, overlay } = parts;
  return {
    epoch: ledger.epoch,
    lastSeq: () => hub.lastSeq,
    since: (after) => hub.since(after),
    recentChat: (limit) => hub.recentChat(limit),
    latest: (limit) => hub.latestValued(limit),
    config: () => overlaySettings.pageConfig(),
    figures: () => overlay.figures.read(),
    highlight: () => live.highlighter.current,
    tallies: () => hub.tallies,
    alert: () => withImageKind(alerts.queue.current, media.library.items),
    language: () => language.current,
    onBatch: (listener) => hub.onBatch(({ events }) => listener(events)),
    onAlert: (listener) =>
      alerts.queue.onChange((alert) => listener(withImageKind(alert, media.library.items))),
    onTallies: (listener) =>
      hub.onBatch(({ draws }) => {
        if (draws.size > 0) listener(hub.tallies);
      }),
    onLanguage: language.onChange,
    onConfig: overlaySettings.onPageConfig,
    onFigures: overlay.figures.onChange,
    onHighlight: live.highlighter.onChange,
  };
}

/** Adds the picture's type to the alert, so that pages need not find it out by a failed attempt. */
export function withImageKind(
  alert: PlayingAlert | null,
  items: readonly Pick<MediaItem, 'hash' | 'type'>[],
): PlayingAlert | null {
  if (!alert || alert.look.image === null) return alert;
  const item = items.find(({ hash }) => hash === alert.look.image);
  const kind = item && MEDIA_TYPES[item.type].kind;
  if (kind !== 'image' && kind !== 'video') return alert;
  return { ...alert, look: { ...alert.look, imageKind: kind } };
}
