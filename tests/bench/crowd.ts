import type { Random } from '../../electron/base/random.ts';
import type { Author } from '../../electron/simulator/events/builders.ts';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import { BADGE_NAMES } from '../../electron/simulator/images.ts';
import { Dice, Script } from '../../electron/simulator/show/script.ts';

/** What each hundred events of a busy broadcast are; the rest is chat. */
export const MIX = { donation: 3, subscription: 1, draw: 1, purchase: 1 } as const;

const VIEWERS = 300;
/** Where the show's clock stands: the benchmark's texts are the same in every run. */
const SHOW_TIME = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Repeatable numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function viewers(imageBase: string, dice: Dice): Author[] {
  return Array.from({ length: VIEWERS }, (_, index) => ({
    channelId: `viewer-${index + 1}`,
    nickname: `시청자 ${index + 1}`,
    badges: dice.chance(0.5) ? [badge(imageBase, dice.pick(BADGE_NAMES))] : [],
  }));
}

function badge(imageBase: string, name: string) {
  return { id: `badge-${name}`, name, imageUrl: `${imageBase}/badge/${name}.svg` };
}

/** The viewers of a busy broadcast: mostly chat with emoji, now and then something of value. */
export class Crowd {
  readonly #dice: Dice;
  readonly #script: Script;

  /** `imageBase`: where emoji and badges come from, without a slash at its end. */
  constructor(channelId: string, imageBase: string, seed = 1) {
    this.#dice = new Dice(seededRandom(seed));
    const reward = {
      campaignId: 'bench-campaign',
      rewardId: 'bench-reward',
      title: '랜덤 쿠폰',
      description: '',
      imageUrl: `${imageBase}/item/gift.svg`,
    };
    const cast = {
      channelId,
      viewers: viewers(imageBase, this.#dice),
      rewards: [reward],
      imageBase,
    };
    this.#script = new Script(this.#dice, cast, () => SHOW_TIME);
  }

  next(): SimEvent {
    const roll = this.#dice.whole(0, 99);
    const { donation, subscription, draw, purchase } = MIX;
    if (roll < donation) return this.#script.donation();
    if (roll < donation + subscription) return this.#script.subscription();
    if (roll < donation + subscription + draw) return this.#script.draw() ?? this.#script.chat();
    if (roll < donation + subscription + draw + purchase) return this.#script.purchase();
    return this.chat();
  }

  chat(): SimEvent {
    return this.#script.chat();
  }

  donation(): SimEvent {
    return this.#script.donation();
  }
}

/** The text of the WebSocket frame that carries the event (specification, "Delivery"). */
export function frameOf(event: SimEvent): string {
  return JSON.stringify({ event: event.kind, data: event.data });
}
