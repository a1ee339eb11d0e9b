import type { Clock } from '../../electron/base/clock.ts';
import type { Random } from '../../electron/base/random.ts';
import { subscriptionBringing } from '../../electron/session/subscriptions.ts';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { numberedEvent } from '../integration/stream/support/numbered-events.ts';
import type { Diary } from './diary.ts';
import type { DropsClaims } from './drops-claims.ts';
import { isListening } from './platform-watch.ts';
import type { Sent } from './played.ts';
import { spread } from './samples.ts';
import { MINUTE, SECOND } from './schedule.ts';

/** The parts of events that are cheers, and of those that are followed by a claim. */
const CHEERS = 0.1;
const CLAIMS = 0.02;

/** How the app stands when an event is sent. */
export interface Standing {
  /** It is to receive it. */
  readonly isDue: boolean;
  /** How far its wall clock is ahead of the platform's. */
  readonly ahead: number;
}

export interface AudienceParts {
  readonly simulator: Simulator;
  /** The machine's. */
  readonly clock: Clock;
  readonly random: Random;
  readonly claims: DropsClaims;
  readonly diary: Diary;
  readonly standing: () => Standing;
}

/** The viewers: what they send, and what became of it on the platform. */
export class Audience {
  readonly sent: Sent[] = [];
  /** While the machine is, nobody cheers again. */
  isAsleep = false;
  readonly #parts: AudienceParts;
  #number = 0;
  #busyUntil = 0;

  constructor(parts: AudienceParts) {
    this.#parts = parts;
  }

  /** The last event's. */
  get number(): number {
    return this.#number;
  }

  /** Viewers are there all the time, and talk more where something has just happened. */
  begin(): void {
    const { simulator, clock, random } = this.#parts;
    const isBusy = simulator.clock.now() < this.#busyUntil;
    const waitMs = spread(random, SECOND, isBusy ? 8 * SECOND : 5 * MINUTE);
    clock.setTimeout(() => {
      this.publish();
      this.begin();
    }, waitMs);
  }

  /** Something has just happened. */
  stir(): void {
    this.#busyUntil = this.#parts.simulator.clock.now() + 3 * MINUTE;
  }

  /** The app stops: what the platform still holds back is nobody's any more. */
  appStops(): void {
    const { clock, world } = this.#parts.simulator;
    const heldSince = clock.now() - world.manners.copyLagMs;
    for (const [index, event] of this.sent.entries()) {
      if (event.at >= heldSince) this.sent[index] = { ...event, isDue: false };
    }
  }

  publish(isCheer = this.#parts.random() < CHEERS): void {
    const { simulator, clock, random, claims, diary } = this.#parts;
    this.#number += 1;
    const number = this.#number;
    if (random() < CLAIMS) claims.add();
    // Who cheers once often does so again.
    if (isCheer && !this.isAsleep && random() < 0.6) {
      clock.setTimeout(() => this.publish(true), spread(random, 1_200, 8_000));
    }
    const at = simulator.clock.now();
    const { sessions } = simulator;
    const event = isCheer ? cheer(simulator) : numberedEvent(simulator, number);
    const { deliveredTo, missedBy } = simulator.publish(event);
    const isWithheld =
      deliveredTo.length === 0 && missedBy.some((key) => isListening(sessions.find(key)));
    const isOnBoth = deliveredTo.some((key) => sessions.find(key)?.receiverAt(at) === 'both');
    const kind = subscriptionBringing(event.kind);
    const { isDue, ahead } = this.#parts.standing();
    const wallAt = at + ahead;
    const hasValue = event.kind !== 'CHAT';
    const fate = { isWithheld, isOnBoth, isDue };
    this.sent.push({ number, isCheer, hasValue, kind, at, wallAt, ...fate });
    diary.note(`event ${number} ${kind} to ${deliveredTo.length}, missed by ${missedBy.length}`);
  }
}

/** The quick kind, without a text: many are equal. */
function cheer({ streamerChannelId: channelId }: Simulator): SimEvent {
  const who = { donatorChannelId: 'viewer-2', donatorNickname: '응원단', donatorBadges: [] };
  const data = { channelId, ...who, payAmount: '100', donationText: '', emojis: {} };
  return { kind: 'DONATION', data: { donationType: 'CHAT', ...data } };
}
