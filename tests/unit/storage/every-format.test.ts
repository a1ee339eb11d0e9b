import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { RowFilter } from '../../../electron/features/reports/row-pages.ts';
import { formatOf, MIGRATIONS, migrate } from '../../../electron/storage/migrations.ts';
import { columnsOf } from '../../../electron/storage/rows.ts';
import { REPORT_SORTS } from '../../../shared/contract/reports.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { gapOf } from '../../support/gaps.ts';
import { chat } from './chat-support.ts';
import { donation, draw, openForTest, purchase, subscription, temporaryFolder } from './support.ts';

const CHAT_SINCE = 5;
const INSERT_EVENT = `INSERT INTO events (seq, kind, received_at, channel_id, who, beams, donation_type,
    amount_minor, currency, campaign_id, reward_id, draw_count, payload)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const GAP = "INSERT INTO gaps (began_at, ended_at, reason) VALUES (5, 9, 'reset')";
const EVENTS: readonly ValuedEvent[] = [
  donation(1, { payAmount: 700, donationType: 'CHEERING', donatorNickname: '옛후원자' }),
  donation(2, { payAmount: 300, donatorChannelId: null, donatorNickname: null }),
  subscription(3),
  draw(4, { count: 4 }),
  purchase(5, { totalAmount: 12.5, currency: 'USD' }),
  purchase(6, { totalAmount: null }),
  draw(8, { count: 6 }),
];

const ALL: RowFilter = {
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  sorts: REPORT_SORTS,
  text: null,
  who: null,
  min: null,
  max: null,
};

/** A file as the app of that format left it, with rows in what it had. */
function fileOf(format: number): string {
  const file = join(temporaryFolder(), 'ledger.sqlite');
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA journal_mode = WAL');
    migrate(db, MIGRATIONS.slice(0, format));
    const event = db.prepare(INSERT_EVENT);
    const alert = db.prepare(
      `INSERT INTO alerts (seq, state, received_at, queued_at) VALUES (?, 'queued', ?, ?)`,
    );
    for (const { seq, kind, receivedAt, data, ...rest } of EVENTS) {
      const columns = columnsOf({ seq, kind, receivedAt, data, ...rest } as ValuedEvent);
      event.run(
        ...([seq, kind, receivedAt, data.channelId, columns.who, columns.beams] as const),
        ...([columns.donationType, columns.amountMinor, columns.currency] as const),
        ...([columns.campaignId, columns.rewardId, columns.drawCount] as const),
        JSON.stringify(data),
      );
      alert.run(seq, receivedAt, receivedAt);
    }
    if (format >= CHAT_SINCE) writeChat(db);
    if (format >= 2) db.exec(GAP);
  } finally {
    db.close();
  }
  return file;
}

function writeChat(db: DatabaseSync): void {
  const { seq, receivedAt, data } = chat(7, { content: '그때 한 말' });
  db.prepare('INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?)').run(
    ...([seq, receivedAt, data.senderChannelId, data.profile.nickname] as const),
    ...([data.content, JSON.stringify(data)] as const),
  );
}

const FORMATS = Array.from({ length: MIGRATIONS.length }, (_, index) => index + 1);

describe.each(FORMATS)('books of format %i', (format) => {
  it('keep all they hold, and their sums', () => {
    const file = fileOf(format);
    const { ledger, setAside } = openForTest(file);
    expect(setAside).toBeNull();
    expect(ledger.reading.totals(ALL)).toEqual({
      donation: { count: 1, unknown: 0, amount: 300 },
      cheering: { count: 1, unknown: 0, amount: 700 },
      subscription: { count: 1, unknown: 0, amount: 0 },
      draw: { count: 2, unknown: 0, amount: 10 },
      purchase: {
        KRW: { count: 1, unknown: 1, amount: 0 },
        USD: { count: 1, unknown: 0, amount: 1_250 },
      },
    });
    expect(ledger.totals()).toEqual({
      donationBeams: 300,
      cheeringBeams: 700,
      shopMoney: { USD: 1_250 },
    });
    const { rows } = ledger.reading.page(ALL, null, 20);
    expect(rows.map(({ event }) => event.seq)).toEqual(
      format >= CHAT_SINCE ? [8, 7, 6, 5, 4, 3, 2, 1] : [8, 6, 5, 4, 3, 2, 1],
    );
    const events = rows.map(({ event }) => event).filter(({ kind }) => kind !== 'CHAT');
    expect(events.reverse()).toStrictEqual(EVENTS);
    expect(ledger.reading.gaps(ALL, 10)).toEqual(
      format >= 2 ? [gapOf({ from: 5, to: 9, reason: 'reset' })] : [],
    );
    expect(ledger.reading.countGaps(ALL).count).toBe(format >= 2 ? 1 : 0);
    ledger.close();
    const db = new DatabaseSync(file);
    expect([formatOf(db), db.prepare('PRAGMA integrity_check').get()]).toEqual([
      MIGRATIONS.length,
      { integrity_check: 'ok' },
    ]);
    db.close();
  });

  it('can be searched when their words have been taken in, and go on', () => {
    const { ledger } = openForTest(fileOf(format));
    while (ledger.search.takeNew(3) + ledger.search.takeOld(3) > 0) {
      // A little at a time.
    }
    ledger.record([donation(20, { donationText: '새로 온 말' })]);
    ledger.search.takeNew(3);
    const found = (text: string) =>
      ledger.reading.page({ ...ALL, text }, null, 20).rows.map(({ event }) => event.seq);
    expect(found('후원자')).toEqual([1]);
    expect(found('머그')).toEqual([6, 5]);
    expect(found('말')).toEqual(format >= CHAT_SINCE ? [20, 7] : [20]);
    expect(ledger.reading.totals(ALL).donation.amount).toBe(1_300);
  });
});
