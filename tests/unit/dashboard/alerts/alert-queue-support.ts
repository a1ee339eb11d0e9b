import type { PartOf } from '../../../../renderer/stores/dashboard-store.ts';
import {
  type AlertsState,
  EMPTY_DESK,
  type ListedAlert,
} from '../../../../shared/contract/alerts.ts';
import type { ValuedKind } from '../../../../shared/events.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import {
  changedOverlay,
  DEFAULT_OVERLAY,
  type OverlayChange,
} from '../../../../shared/overlay/overlay-settings.ts';
import { type Drawn, drawDashboard, openPlace } from '../draw-dashboard.tsx';
import { eventOf, NOW } from '../support.ts';

/** A sample of one kind as the desk has it, just received. */
export function deskAlert(
  kind: ValuedKind,
  seq: number,
  changes: Partial<ListedAlert> = {},
): ListedAlert {
  const event = eventOf(kind, seq) as ListedAlert['event'];
  return {
    event: { ...event, receivedAt: NOW },
    queuedAt: NOW,
    paintedAt: null,
    endedAt: null,
    heldUntil: null,
    together: 1,
    speak: null,
    endsAt: null,
    durationMs: null,
    flaw: null,
    ...changes,
  };
}

/** A donation by somebody of this name. */
export function donationBy(
  name: string,
  seq: number,
  changes: Partial<ListedAlert> = {},
): ListedAlert {
  const event = eventOf('DONATION', seq, { donatorNickname: name }) as ListedAlert['event'];
  return deskAlert('DONATION', seq, { event: { ...event, receivedAt: NOW }, ...changes });
}

interface Given {
  readonly desk?: Partial<AlertsState>;
  readonly overlay?: OverlayChange;
  readonly language?: Language;
  readonly part?: PartOf<'alerts'>;
}

/** The whole page with the view of the alerts open, at one of its parts. */
export async function drawDesk(given: Given = {}): Promise<Drawn> {
  const { part = 'queue' } = given;
  const page = await drawDashboard({ language: given.language ?? 'en' });
  const overlay = changedOverlay(DEFAULT_OVERLAY, given.overlay ?? {});
  await page.core((bridge) => {
    bridge.feeds.tell({ type: 'feed', feed: 'overlay', value: overlay });
  });
  await sayDesk(page, given.desk ?? {});
  openPlace('alerts', part);
  return page;
}

export async function sayDesk(page: Drawn, desk: Partial<AlertsState>): Promise<void> {
  const whole = { ...EMPTY_DESK, ...desk };
  const value: AlertsState = {
    ...whole,
    waitingCount: desk.waitingCount ?? whole.waiting.length,
    heldCount: desk.heldCount ?? whole.held.length,
    neverAppearedCount: desk.neverAppearedCount ?? whole.neverAppeared.length,
  };
  await page.core((bridge) => bridge.feeds.tell({ type: 'feed', feed: 'alerts', value }));
}
