import type { Random } from '../../base/random.ts';
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

export interface Cast {
  readonly channelId: string;
  readonly viewers: readonly Author[];
  readonly rewards: readonly DrawnReward[];
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

  /** A viewer writes exactly this. */
  says(viewer: Author, text: string): SimEvent {
    const { channelId } = this.#cast;
    const data = chatPayload({ channelId, text, emojis: {} }, viewer, this.#now());
    return { kind: 'CHAT', data };
  }

  donation(): SimEvent {
    const donator = this.#dice.chance(0.15) ? null : this.#viewer();
    if (this.#dice.chance(0.3)) return this.#cheering(donator);
    const type = this.#dice.chance(0.2) ? 'VIDEO' : 'CHAT';
    const beams = this.#dice.pick(BEAMS);
    const said = this.#said(DONATION_LINES);
    return { kind: 'DONATION', data: donationPayload(said, donator, type, beams) };
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
    const data = goodsPurchasePayload(said, buyer, purchase, this.#now());
    return { kind: 'GOODS_PURCHASE', data };
  }

  draw(): SimEvent | null {
    if (this.#cast.rewards.length === 0) return null;
    const reward = this.#dice.pick(this.#cast.rewards);
    const count = this.#dice.whole(1, 20);
    return { kind: 'DROPS', data: dropsPayload(this.#cast.channelId, reward, count, this.#now()) };
  }

  #cheering(donator: Author | null): SimEvent {
    const { image, ...item } = this.#dice.pick(CHEERING_ITEMS);
    const imageUrl = `${this.#cast.imageBase}/item/${image}.svg`;
    const items = [{ cnt: this.#dice.whole(1, 5), ...item, imageUrl, overlayImageUrl: imageUrl }];
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

/** `{name}` stands for an emoji. Written for the simulator; nobody real speaks here. */

export const CHAT_LINES: readonly string[] = [
  '안녕하세요! 오늘도 왔어요 {smile}',
  '방금 들어왔는데 지금 어디까지 했어요?',
  'ㅋㅋㅋㅋㅋㅋㅋㅋ {lol}',
  'ㅋㅋㅋㅋ 아 진짜 웃겨요 {lol}{lol}',
  '와 방금 그거 뭐예요? {wow}',
  '한 판만 더 해요 제발',
  '이 노래 제목 아시는 분?',
  '오늘 목소리 왜 이렇게 좋아요 {heart}',
  '저녁 먹으면서 보는 중이에요',
  '라면 끓여 왔습니다',
  '왼쪽! 왼쪽에 있어요!',
  '아까비... 진짜 거의 다 왔는데 {cry}',
  '{clap}{clap}{clap}',
  '축하해요!! {party}{party}',
  '설정 어떻게 하신 거예요?',
  '저도 어제 거기서 막혔어요',
  '침착하게 천천히 가요',
  '물 한 잔 드시고 하세요',
  '처음 왔는데 분위기 좋네요 {smile}',
  '고양이 한 번만 보여 주세요 {love}',
  '내일도 방송하시나요?',
  '퇴근하고 바로 켰어요',
  '이건 클립 각이다 {star}',
  '방금 소리 안 들린 사람 저만인가요?',
  '소리 잘 들려요!',
  '화면 선명해서 보기 좋아요 {cool}',
  '졸린데 못 자겠어요 {sleepy}',
  '다들 어디서 보고 계세요?',
  '버스에서 보고 있어요',
  '오늘은 꼭 깬다에 한 표',
  '못 깬다에 한 표 ㅎㅎ',
  '이 구간 진짜 어렵네요 {angry}',
  '나이스!!! {party}',
  '{heart}{heart}{heart}',
  '드롭스 당첨되면 좋겠다',
  'hello from the train {smile}',
  'first time here, this is cosy',
  'that jump was so clean {wow}',
  'LOL did you plan that? {lol}',
  'ok one more try, you got this',
  'what keyboard is that?',
  'the soundtrack is lovely {heart}',
  'I was away for two minutes and everything changed',
  'no no no behind you!',
  'gg {clap}',
  'can we see the map again please?',
  'rain outside, stream inside {sleepy}',
  'so close... {cry}',
  'told you it was the left door {cool}',
  'this boss has a second phase btw',
  'please drink some water',
  'who else is cooking right now?',
  'that face you made {lol}{lol}',
  'the new overlay looks great {star}',
  'greetings from a very small town',
  'learning Korean from this chat {smile}',
  'wait, how did that work? {wow}',
  'clip it! {star}{star}',
  'good luck with the draw everyone {party}',
  'cat tax when? {love}',
  '네네 지금 딱 좋아요',
  '방송 켜 주셔서 고마워요 {heart}',
];

export const DONATION_LINES: readonly string[] = [
  '오늘 방송도 재밌게 보고 있어요 {heart}',
  '간식 사 드세요! {smile}',
  '아까 그 플레이 값입니다 {clap}',
  '다음 판은 꼭 이겨요!',
  '오랜만에 왔는데 여전히 재밌네요',
  '생일인데 축하 한마디 해 주세요 {party}',
  'for the second try {star}',
  'thanks for keeping me company at work {smile}',
  'best stream of the week {heart}',
  'buy the cat something nice {love}',
];

export const SUBSCRIPTION_LINES: readonly string[] = [
  '이번 달도 잘 부탁해요 {heart}',
  '어느새 이만큼이나 됐네요 {party}',
  '늘 잘 보고 있어요!',
  'happy to be here {smile}',
  'another month, another boss {cool}',
  '',
];

export const PURCHASE_LINES: readonly string[] = [
  '드디어 샀어요! {party}',
  '선물용으로 하나 더 샀습니다 {heart}',
  '배송 기다리는 중이에요 {smile}',
  'it is going on my desk {star}',
  'could not resist {love}',
  '',
];

const shopItem = (
  shopName: string,
  representativeItemName: string,
  currency: 'KRW' | 'USD' | 'JPY',
  price: number,
) => ({ shopName, representativeItemName, currency, price });

const SHOP_ITEMS = [
  shopItem('달빛 상점', '아크릴 스탠드', 'KRW', 18_000),
  shopItem('달빛 상점', '극세사 담요', 'KRW', 32_000),
  shopItem('오후네시 문구', '스티커 3종 세트', 'KRW', 6_500),
  shopItem('Lantern Goods', 'Enamel pin', 'USD', 12.5),
  shopItem('Lantern Goods', 'Heavy cotton hoodie', 'USD', 49),
  shopItem('月あかり商店', 'マグカップ', 'JPY', 2_200),
];

export const CHEERING_ITEMS = [
  { type: 'BALLOON', skinType: 'DEFAULT', image: 'balloon', amount: 10 },
  { type: 'LIGHTSTICK', skinType: 'DEFAULT', image: 'lightstick', amount: 100 },
  { type: 'TROPHY', skinType: 'GOLD', image: 'trophy', amount: 500 },
  { type: 'ROCKET', skinType: 'DEFAULT', image: 'rocket', amount: 1_000 },
];

/** Choices from one source of randomness, so that a show can be repeated. */
export class Dice {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  whole(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1));
  }

  /** @throws RangeError when the list is empty. */
  pick<T>(list: readonly T[]): T {
    const item = list[this.whole(0, list.length - 1)];
    if (item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  }

  /** Evenly around `mean`, up to `share` of it more or less. */
  around(mean: number, share: number): number {
    return mean * (1 - share + 2 * share * this.#random());
  }

  /** The wait until the next of things that happen independently of each other. */
  nextOf(mean: number, min: number, max: number): number {
    return Math.min(max, Math.max(min, -Math.log(1 - this.#random()) * mean));
  }
}
