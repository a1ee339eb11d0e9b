import { delay, systemClock } from '../../electron/base/clock.ts';
import type { SimEvent, SimEventKind } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { type Crowd, seededRandom } from './crowd.ts';
import { preciseNow, stampOf } from './page-probe.ts';
import { percentile } from './stats.ts';

export interface Fed {
  readonly events: number;
  readonly byKind: Readonly<Partial<Record<SimEventKind, number>>>;
  readonly seconds: number;
  /** How much later than planned an event was sent, milliseconds: how busy this machine was. */
  readonly latenessP95: number;
  readonly latenessMax: number;
}

/** Shorter waits are not to be had from a timer. */
const TICK_MS = 2;

/** One stamped message, at once. */
export function sendChat(simulator: Simulator, crowd: Crowd): void {
  simulator.publish(stamped(crowd.chat()));
}

/** The event with the moment of sending at the front of its words, where it has words of chat. */
export function stamped(event: SimEvent): SimEvent {
  if (event.kind !== 'CHAT') return event;
  const content = `${stampOf(preciseNow())} ${event.data.content}`;
  return { kind: 'CHAT', data: { ...event.data, content } };
}

/** A donation whose words begin with the moment of sending. */
export function stampedDonation(crowd: Crowd): SimEvent {
  for (;;) {
    const event = crowd.donation();
    // Cheering has no words.
    if (event.kind !== 'DONATION' || event.data.donationType !== 'CHAT') continue;
    // The sign in front keeps the moment apart from whatever the page writes before the words.
    const donationText = `- ${stampOf(preciseNow())} ${event.data.donationText}`;
    return { kind: 'DONATION', data: { ...event.data, donationText } };
  }
}

/**
 * Publishes `perSecond` events a second for some seconds, at moments that fall evenly but by chance
 * into the seconds (never in step with the screen). What is late is sent at once: the number holds.
 */
export async function feedCrowd(
  simulator: Simulator,
  crowd: Pick<Crowd, 'next'>,
  perSecond: number,
  seconds: number,
  prepared: (event: SimEvent) => SimEvent = stamped,
): Promise<Fed> {
  const random = seededRandom(perSecond);
  const intervalMs = 1_000 / perSecond;
  const events = Math.round(perSecond * seconds);
  const byKind: Partial<Record<SimEventKind, number>> = {};
  const lateness: number[] = [];
  const startedAt = performance.now();
  for (let sent = 0; sent < events; ) {
    const dueAt = startedAt + (sent + random()) * intervalMs;
    const wait = dueAt - performance.now();
    if (wait > 0) await delay(systemClock, Math.max(TICK_MS, wait));
    const event = prepared(crowd.next());
    if (simulator.publish(event).deliveredTo.length !== 1) throw new Error('An event went astray');
    lateness.push(Math.max(0, performance.now() - dueAt));
    byKind[event.kind] = (byKind[event.kind] ?? 0) + 1;
    sent += 1;
  }
  return {
    events,
    byKind,
    seconds: (performance.now() - startedAt) / 1_000,
    latenessP95: percentile(lateness, 0.95),
    latenessMax: percentile(lateness, 1),
  };
}
