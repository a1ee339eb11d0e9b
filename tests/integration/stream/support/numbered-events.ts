import type { SimEvent } from '../../../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../../../electron/simulator/server.ts';
import {
  assertNever,
  EVENT_KINDS,
  type EventKind,
  type StageEvent,
} from '../../../../shared/events.ts';
import { simEvents } from '../../../support/sim-events.ts';

/** The event with this number in its text; kinds take turns, so that five in a row are all five. */
export function numberedEvent(simulator: Simulator, number: number, padding = ''): SimEvent {
  const mark = `#${number}${padding}`;
  const samples = simEvents(simulator, mark);
  const kind = kindOf(number);
  switch (kind) {
    case 'CHAT':
      return samples.chat(mark);
    case 'DONATION':
      return samples.donation;
    case 'SUBSCRIPTION':
      return samples.subscription;
    case 'DROPS':
      return samples.draw;
    case 'GOODS_PURCHASE':
      return samples.purchase;
    default:
      return assertNever(kind);
  }
}

/** Which kind the event with this number is of. */
export function kindOf(number: number): EventKind {
  return EVENT_KINDS[number % EVENT_KINDS.length] ?? 'CHAT';
}

/** The number that `numberedEvent` put in; null for every other event. */
export function numberOf(event: StageEvent): number | null {
  const found = /#(\d+)/.exec(textOf(event));
  return found ? Number(found[1]) : null;
}

function textOf(event: StageEvent): string {
  switch (event.kind) {
    case 'CHAT':
    case 'GOODS_PURCHASE':
      return event.data.content;
    case 'DONATION':
      return event.data.donationText;
    case 'SUBSCRIPTION':
      return event.data.subscriptionMessage;
    case 'DROPS':
      return event.data.rewardTitle;
    default:
      return assertNever(event);
  }
}
