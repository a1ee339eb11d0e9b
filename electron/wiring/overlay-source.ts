import type { PlayingAlert } from '../../shared/alerts.ts';
import { MEDIA_TYPES, type MediaItem } from '../../shared/overlay/media.ts';
import type { AlertQueue } from '../alerts/alert-queue.ts';
import type { EventHub } from '../events/hub.ts';
import type { FiguresBoard } from '../figures/figures-board.ts';
import type { Highlighter } from '../live/highlighter.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import type { DashboardSource, OverlaySource } from '../outputs/ports.ts';
import type { SessionKeeper } from '../session/keeper.ts';
import type { ControlFeeds } from './control-room.ts';
import type { LanguageSource } from './language-source.ts';
import type { OverlaySettingsSource } from './overlay-settings.ts';
import type { ReadingSource } from './reading-source.ts';
import type { StatusSource } from './status-source.ts';

const RECENT = 2_000;

/** What the streamer has set, the sums that the layout's widgets show, and the media of both. */
interface Staging {
  readonly overlay: OverlaySettingsSource;
  readonly figures: FiguresBoard;
  readonly library: Pick<MediaLibrary, 'items' | 'onChange'>;
}

/** What overlay pages show beside it. */
interface OverlayStaging extends Staging {
  readonly highlighter: Pick<Highlighter, 'current' | 'onChange'>;
}

/** What dashboards show beside it. */
interface DashboardStaging extends Staging {
  readonly alerts: Pick<AlertQueue, 'desk' | 'onDesk'>;
  readonly reading: Pick<ReadingSource, 'get' | 'onChange'>;
  readonly control: ControlFeeds;
}

/** The hub, the queue and the language as overlay pages are fed from them. */
export function overlaySource(
  epoch: string,
  hub: EventHub,
  alerts: AlertQueue,
  language: LanguageSource,
  { overlay, figures, library, highlighter }: OverlayStaging,
): OverlaySource {
  return {
    epoch,
    lastSeq: () => hub.lastSeq,
    since: (after) => hub.since(after),
    recentChat: (limit) => hub.recentChat(limit),
    latest: (limit) => hub.latestValued(limit),
    config: () => overlay.pageConfig(),
    figures: () => figures.read(),
    highlight: () => highlighter.current,
    tallies: () => hub.tallies,
    alert: () => withImageKind(alerts.current, library.items),
    language: () => language.current,
    onBatch: (listener) => hub.onBatch(({ events }) => listener(events)),
    onAlert: (listener) =>
      alerts.onChange((alert) => listener(withImageKind(alert, library.items))),
    onTallies: (listener) =>
      hub.onBatch(({ draws }) => {
        if (draws.size > 0) listener(hub.tallies);
      }),
    onLanguage: language.onChange,
    onConfig: overlay.onPageConfig,
    onFigures: figures.onChange,
    onHighlight: highlighter.onChange,
  };
}

/** The hub, the status, the stream and the language as dashboards are fed from them. */
export function dashboardSource(
  hub: EventHub,
  status: StatusSource,
  keeper: Pick<SessionKeeper, 'lifeline' | 'onLifeline'>,
  language: LanguageSource,
  { overlay, figures, alerts, library, reading, control }: DashboardStaging,
): DashboardSource {
  return {
    feeds: {
      language: { read: () => language.current, onChange: language.onChange },
      status: { read: () => status.read(), onChange: status.onChange },
      lifeline: { read: () => keeper.lifeline, onChange: keeper.onLifeline },
      overlay: { read: () => overlay.get(), onChange: overlay.onChange },
      figures: { read: () => figures.read(), onChange: figures.onChange },
      alerts: { read: () => alerts.desk, onChange: alerts.onDesk },
      media: { read: () => library.items, onChange: library.onChange },
      reading: { read: () => reading.get(), onChange: reading.onChange },
      ...control,
    },
    recentEvents: (limit) => recent(hub, limit),
    onForgotten: hub.onForgotten,
    onBatch: (listener) => hub.onBatch(({ events }) => listener(events)),
  };
}

/** The newest events still kept; fewer than `limit` after a burst of large ones. */
function recent(hub: EventHub, limit: number) {
  for (let back = Math.min(limit, RECENT); back > 0; back = Math.floor(back / 2)) {
    const events = hub.since(Math.max(0, hub.lastSeq - back));
    if (events) return events;
  }
  return [];
}

/** The alert with what sort its picture is, so that pages need not find out by a failed try. */
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
