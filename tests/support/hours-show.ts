import type { Author } from '../../electron/simulator/events/builders.ts';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import { BADGE_NAMES, ITEM_NAMES } from '../../electron/simulator/images.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { Dice, Script } from '../../electron/simulator/show/script.ts';
import { steadyRandom } from './steady-random.ts';

const VIEWERS = 4_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
/** How many chats come in a second, by the minute of a third of an hour. */
const CHATS_A_SECOND: readonly number[] = [
  ...[0.2, 0.2, 0.2, 2, 2, 2, 2, 2, 2, 2],
  ...[2, 2, 5, 5, 5, 5, 5, 20, 0.5, 0.5],
];
/** A raid, once an hour: so many chats, and so many gifts, at once. */
const RAID = { atS: 1_050, chats: 500, gifts: 15 } as const;
const GIFT_EVERY_S = 20;

/** What is said and given in each second; the same in every run, and every hour alike. */
export class HoursShow {
  readonly #dice = new Dice(steadyRandom(7));
  readonly #script: Script;
  #said = 0;

  constructor({ baseUrl, streamerChannelId }: Simulator, now: () => number) {
    const imageBase = `${baseUrl}/sim`;
    const rewards = ITEM_NAMES.map((name) => ({
      campaignId: 'campaign',
      rewardId: `reward-${name}`,
      title: `상품 ${name}`,
      description: '',
      imageUrl: `${imageBase}/item/${name}.svg`,
    }));
    const viewers = Array.from({ length: VIEWERS }, (_, at) => this.#viewer(at, imageBase));
    this.#script = new Script(
      this.#dice,
      { channelId: streamerChannelId, viewers, rewards, imageBase },
      now,
    );
  }

  /** The events of the next `seconds`, the first of them `second` counted from the beginning. */
  next(second: number, seconds: number): readonly SimEvent[] {
    const minute = Math.floor(second / MINUTE_S) % CHATS_A_SECOND.length;
    const mean = (CHATS_A_SECOND[minute] ?? 0) * seconds;
    const chats = Math.floor(mean) + (this.#dice.chance(mean % 1) ? 1 : 0);
    const gifts = this.#dice.chance(seconds / GIFT_EVERY_S) ? 1 : 0;
    const raided = second % HOUR_S === RAID.atS;
    return [
      ...this.#times(chats + (raided ? RAID.chats : 0), () => this.#chat()),
      ...this.#times(gifts + (raided ? RAID.gifts : 0), () => this.#gift()),
    ];
  }

  #times(count: number, make: () => SimEvent): readonly SimEvent[] {
    return Array.from({ length: count }, make);
  }

  /** No two messages are alike, so that whatever is kept by text would grow. */
  #chat(): SimEvent {
    const chat = this.#script.chat();
    this.#said += 1;
    if (chat.kind !== 'CHAT') return chat;
    return { ...chat, data: { ...chat.data, content: `${chat.data.content} ${this.#said}` } };
  }

  #gift(): SimEvent {
    const roll = this.#dice.whole(1, 20);
    if (roll <= 10) return this.#script.donation();
    if (roll <= 13) return this.#script.subscription();
    if (roll <= 16) return this.#script.draw() ?? this.#script.donation();
    return this.#script.purchase();
  }

  #viewer(at: number, imageBase: string): Author {
    const names = BADGE_NAMES.slice(0, this.#dice.whole(0, 2));
    return {
      channelId: `viewer-${at}`,
      nickname: `시청자 ${at}`,
      badges: names.map((name) => ({ id: name, name, imageUrl: `${imageBase}/badge/${name}.svg` })),
    };
  }
}
