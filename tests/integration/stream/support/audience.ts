import {
  chatPayload,
  cheeringPayload,
  donationPayload,
  dropsPayload,
  goodsPurchasePayload,
  type Said,
  subscriptionPayload,
} from '../../../../electron/simulator/events/builders.ts';
import type { SimEvent } from '../../../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../../../electron/simulator/server.ts';
import { EQUAL, markOf, type RollCall } from './roll-call.ts';

/** What the ledger must hold in the end. */
export interface Worth {
  events: number;
  donationBeams: number;
  cheeringBeams: number;
  /** Winners of all draws. */
  won: number;
  /** In won. */
  shopMoney: number;
}

/**
 * In a row of so many events, a minute at 20 a second, these have a value, and three equal donations
 * besides. All others are chats.
 */
const ROW = 1_200;
const VALUED: ReadonlySet<number> = new Set([0, 240, 480, 720, 900]);
const EQUAL_PLACES: ReadonlySet<number> = new Set([1_000, 1_001, 1_002]);
const EQUAL_BEAMS = 1_000;

/**
 * Viewers of the simulator's streamer: publishes events of all five kinds, each with a number of
 * its own in its words, but for donations that are equal to the letter.
 */
export class Audience {
  readonly worth: Worth = { events: 0, donationBeams: 0, cheeringBeams: 0, won: 0, shopMoney: 0 };
  readonly #simulator: Simulator;
  readonly #roll: RollCall;
  readonly #emojis: Readonly<Record<string, string>>;
  readonly #token: string;
  #next = 0;
  #count = 0;
  #equal = 0;
  #unheard = 0;

  constructor(simulator: Simulator, roll: RollCall) {
    this.#simulator = simulator;
    this.#roll = roll;
    this.#token = `:${simulator.streamerChannelId}-heart:`;
    this.#emojis = { [this.#token]: `${simulator.baseUrl}/sim/emoji/heart.svg` };
    const channel = simulator.world.channels.find(simulator.streamerChannelId);
    // Draws reach running broadcasts only.
    if (channel) simulator.world.channels.goLive(channel, null, 120);
  }

  /** Events published so far. */
  get count(): number {
    return this.#count;
  }

  /** How many of them were equal to the letter. */
  get equal(): number {
    return this.#equal;
  }

  /** Events that no connection was there for. */
  get unheard(): number {
    return this.#unheard;
  }

  /** The number that the next numbered event will have. */
  get nextNumber(): number {
    return this.#next;
  }

  /** A chat for the time before anybody is live: nobody has to hear it. */
  greet(): void {
    this.#count += 1;
    this.#simulator.publish(this.#chat(this.#take()));
  }

  /** The next event of the row. `crowded`: one in five is a donation like all the others. */
  speak(crowded: boolean): void {
    const place = this.#count % ROW;
    const isEqual = EQUAL_PLACES.has(place) || (crowded && place % 5 === 3);
    this.#publish(isEqual ? this.#equalDonation() : this.#numbered(place, this.#take()));
  }

  #take(): number {
    const number = this.#next;
    this.#next += 1;
    this.#roll.published(number);
    return number;
  }

  #publish(event: SimEvent): void {
    this.#count += 1;
    if (this.#simulator.publish(event).deliveredTo.length === 0) this.#unheard += 1;
  }

  #said(number: number): Said {
    return {
      channelId: this.#simulator.streamerChannelId,
      text: `${markOf(number)} 안녕하세요 ${this.#token}`,
      emojis: this.#emojis,
    };
  }

  #numbered(place: number, number: number): SimEvent {
    if (!VALUED.has(place)) return this.#chat(number);
    const { streamerChannelId, clock } = this.#simulator;
    const said = this.#said(number);
    const viewer = viewerOf(number);
    this.worth.events += 1;
    switch (place) {
      case 0: {
        const length = { month: 1 + (number % 24), tierNo: 1 + (number % 2) };
        return { kind: 'SUBSCRIPTION', data: subscriptionPayload(said, viewer, length) };
      }
      case 240: {
        const count = 1 + (number % 7);
        this.worth.won += count;
        const reward = {
          campaignId: 'campaign-1',
          rewardId: 'reward-1',
          title: markOf(number),
          description: 'coupon',
          imageUrl: '',
        };
        const data = dropsPayload(streamerChannelId, reward, count, clock.now());
        return { kind: 'DROPS', data };
      }
      case 480: {
        const purchase = {
          shopName: 'shop',
          representativeItemName: 'blanket',
          itemCount: 2,
          totalAmount: 45_000,
          currency: 'KRW',
        } as const;
        this.worth.shopMoney += purchase.totalAmount;
        const data = goodsPurchasePayload(said, viewer, purchase, clock.now());
        return { kind: 'GOODS_PURCHASE', data };
      }
      case 720: {
        const beams = 100 * (1 + (number % 50));
        this.worth.donationBeams += beams;
        return { kind: 'DONATION', data: donationPayload(said, viewer, 'CHAT', beams) };
      }
      default: {
        const item = { type: 'BALLOON', skinType: 'DEFAULT', imageUrl: '', overlayImageUrl: '' };
        this.worth.cheeringBeams += 300;
        const cheerer = { ...viewer, nickname: markOf(number) };
        const items = [{ ...item, cnt: 3, amount: 100 }];
        return { kind: 'DONATION', data: cheeringPayload(streamerChannelId, cheerer, items) };
      }
    }
  }

  #chat(number: number): SimEvent {
    const at = this.#simulator.clock.now();
    return { kind: 'CHAT', data: chatPayload(this.#said(number), viewerOf(number), at) };
  }

  #equalDonation(): SimEvent {
    this.#roll.published(null);
    this.#equal += 1;
    this.worth.events += 1;
    this.worth.donationBeams += EQUAL_BEAMS;
    const said = { channelId: this.#simulator.streamerChannelId, text: EQUAL, emojis: {} };
    return { kind: 'DONATION', data: donationPayload(said, null, 'CHAT', EQUAL_BEAMS) };
  }
}

function viewerOf(number: number) {
  const seat = number % 1_000;
  return { channelId: `viewer-${seat}`, nickname: `viewer ${seat}`, badges: [] };
}
