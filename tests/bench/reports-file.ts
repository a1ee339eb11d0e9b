import { DatabaseSync } from 'node:sqlite';
import { silentLogger } from '../../electron/base/log.ts';
import type { Ledger } from '../../electron/storage/ledger.ts';
import { SqliteLedger } from '../../electron/storage/ledger.ts';
import { openLedger } from '../../electron/storage/open-ledger.ts';
import type { StageEvent, ValuedEvent } from '../../shared/events.ts';
import { steadyRandom } from '../support/steady-random.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

export const ROWS = 1_000_000;
export const BOOKS_END = Date.UTC(2026, 10, 1);
export const BOOKS_BEGIN = Date.UTC(2025, 10, 1);
const AT_ONCE = 5_000;
const VIEWERS = 20_000;

const WORDS =
  '안녕하세요 오늘 방송 너무 재밌어요 ㅋㅋㅋㅋ 응원합니다 화이팅 감사 정말 대박 gg nice 형님 누나 노래 신청 게임 이겼다 아깝다 최고 사랑해요 치킨 먹고 싶다 내일도 봐요 구독 했어요 후원 축하 생일 공부 비 온다 서울 부산 hello world'.split(
    ' ',
  );
const SYLLABLES = '가나다라마바사아자차카타파하강김박최정윤조임한오서신권황안송류전홍고문양손';
const BEAMS = [100, 500, 1_000, 1_000, 3_000, 5_000, 10_000, 50_000];

/** A year of books: donations, cheering, subscriptions, purchases and draws of many viewers. */
export class BookCrowd {
  readonly #random = steadyRandom(6);

  event(seq: number): ValuedEvent {
    const receivedAt = BOOKS_BEGIN + Math.floor(((BOOKS_END - BOOKS_BEGIN) * seq) / (ROWS + 1));
    const base = { seq, receivedAt, origin: 'platform' as const };
    const viewer = Math.floor(this.#random() ** 2 * VIEWERS);
    const share = this.#random();
    const channelId = 'c'.repeat(32);
    if (share < 0.9) return { ...base, ...this.#donation(viewer, channelId) };
    if (share < 0.97) {
      const data = {
        channelId,
        subscriberChannelId: idOf(viewer),
        subscriberChannelName: nameOf(viewer),
        month: 3,
        tierNo: 1,
        subscriptionMessage: this.#words(),
        emojis: {},
      };
      return { ...base, kind: 'SUBSCRIPTION', data };
    }
    if (share < 0.99) return { ...base, ...this.#purchase(viewer, channelId) };
    const data = {
      channelId,
      campaignId: 'campaign-1',
      rewardId: `reward-${seq % 5}`,
      rewardTitle: '전설의 망토',
      rewardDescription: '',
      rewardImageUrl: null,
      count: 5,
      drawnAt: null,
    };
    return { ...base, kind: 'DROPS', data };
  }

  #donation(viewer: number, channelId: string): Pick<StageEvent<'DONATION'>, 'kind' | 'data'> {
    const isCheering = this.#random() < 0.4;
    const isNamed = this.#random() > 0.05;
    const data = {
      donationType: isCheering ? 'CHEERING' : 'CHAT',
      channelId,
      donatorBadges: [],
      donatorChannelId: isNamed ? idOf(viewer) : null,
      donatorNickname: isNamed ? nameOf(viewer) : null,
      payAmount: BEAMS[Math.floor(this.#random() * BEAMS.length)] ?? 100,
      donationText: isCheering ? '' : this.#words(),
      emojis: {},
      cheeringItems: [],
    };
    return { kind: 'DONATION', data };
  }

  #purchase(
    viewer: number,
    channelId: string,
  ): Pick<StageEvent<'GOODS_PURCHASE'>, 'kind' | 'data'> {
    const data = {
      channelId,
      senderChannelId: idOf(viewer),
      content: this.#words(),
      messageTime: null,
      profile: { nickname: nameOf(viewer), badges: [] },
      emojis: {},
      shopName: '공식 상점',
      representativeItemName: '머그컵',
      itemCount: 2,
      totalAmount: 12_000,
      currency: 'KRW',
    };
    return { kind: 'GOODS_PURCHASE', data };
  }

  #words(): string {
    const count = 2 + Math.floor(this.#random() * 7);
    const word = () => WORDS[Math.floor(this.#random() ** 2 * WORDS.length)] ?? '';
    const number = this.#random() < 0.1 ? String(Math.floor(this.#random() * 1e6)) : '';
    return [...Array.from({ length: count }, word), number].join(' ').trim();
  }
}

export function idOf(viewer: number): string {
  const part = ((viewer * 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
  return `${part}${[...part].reverse().join('')}${part}${'abcdef01'}`;
}

function nameOf(viewer: number): string {
  let rest = viewer * 7_919 + 13;
  let name = '';
  for (let at = 0; at < 3 + (viewer % 5); at += 1) {
    name += SYLLABLES[rest % SYLLABLES.length] ?? '';
    rest = Math.floor(rest / 3) + 17 * at + viewer;
  }
  return viewer % 3 === 0 ? name : `${name}${viewer}`;
}

export function openBooks(file: string): Ledger {
  return openLedger({ file, clock: new VirtualClock(BOOKS_END), log: silentLogger }).ledger;
}

export interface BuildTimes {
  readonly recordMs: number;
  readonly searchMs: number;
}

/** Writes the ledger as the app would, without waiting for the disk: alerts over, words findable. */
export function buildBooks(file: string): BuildTimes {
  openBooks(file).close();
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = DELETE; PRAGMA journal_mode = MEMORY');
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -600000');
  const ledger = new SqliteLedger(db, new VirtualClock(BOOKS_END), silentLogger);
  const crowd = new BookCrowd();
  let recordMs = 0;
  for (let first = 1; first <= ROWS; first += AT_ONCE) {
    const events = Array.from({ length: AT_ONCE }, (_, at) => crowd.event(first + at));
    const began = performance.now();
    ledger.record(events);
    recordMs += performance.now() - began;
  }
  // As if all of them had been seen: one by one this would take longer than all the rest.
  db.exec(`UPDATE alerts SET state = 'over', painted_at = received_at + 1000,
    ended_at = received_at + 7000`);
  const began = performance.now();
  while (ledger.search.takeNew(AT_ONCE) > 0) {
    // All of them.
  }
  const searchMs = performance.now() - began;
  ledger.close();
  return { recordMs, searchMs };
}
