import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { REPORT_SORTS, type ReportCursor } from '../../../shared/contract/reports.ts';
import { gapOf } from '../../support/gaps.ts';
import { chat } from '../storage/chat-support.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';
import { ALL_TIME, desk } from './reports-support.ts';

const AT = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

describe('totals', () => {
  it('are those of the period and of every day in it, empty ones included', async () => {
    const { ask, ledger } = desk();
    ledger.record([
      { ...donation(1), receivedAt: AT + 1 },
      { ...donation(2, { donationType: 'CHEERING' }), receivedAt: AT + 2 * DAY },
    ]);
    const period = { from: AT, to: AT + 3 * DAY };
    const { totals, groups, span } = await ask('reports.totals', {
      ...period,
      group: 'day',
      zone: 'UTC',
    });
    expect([totals.donation.amount, totals.cheering.amount]).toEqual([1_000, 1_000]);
    expect(groups.map(({ from, totals: t }) => [from, t.donation.count, t.cheering.count])).toEqual(
      [
        [AT, 1, 0],
        [AT + DAY, 0, 0],
        [AT + 2 * DAY, 0, 1],
      ],
    );
    expect(span).toEqual({ from: AT + 1, to: AT + 2 * DAY + 1 });
  });

  it('are those of each broadcast, the oldest first', async () => {
    const { ask, ledger } = desk();
    ledger.figures.setBroadcast(AT);
    ledger.figures.setBroadcast(AT + DAY, AT + 1_000);
    ledger.record([
      { ...donation(1), receivedAt: AT + 999 },
      { ...donation(2), receivedAt: AT + 1_000 },
      { ...donation(3, { payAmount: 5 }), receivedAt: AT + DAY },
    ]);
    const { groups } = await ask('reports.totals', {
      from: AT,
      to: AT + 9 * DAY,
      group: 'broadcast',
      zone: 'Asia/Seoul',
    });
    expect(groups.map(({ broadcast, totals }) => [broadcast, totals.donation.amount])).toEqual([
      [1, 1_000],
      [2, 5],
    ]);
    const later = await ask('reports.totals', {
      from: AT + DAY,
      to: AT + 9 * DAY,
      group: 'broadcast',
      zone: 'Asia/Seoul',
    });
    expect(later.groups.map(({ broadcast }) => broadcast)).toEqual([2]);
  });

  it('of a period that is cut into too many pieces are refused, with a way out', async () => {
    const { ask } = desk();
    const period = { from: AT, to: AT + 400 * DAY };
    await expect(
      ask('reports.totals', { ...period, group: 'hour', zone: 'UTC' }),
    ).rejects.toMatchObject({ problem: { code: 'reports-too-many-groups' } });
  });

  it.each([
    ['a zone nobody knows', { from: 0, to: 1, group: 'day', zone: 'Moon/Crater' }],
    ['a period that ends before it begins', { from: 2, to: 1, group: 'day', zone: 'UTC' }],
    ['an empty period', { from: 1, to: 1, group: 'day', zone: 'UTC' }],
    ['an end beyond all dates', { from: 0, to: 8.7e15, group: 'day', zone: 'UTC' }],
  ])('with %s are refused by the contract', async (_, args) => {
    await expect(desk().ask('reports.totals', args)).rejects.toThrow();
  });
});

describe('supporters', () => {
  it('are ranked by beams of donations or of cheering, which are never added', async () => {
    const { ask, ledger } = desk();
    ledger.record([
      donation(1, { donatorChannelId: 'a', donatorNickname: 'A', payAmount: 10 }),
      donation(2, { donatorChannelId: 'b', donatorNickname: 'B', payAmount: 20 }),
      donation(3, { donatorChannelId: 'a', payAmount: 900, donationType: 'CHEERING' }),
      donation(4, { donatorChannelId: null, payAmount: 5_000 }),
      donation(5, { donatorChannelId: 'c', payAmount: null }),
    ]);
    const ranked = async (by: string, limit = 9) => {
      const { supporters, all, ...asked } = await ask('reports.supporters', {
        ...ALL_TIME,
        by,
        limit,
      });
      expect(asked).toEqual({ by });
      return [supporters.map(({ channelId, name }) => [channelId, name]), all];
    };
    expect(await ranked('donation')).toEqual([
      [
        ['b', 'B'],
        ['a', '시청자'],
      ],
      2,
    ]);
    expect(await ranked('cheering')).toEqual([[['a', '시청자']], 1]);
    expect(await ranked('donation', 1)).toEqual([[['b', 'B']], 2]);
  });
});

describe('amounts', () => {
  it('are counted in steps of 1, 2 and 5, each kind and currency by itself', async () => {
    const { ask, ledger } = desk();
    ledger.record([
      ...[0, 1, 2, 4, 5, 9, 10, 19, 20, 50_000].map((payAmount, index) =>
        donation(index + 1, { payAmount }),
      ),
      donation(20, { payAmount: 10, donationType: 'CHEERING' }),
      purchase(21, { totalAmount: 12.5, currency: 'USD' }),
    ]);
    const { bars } = await ask('reports.amounts', ALL_TIME);
    expect(
      bars.map(({ sort, currency, least, most, count }) => [sort, currency, least, most, count]),
    ).toEqual([
      ['cheering', '', 10, 19, 1],
      ['donation', '', 0, 0, 1],
      ['donation', '', 1, 1, 1],
      ['donation', '', 2, 4, 2],
      ['donation', '', 5, 9, 2],
      ['donation', '', 10, 19, 2],
      ['donation', '', 20, 49, 1],
      ['donation', '', 50_000, 99_999, 1],
      ['purchase', 'USD', 1_000, 1_999, 1],
    ]);
  });
});

describe('a list', () => {
  it('is made of what has come by now, words included', async () => {
    const { ask, ledger, flush, search } = desk();
    flush.mockImplementation(() => ledger.chat.record([chat(2, { content: '방금 한 말' })]));
    ledger.record([donation(1, { donationText: '방금 보냄' })]);
    const { rows } = await ask('reports.list', {
      ...ALL_TIME,
      sorts: REPORT_SORTS,
      text: '방금',
      limit: 10,
    });
    expect(rows.map(({ event }) => event.seq)).toEqual([2, 1]);
    expect([flush.mock.calls.length, search.catchUp.mock.calls.length]).toEqual([1, 1]);
  });

  it('has every field where nothing narrows it, and needs no search', async () => {
    const { ask, ledger, search } = desk();
    ledger.record([draw(1), subscription(2)]);
    const page = await ask('reports.list', { ...ALL_TIME, sorts: ['draw'], limit: 1 });
    expect(page).toMatchObject({ rows: [{ event: { seq: 1 } }], searchedFrom: null });
    expect(search.catchUp).not.toHaveBeenCalled();
  });
});

describe('what takes some milliseconds', () => {
  const rows = { ...ALL_TIME, sorts: REPORT_SORTS };
  const cut = { from: AT, to: AT + DAY, group: 'hour', zone: 'Asia/Seoul' };

  it.each([
    ['reports.list', { ...rows, text: '방금', limit: 10 }, ['words', 'page']],
    ['reports.totals', cut, ['totals', 'totals']],
    [
      'reports.export',
      { ...rows, text: '방금', format: 'csv', zone: 'Asia/Seoul', language: 'ko' },
      ['words', 'page', 'totals'],
    ],
  ] as const)('has a turn of its own, piece by piece: %s', async (name, args, pieces) => {
    const { ask, ledger, search, pause } = desk();
    const done: string[] = [];
    const note = (piece: string) => () => void done.push(piece);
    pause.mockImplementation(async () => note('turn')());
    search.catchUp.mockImplementation(note('words'));
    const { page, totals } = ledger.reading;
    vi.spyOn(ledger.reading, 'page').mockImplementation((...asked) => {
      done.push('page');
      return page.apply(ledger.reading, asked);
    });
    vi.spyOn(ledger.reading, 'totals').mockImplementation((period) => {
      if (done.at(-1) !== 'totals') done.push('totals');
      return totals.call(ledger.reading, period);
    });
    await ask(name, args);
    expect(done.filter((piece) => piece !== 'turn')).toEqual(pieces);
    for (const [at, piece] of done.entries()) {
      if (piece !== 'turn') expect(done[at - 1]).toBe('turn');
    }
  });
});

describe('an export', () => {
  const EVENTS = [
    donation(1, { donationText: '=1+1', donatorNickname: '@name', payAmount: 1_234 }),
    donation(2, { donationType: 'CHEERING', payAmount: 70, donationText: '' }),
    { ...subscription(3), data: { ...subscription(3).data, month: 4, tierNo: 2 } },
    draw(4, { count: 7 }),
    purchase(5, { totalAmount: 12.5, currency: 'USD', content: 'a "b", c\nd' }),
  ];

  async function fileOf(given: ReturnType<typeof desk>, args: Record<string, unknown>) {
    let text = '';
    let written = 0;
    let before: ReportCursor | undefined;
    for (;;) {
      const more = before === undefined ? {} : { before, written };
      const part = await given.ask('reports.export', {
        ...ALL_TIME,
        sorts: REPORT_SORTS,
        zone: 'Asia/Seoul',
        language: 'en',
        ...args,
        ...more,
      });
      text += part.part;
      written += part.rows;
      if (part.next === null) return { text, written };
      before = part.next;
    }
  }

  it('as CSV has a head, one line a row, and money and beams in columns of their own', async () => {
    const given = desk();
    given.ledger.record(EVENTS);
    const { text } = await fileOf(given, { format: 'csv' });
    const lines = text.split('\r\n');
    expect(lines[0]).toBe(
      '\ufeffNumber,Time,Time (UTC),Kind,Donation type,Name,Channel id,Donation (beams),Cheering (beams),Shop amount,Currency,Winners,Months,Tier,Item or reward,Items,Message,Alert,Alert note,Viewers missed,Shown (UTC),Ended (UTC),Perhaps twice',
    );
    expect(lines).toHaveLength(7);
    expect(lines[5]).toBe(
      `1,2026-01-01 09:00:00,2026-01-01T00:00:00.001Z,Donation,CHAT,"'@name",viewer-1,1234,,,,,,,,,"'=1+1",queued,,,,,`,
    );
    expect(lines[4]).toContain(',Cheering,CHEERING,시청자,viewer-1,,70,,,');
    expect(lines[1]).toContain(',,,12.5,USD,,,,상점: 머그컵,1,"a ""b"", c\nd",queued');
  });

  it('as JSON is one array, however many parts it came in', async () => {
    const given = desk();
    given.ledger.record(Array.from({ length: 2_500 }, (_, index) => donation(index + 1)));
    const { text, written } = await fileOf(given, { format: 'json' });
    const rows = JSON.parse(text) as { seq: number; sort: string; beams: number }[];
    expect([rows.length, written]).toEqual([2_500, 2_500]);
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 2_500 }, (_, i) => 2_500 - i));
    expect(rows[0]).toMatchObject({ sort: 'donation', beams: 1_000, alert: 'queued' });
  });

  it('as JSON is an array where the first parts have no row, and where there is none at all', async () => {
    const given = desk();
    given.ledger.record(
      Array.from({ length: 3_500 }, (_, index) =>
        purchase(index + 1, { totalAmount: index === 0 ? 90_000 : 1 }),
      ),
    );
    const one = await fileOf(given, { format: 'json', min: 80_000 });
    expect(JSON.parse(one.text)).toMatchObject([{ seq: 1, money: 90_000 }]);
    const none = await fileOf(given, { format: 'json', min: 95_000 });
    expect(JSON.parse(none.text)).toEqual([]);
  });

  it('into the data folder is the same file, and never over another one', async () => {
    const given = desk();
    given.ledger.record(Array.from({ length: 2_500 }, (_, index) => donation(index + 1)));
    const file = 'stagelight-books-2026-01-01_2026-01-31-1.csv';
    const kept = await fileOf(given, { format: 'csv', file });
    expect(kept.text).toBe('');
    const { text } = await fileOf(given, { format: 'csv' });
    expect(await readFile(`${given.folder}/${file}`, 'utf8')).toBe(text);
    await expect(fileOf(given, { format: 'csv', file })).rejects.toMatchObject({
      problem: { code: 'reports-export-not-saved' },
    });
    expect(await readdir(given.folder)).toEqual([file]);
  });

  it('has its name only when it is whole: one that was given up is no export', async () => {
    const given = desk();
    given.ledger.record(Array.from({ length: 2_500 }, (_, index) => donation(index + 1)));
    const all = { ...ALL_TIME, sorts: REPORT_SORTS, zone: 'Asia/Seoul', language: 'en' };
    const file = 'stagelight-books-2026-01-01_2026-01-31-1.csv';
    const first = await given.ask('reports.export', { ...all, format: 'csv', file });
    expect(await readdir(given.folder)).toEqual([`${file}.part`]);
    const other = 'stagelight-books-2026-01-01_2026-01-31-2.csv';
    await fileOf(given, { format: 'csv', file: other });
    expect(await readdir(given.folder)).toEqual([other]);
    // What comes late of the one that was given up begins no file without a head.
    const late = { format: 'csv', file, before: first.next, written: first.rows };
    await expect(given.ask('reports.export', { ...all, ...late })).rejects.toMatchObject({
      problem: { code: 'reports-export-not-saved' },
    });
    expect(await readdir(given.folder)).toEqual([other]);
  });

  it.skipIf(process.platform === 'win32')('is for nobody else on this computer', async () => {
    const given = desk();
    const file = 'stagelight-books-2026-01-01_2026-01-31-1.csv';
    await fileOf(given, { format: 'csv', file });
    const modes = [given.folder, `${given.folder}/${file}`].map((path) => statSync(path).mode);
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it.each(['../x.csv', 'stagelight-books-../../x.csv', '/etc/x.csv', 'stagelight-books-a.exe'])(
    'never leaves its folder: %s',
    async (file) => {
      await expect(fileOf(desk(), { format: 'csv', file })).rejects.toThrow();
    },
  );
});

describe('a viewer', () => {
  it('is told of before and after, and forgotten everywhere', async () => {
    const { ask, ledger, forget, flush, search } = desk();
    ledger.record(Array.from({ length: 450 }, (_, index) => donation(index + 1)));
    ledger.chat.record([chat(900)]);
    const viewer = { channelId: 'viewer-1' };
    expect(await ask('reports.viewer', viewer)).toEqual({
      name: '시청자',
      messages: 1,
      events: 450,
    });
    const args = { ...viewer, sure: 'viewer-1' };
    expect(await ask('reports.delete-viewer', args)).toEqual({ messages: 1, events: 450 });
    expect(await ask('reports.viewer', viewer)).toEqual({ name: null, messages: 0, events: 0 });
    expect(await ask('reports.delete-viewer', args)).toEqual({ messages: 0, events: 0 });
    expect(forget).toHaveBeenCalledWith('viewer-1');
    expect(flush).toHaveBeenCalled();
    expect(search.look).toHaveBeenCalled();
  });

  it('is deleted once at a time, and only when the channel was said twice', async () => {
    const { ask, ledger } = desk();
    ledger.record(Array.from({ length: 450 }, (_, index) => donation(index + 1)));
    const args = { channelId: 'viewer-1', sure: 'viewer-1' };
    const first = ask('reports.delete-viewer', args);
    await expect(ask('reports.delete-viewer', args)).rejects.toMatchObject({
      problem: { code: 'reports-busy' },
    });
    await first;
    await expect(ask('reports.delete-viewer', { ...args, sure: 'viewer-2' })).rejects.toThrow();
  });
});

describe('the rest', () => {
  it('says for how long chat is kept, and keeps another time', async () => {
    const { ask, settings } = desk();
    expect(await ask('reports.retention', {})).toEqual({ chatDays: 30 });
    expect(await ask('reports.set-retention', { chatDays: 7 })).toEqual({ chatDays: 7 });
    expect(settings().chatLog).toEqual({ days: 7 });
    await expect(ask('reports.set-retention', { chatDays: -1 })).rejects.toThrow();
  });

  it('tells gaps, receipts, payouts and broadcasts of a period', async () => {
    const { ask, ledger } = desk();
    ledger.record([donation(1)]);
    const gap = gapOf({ from: AT, to: AT + 5, reason: 'reset' });
    const some = gapOf({ from: AT + 2, to: AT + 7, reason: 'unread', kinds: ['donation'] });
    ledger.recordGap(gap);
    ledger.recordGap(some);
    ledger.figures.setBroadcast(AT);
    const job = ledger.payouts.begin('FULFILLED', ['1', '2', '3', '4'], AT);
    const answered = ledger.payouts.plan(job, ['1', '2', '3'], AT + 1);
    const groups = [
      { status: 'SUCCESS', ids: ['1'] },
      { status: 'UPDATE_FAILED', ids: ['2'] },
    ];
    ledger.payouts.end(answered, { outcome: 'answered', groups }, AT + 2);
    ledger.payouts.plan(job, ['4'], AT + 3);
    expect(await ask('reports.gaps', ALL_TIME)).toEqual({
      count: 1,
      ms: 7,
      rows: 2,
      gaps: [some, gap],
    });
    expect(await ask('reports.receipts', ALL_TIME)).toEqual({
      counts: [{ state: 'queued', note: null, flaw: null, count: 1 }],
    });
    expect(await ask('reports.broadcasts', { limit: 5 })).toEqual({
      broadcasts: [{ id: 1, beganAt: AT, endedAt: null }],
    });
    expect(await ask('reports.payouts', ALL_TIME)).toEqual({
      calls: 2,
      counts: [
        { target: 'FULFILLED', status: 'SUCCESS', count: 1 },
        { target: 'FULFILLED', status: 'UPDATE_FAILED', count: 1 },
        { target: 'FULFILLED', status: 'UNKNOWN', count: 2 },
      ],
    });
    expect(await ask('reports.payouts', { from: 0, to: AT })).toEqual({ calls: 0, counts: [] });
  });
});
