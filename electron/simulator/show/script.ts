import {
  type Author,
  chatPayload,
  cheeringPayload,
  type DrawnReward,
  donationPayload,
  dropsPayload,
  emojisIn,
  emojiToken,
  goodsPurchasePayload,
  type Said,
  subscriptionPayload,
} from '../events/builders.ts';
import type { SimEvent } from '../events/payloads.ts';
import { EMOJI_NAMES } from '../images.ts';
import type { Dice } from './dice.ts';
import {
  CHAT_LINES,
  CHEERING_ITEMS,
  DONATION_LINES,
  PURCHASE_LINES,
  SHOP_ITEMS,
  SUBSCRIPTION_LINES,
} from './lines.ts';

/** Who plays, and what is drawn. */
export interface Cast {
  readonly channelId: string;
  readonly viewers: readonly Author[];
  readonly rewards: readonly DrawnReward[];
  /** Without a slash at its end. */
  readonly imageBase: string;
}

const BEAMS = [100, 300, 500, 1_000, 1_000, 2_000, 3_000, 5_000, 10_000, 50_000];

/** Makes single events of the show up. `now`: simulated time, epoch milliseconds. */
export class Script {
  readonly #dice: Dice;
  readonly #cast: Cast;
  readonly #now: () => number;

  constructor(dice: Dice, cast: Cast, now: () => number) {
    this.#dice = dice;
    this.#cast = cast;
    this.#now = now;
  }

  chat(): SimEvent {
    const said = this.#said(CHAT_LINES);
    return { kind: 'CHAT', data: chatPayload(said, this.#viewer(), this.#now()) };
  }

  donation(): SimEvent {
    const donator = this.#dice.chance(0.15) ? null : this.#viewer();
    if (this.#dice.chance(0.3)) return this.#cheering(donator);
    const type = this.#dice.chance(0.2) ? 'VIDEO' : 'CHAT';
    const beams = this.#dice.pick(BEAMS);
    return {
      kind: 'DONATION',
      data: donationPayload(this.#said(DONATION_LINES), donator, type, beams),
    };
  }

  subscription(): SimEvent {
    const length = { month: this.#dice.whole(1, 30), tierNo: this.#dice.chance(0.25) ? 2 : 1 };
    const said = this.#said(SUBSCRIPTION_LINES);
    return { kind: 'SUBSCRIPTION', data: subscriptionPayload(said, this.#viewer(), length) };
  }

  purchase(): SimEvent {
    const { price, ...item } = this.#dice.pick(SHOP_ITEMS);
    const itemCount = this.#dice.chance(0.5) ? 1 : this.#dice.whole(2, 5);
    const totalAmount = this.#dice.chance(0.2) ? null : price * itemCount;
    const buyer = this.#dice.chance(0.25) ? null : this.#viewer();
    const said = this.#said(PURCHASE_LINES);
    const purchase = { ...item, itemCount, totalAmount };
    return {
      kind: 'GOODS_PURCHASE',
      data: goodsPurchasePayload(said, buyer, purchase, this.#now()),
    };
  }

  /** null when the cast has nothing to draw. */
  draw(): SimEvent | null {
    if (this.#cast.rewards.length === 0) return null;
    const reward = this.#dice.pick(this.#cast.rewards);
    const count = this.#dice.whole(1, 20);
    return { kind: 'DROPS', data: dropsPayload(this.#cast.channelId, reward, count, this.#now()) };
  }

  #cheering(donator: Author | null): SimEvent {
    const { image, ...item } = this.#dice.pick(CHEERING_ITEMS);
    const imageUrl = `${this.#cast.imageBase}/item/${image}.svg`;
    const items = [
      { cnt: this.#dice.whole(1, 5), ...item, imageUrl, overlayImageUrl: imageUrl },
    ] as const;
    return { kind: 'DONATION', data: cheeringPayload(this.#cast.channelId, donator, items) };
  }

  #viewer(): Author {
    return this.#dice.pick(this.#cast.viewers);
  }

  #said(lines: readonly string[]): Said {
    const { channelId, imageBase } = this.#cast;
    const text = this.#dice
      .pick(lines)
      .replace(/\{(\w+)\}/g, (_, name: string) => emojiToken(channelId, name));
    return { channelId, text, emojis: emojisIn(text, channelId, EMOJI_NAMES, imageBase) };
  }
}
