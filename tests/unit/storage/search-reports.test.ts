import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { RowFilter } from '../../../electron/features/reports/row-pages.ts';
import {
  comparable,
  matchOf,
  pairsOf,
} from '../../../electron/features/reports/search-repository.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import { REPORT_SORTS } from '../../../shared/contract/reports.ts';
import { chat } from './chat-support.ts';
import {
  donation,
  draw,
  memoryLedger,
  openForTest,
  purchase,
  subscription,
  temporaryFolder,
} from './support.ts';

const ALL: RowFilter = {
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  sorts: REPORT_SORTS,
  text: null,
  who: null,
  min: null,
  max: null,
};

function found(ledger: Ledger, text: string, filter: Partial<RowFilter> = {}): number[] {
  const page = ledger.reading.page({ ...ALL, ...filter, text }, null, 50);
  return page.rows.map(({ event }) => event.seq);
}

function withWords(): Ledger {
  const ledger = memoryLedger();
  ledger.record([
    donation(1, { donatorNickname: '새벽별', donationText: '정말 감사합니다!! GG' }),
    draw(2, { rewardTitle: '전설의 망토' }),
    purchase(3, {
      profile: { nickname: 'Bär', badges: [] },
      shopName: '공식 상점',
      representativeItemName: 'ＦＵＬＬ머그컵',
      content: '잘 쓸게요 100%_*',
    }),
    { ...subscription(4), data: { ...subscription(4).data, subscriptionMessage: '3개월 "축하"' } },
    donation(6, { donatorNickname: null, donationText: '감기 사랑 합니까' }),
  ]);
  ledger.chat.record([chat(5, { content: 'ㅋㅋㅋ 이건 𠮷野 😀 이모지' })]);
  ledger.search.takeNew(100);
  return ledger;
}

describe('words', () => {
  it.each<[string, string, readonly number[]]>([
    ['a Korean word of two syllables', '감사', [1]],
    ['a part of a word', '사합니', [1]],
    ['a single syllable, at the end of a text too', '까', [6]],
    ['a single letter', 'ㅋ', [5]],
    ['words with a space between', '정말 감사', [1]],
    ['any number of spaces', '정말   감사', [1]],
    ['whatever the case', 'gG', [1]],
    ['full-width letters', 'full머그', [3]],
    ['a name', '새벽', [1]],
    ['a name with marks, however they are composed', 'ba\u0308r', [3]],
    ['a shop', '공식', [3]],
    ['a reward', '망토', [2]],
    ['a subscriber’s message', '개월', [4]],
    ['quotation marks', '"축하"', [4]],
    ['signs that mean something to a database', '100%_*', [3]],
    ['characters beyond the first plane', '𠮷', [5]],
    ['an emoji', '😀 이', [5]],
    ['words that are not beside each other in it', '감니', []],
    ['all pairs of which are in a text, but not the word', '기 사랑 합', [6]],
    ['a word that is nowhere', '없는말', []],
    ['a question of the index itself', 'a* OR b NEAR(c)', []],
    ['nothing but spaces: everything', '   ', [6, 5, 4, 3, 2, 1]],
  ])('are found: %s', (_, text, expected) => {
    expect(found(withWords(), text)).toEqual(expected);
  });

  it('are found within a period, a kind, a viewer and limits', () => {
    const ledger = withWords();
    const at = donation(1).receivedAt;
    expect(found(ledger, '감', { from: at, to: at + 1 })).toEqual([1]);
    expect(found(ledger, '감', { from: 0, to: at })).toEqual([]);
    expect(found(ledger, 'ㅋ', { sorts: ['donation'] })).toEqual([]);
    expect(found(ledger, '이', { sorts: ['chat'] })).toEqual([5]);
    expect(found(ledger, '감', { who: 'viewer-1' })).toEqual([6, 5, 1]);
    expect(found(ledger, '감', { who: 'viewer-2' })).toEqual([]);
    expect(found(ledger, '감', { min: 2_000 })).toEqual([]);
  });

  it('go on where a page ended', () => {
    const ledger = memoryLedger();
    ledger.record(Array.from({ length: 9 }, (_, index) => donation(index + 1)));
    ledger.search.takeNew(100);
    const first = ledger.reading.page({ ...ALL, text: '응원' }, null, 4);
    const second = ledger.reading.page({ ...ALL, text: '응원' }, first.next, 100);
    expect([first.rows.length, second.rows.map(({ event }) => event.seq)]).toEqual([
      4,
      [5, 4, 3, 2, 1],
    ]);
  });

  it('are found in what came late with a lower number', () => {
    const ledger = memoryLedger();
    ledger.record([donation(7, { donationText: '나중 번호' })]);
    ledger.search.takeNew(100);
    ledger.chat.record([chat(5, { content: '먼저 번호' }), chat(6)]);
    expect(ledger.search.takeNew(100)).toBe(2);
    expect(found(ledger, '번호')).toEqual([7, 5]);
  });

  it('leave with what leaves the chat', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const { ledger } = openForTest(file);
    ledger.chat.record([chat(1, { content: '오래된 말' }), chat(2, { content: '새로운 말' })]);
    ledger.search.takeNew(100);
    ledger.chat.prune(chat(2).receivedAt, 10);
    ledger.close();
    const db = new DatabaseSync(file);
    const rows = db
      .prepare('SELECT rowid FROM search_chat WHERE search_chat MATCH ?')
      .all(matchOf('말') ?? '');
    db.close();
    expect(rows).toEqual([{ rowid: 2 }]);
  });
});

describe('making words findable', () => {
  it('takes a few rows at a time, each once, and knows where it was after a restart', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const first = openForTest(file).ledger;
    first.record(Array.from({ length: 5 }, (_, index) => donation(index + 1)));
    first.chat.record([chat(6), chat(7)]);
    expect([first.search.takeNew(3), first.search.takeNew(3)]).toEqual([3, 3]);
    first.close();
    const { search } = openForTest(file).ledger;
    expect([search.takeNew(3), search.takeNew(3)]).toEqual([1, 0]);
  });

  it('begins with the latest where there were books before, and says since when it is complete', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const { ledger } = openForTest(file);
    ledger.record(Array.from({ length: 6 }, (_, index) => donation(index + 1)));
    ledger.search.rebuild();
    expect(ledger.reading.page({ ...ALL, text: '응원' }, null, 9)).toMatchObject({
      rows: [],
      searchedFrom: Number.MAX_SAFE_INTEGER,
    });
    expect(ledger.search.takeOld(2)).toBe(2);
    expect(ledger.reading.page({ ...ALL, text: '응원' }, null, 9)).toMatchObject({
      rows: [{ event: { seq: 6 } }, { event: { seq: 5 } }],
      searchedFrom: donation(5).receivedAt,
    });
    ledger.record([donation(7)]);
    expect([ledger.search.takeNew(9), ledger.search.takeOld(9)]).toEqual([1, 4]);
    expect(ledger.search.takeOld(9)).toBe(0);
    expect(ledger.reading.page({ ...ALL, text: '응원' }, null, 9)).toMatchObject({
      rows: { length: 7 },
      searchedFrom: null,
    });
  });

  it('says when there is nothing more to put together', () => {
    const { search } = withWords();
    for (let step = 0; step < 20 && search.tidy(); step += 1) {
      // One step after the other.
    }
    expect(search.tidy()).toBe(false);
  });

  it('keeps to the beginning of a text that is out of its mind', () => {
    const ledger = memoryLedger();
    ledger.record([donation(1, { donationText: `${'가'.repeat(50_000)}끝말` })]);
    ledger.search.takeNew(1);
    expect([found(ledger, '가가'), found(ledger, '끝말')]).toEqual([[1], []]);
  });
});

describe('pairs of characters', () => {
  it('have every character at the beginning of one, and each pair once', () => {
    expect(pairsOf('가나가나')).toBe('0xz40yvs 0yvs0xz4 0yvs');
    expect(pairsOf('')).toBe('');
  });

  it('ask for all pairs of the words, or for what begins with a single character', () => {
    expect(matchOf('가나가')).toBe('"0xz40yvs" AND "0yvs0xz4"');
    expect(matchOf('가')).toBe('"0xz4"*');
    expect(matchOf(' ')).toBeNull();
  });

  it('compare text without regard to case, width, composition and spaces', () => {
    expect(comparable('  Ａb\t\nC  ')).toBe('ab c');
    expect(comparable('\u1100\u1161')).toBe('가');
  });
});
