import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { RowFilter } from '../../../electron/features/reports/row-pages.ts';
import { matchOf } from '../../../electron/features/reports/search-repository.ts';
import { REPORT_SORTS } from '../../../shared/contract/reports.ts';
import { chat } from './chat-support.ts';
import { donation, openForTest, purchase, subscription, temporaryFolder } from './support.ts';

const ALL: RowFilter = {
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  sorts: REPORT_SORTS,
  text: null,
  who: null,
  min: null,
  max: null,
};
const ID = 'channel-of-somebody';
const NAME = '지워질사람';

function full() {
  const file = join(temporaryFolder(), 'ledger.sqlite');
  const { ledger } = openForTest(file);
  const badges = [{ id: 'b', name: 'Badge of somebody', imageUrl: null }];
  const month = { ...subscription(2).data, subscriberChannelId: ID, subscriberChannelName: NAME };
  ledger.record([
    donation(1, {
      donatorChannelId: ID,
      donatorNickname: NAME,
      donatorBadges: badges,
      donationText: 'words of somebody',
    }),
    { ...subscription(2), data: { ...month, month: 5, subscriptionMessage: 'words of somebody' } },
    purchase(3, {
      senderChannelId: ID,
      profile: { nickname: NAME, badges },
      content: 'words of somebody',
      totalAmount: 9_000,
    }),
    donation(4, { donatorChannelId: ID, donatorNickname: NAME, donationType: 'CHEERING' }),
    donation(5, { donatorNickname: '남을사람' }),
  ]);
  ledger.chat.record([
    chat(6, {
      senderChannelId: ID,
      profile: { nickname: NAME, badges },
      content: 'chat of somebody',
    }),
    chat(7),
  ]);
  ledger.search.takeNew(100);
  return { ledger, file };
}

it('takes a viewer out and leaves every sum as it was', () => {
  const { ledger } = full();
  const before = ledger.reading.totals(ALL);
  expect(ledger.eraser.count(ID)).toEqual({ messages: 1, events: 4 });
  expect([ledger.eraser.eraseEvents(ID, 3), ledger.eraser.eraseEvents(ID, 3)]).toEqual([3, 1]);
  expect(ledger.eraser.eraseChat(ID, 3)).toBe(1);
  expect(ledger.eraser.count(ID)).toEqual({ messages: 0, events: 0 });
  expect(ledger.reading.totals(ALL)).toEqual(before);
  expect(ledger.reading.given(ALL).map(({ channelId }) => channelId)).toEqual(['viewer-1']);
});

it('leaves what was given, how much and when, as given by nobody', () => {
  const { ledger } = full();
  ledger.eraser.eraseEvents(ID, 10);
  const rows = ledger.reading.page({ ...ALL, to: donation(5).receivedAt }, null, 10).rows;
  expect(rows.map(({ event }) => event)).toMatchObject([
    { seq: 4, data: { donatorChannelId: null, donatorNickname: null, payAmount: 1_000 } },
    { seq: 3, data: { senderChannelId: null, profile: null, content: '', totalAmount: 9_000 } },
    {
      seq: 2,
      data: { subscriberChannelId: null, subscriberChannelName: null, month: 5 },
    },
    { seq: 1, data: { donatorBadges: [], donationText: '', donationType: 'CHAT' } },
  ]);
});

it('leaves nothing to be found by words, and what is left can be found', () => {
  const { ledger } = full();
  const found = (text: string) =>
    ledger.reading.page({ ...ALL, text }, null, 10).rows.map(({ event }) => event.seq);
  expect(found('somebody')).toEqual([6, 3, 2, 1]);
  ledger.eraser.eraseEvents(ID, 10);
  ledger.eraser.eraseChat(ID, 10);
  expect([found('somebody'), found(NAME), found('머그컵')]).toEqual([[], [], [3]]);
});

it('leaves no trace of the words in the file', () => {
  const { ledger, file } = full();
  ledger.eraser.eraseEvents(ID, 10);
  ledger.eraser.eraseChat(ID, 10);
  ledger.close();
  const bytes = readFileSync(file);
  expect(bytes.includes('남을사람')).toBe(true);
  for (const trace of ['of somebody', NAME, ID]) expect(bytes.includes(trace)).toBe(false);
});

it('does not make anything findable that waits for its turn', () => {
  const { ledger } = full();
  ledger.record([donation(8, { donatorChannelId: ID, donationText: 'later words' })]);
  ledger.eraser.eraseEvents(ID, 10);
  expect(ledger.search.takeNew(10)).toBe(1);
  const { rows } = ledger.reading.page({ ...ALL, text: 'later' }, null, 10);
  expect(rows).toEqual([]);
});

it.each(['of somebody', NAME])('leaves no entry of the index behind: %s', (words) => {
  const { ledger, file } = full();
  const entries = () => {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      return ['search_events', 'search_chat'].map((table) =>
        db
          .prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid`)
          .all(matchOf(words))
          .map((row) => row['rowid']),
      );
    } finally {
      db.close();
    }
  };
  const [events, messages] = entries();
  expect(events?.length).toBeGreaterThan(2);
  expect(messages).toEqual([6]);
  ledger.eraser.eraseEvents(ID, 10);
  ledger.eraser.eraseChat(ID, 10);
  expect(entries()).toEqual([[], []]);
});
