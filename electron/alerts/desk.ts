import { type AlertDesk, DESK_MOST, type DeskAlert } from '../../shared/contract/alerts.ts';
import type { AlertLook } from '../../shared/overlay/alert-look.ts';
import type { QueueSettings } from '../../shared/overlay/alert-rules.ts';
import { behindMs } from './backlog.ts';
import { ALONE, deskEvent } from './desk-event.ts';
import type { DeskHistory } from './desk-history.ts';
import type { HeldAlerts } from './held-alerts.ts';
import type { QueuedAlert } from './queued-alert.ts';
import type { WaitingLine } from './waiting-line.ts';

export interface DeskParts {
  readonly paused: boolean;
  readonly muted: boolean;
  readonly queue: QueueSettings;
  readonly playing: {
    readonly alerts: readonly [QueuedAlert, ...QueuedAlert[]];
    readonly look: AlertLook;
    readonly durationMs: number;
    /** Epoch milliseconds. */
    readonly overAt: number;
  } | null;
  readonly waiting: WaitingLine;
  readonly held: HeldAlerts;
  readonly history: DeskHistory;
}

/** One alert as the desk shows it while nothing has ended. */
export function deskAlertOf({ event, queuedAt, paintedAt }: QueuedAlert): DeskAlert {
  return { event: deskEvent(event), queuedAt, paintedAt, endedAt: null, ...ALONE };
}

export function deskOf(parts: DeskParts): AlertDesk {
  const { paused, muted, queue, playing, waiting, held, history } = parts;
  return {
    paused,
    muted,
    behindMs: behindMs(waiting, queue),
    playing: playing && {
      ...deskAlertOf(playing.alerts[0]),
      together: playing.alerts.length,
      speak: playing.look.speak,
      endsAt: playing.overAt,
      durationMs: playing.durationMs,
    },
    waiting: waiting.first(DESK_MOST).map(deskAlertOf),
    waitingCount: waiting.length,
    held: held.all
      .slice(0, DESK_MOST)
      .map(({ alert, until }) => ({ ...deskAlertOf(alert), heldUntil: until })),
    heldCount: held.length,
    neverAppeared: history.neverAppeared,
    neverAppearedCount: history.neverAppearedCount,
    over: history.over,
    turnedDown: history.turnedDown,
  };
}
