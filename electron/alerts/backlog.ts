import { TOGETHER_MOST } from '../../shared/overlay/alert-look.ts';
import type { QueueSettings } from '../../shared/overlay/alert-rules.ts';
import { CROWDED_MS } from './durations.ts';
import { isSmall, type QueuedAlert, sharesCardWith } from './queued-alert.ts';
import type { WaitingLine } from './waiting-line.ts';

/** Whether so much waits that small donations are to share a card. */
export function isTooFarBehind(waitingMs: number, { behindMaxS }: QueueSettings): boolean {
  return waitingMs > behindMaxS * 1_000;
}

/**
 * Takes the next card off the line: one alert, or, when the queue is too far behind and the next is a
 * small donation, all small ones like it, as many as one card can name. Those leave their places
 * among larger alerts, which keep their order. null: nobody waits.
 */
export function takeCard(
  line: WaitingLine,
  settings: QueueSettings,
): readonly [QueuedAlert, ...QueuedAlert[]] | null {
  const isBehind = isTooFarBehind(line.expectedMs, settings);
  const next = line.shift();
  if (!next) return null;
  if (!isBehind || !isSmall(next, settings.smallBeams)) return [next];
  const joins = (alert: QueuedAlert) =>
    isSmall(alert, settings.smallBeams) && sharesCardWith(next, alert);
  return [next, ...line.takeWhere(joins, TOGETHER_MOST - 1)];
}

/** How long it takes until the line is empty, small donations on shared cards where they will be. */
export function behindMs(line: WaitingLine, settings: QueueSettings): number {
  if (!isTooFarBehind(line.expectedMs, settings)) return line.expectedMs;
  const cards = new Map<string, number>();
  let ms = 0;
  for (const alert of line.all) {
    if (isSmall(alert, settings.smallBeams)) {
      const { event } = alert;
      const sort = event.kind === 'DONATION' ? `${event.origin} ${event.data.donationType}` : '';
      cards.set(sort, (cards.get(sort) ?? 0) + 1);
    } else {
      ms += alert.expectedMs;
    }
  }
  for (const count of cards.values()) ms += Math.ceil(count / TOGETHER_MOST) * CROWDED_MS;
  return ms;
}
