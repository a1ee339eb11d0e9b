import { describe, expect, it } from 'vitest';
import { CampaignBook, type JournalEntry } from '../../../electron/fleet/drops/campaign-book.ts';
import { CampaignJournal } from '../../../electron/fleet/drops/campaign-journal.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

type Entry = JournalEntry extends infer E ? (E extends E ? Omit<E, 'epoch' | 'at'> : never) : never;

const ALL = ['a', 'b', 'c', 'd'];
const sending = (...claimIds: string[]): Entry => ({ type: 'sending', claimIds });
const sent = (changes: object = {}): Entry => ({
  type: 'sent',
  refused: [],
  unknown: [],
  ...changes,
});
const seen = (changes: object): Entry => ({
  type: 'seen',
  paid: [],
  waiting: [],
  gone: [],
  ...changes,
});

describe('what is known of a campaign’s claims', () => {
  it.each<{ what: string; entries: readonly Entry[]; doubtful: string[]; payable: string[] }>([
    { what: 'nothing', entries: [], doubtful: [], payable: ALL },
    {
      what: 'that some are under way',
      entries: [sending('a', 'b')],
      doubtful: [],
      payable: ['c', 'd'],
    },
    {
      what: 'that they were paid',
      entries: [sending('a', 'b'), sent()],
      doubtful: [],
      payable: ['c', 'd'],
    },
    {
      what: 'that some were paid, some refused, and of some nothing',
      entries: [
        sending('a', 'b', 'c'),
        sent({ refused: [{ status: 'CONFLICT', ids: ['b'] }], unknown: ['c'] }),
      ],
      doubtful: ['c'],
      payable: ['d'],
    },
    {
      what: 'that a request was not carried out',
      entries: [sending('a', 'b'), { type: 'refused', code: 'x' }],
      doubtful: [],
      payable: ALL,
    },
    {
      what: 'that nobody knows of a request',
      entries: [sending('a', 'b'), { type: 'unknown', code: 'x' }],
      doubtful: ['a', 'b'],
      payable: ['c', 'd'],
    },
    {
      what: 'that the next request followed one without an answer',
      entries: [sending('a'), sending('b'), sent()],
      doubtful: ['a'],
      payable: ['c', 'd'],
    },
    {
      what: 'what the platform’s list says of those in doubt',
      entries: [sending(...ALL), seen({ paid: ['a'], waiting: ['b'], gone: ['c'] })],
      doubtful: ['d'],
      payable: ['b'],
    },
    {
      what: 'that a claim was paid in the second try',
      entries: [sending('a'), seen({ waiting: ['a'] }), sending('a'), sent()],
      doubtful: [],
      payable: ['b', 'c', 'd'],
    },
  ])('is $what', ({ entries, doubtful, payable }) => {
    const book = new CampaignBook();
    for (const entry of entries) book.apply({ ...entry, epoch: 1, at: 0 });
    expect(book.doubtful).toEqual(doubtful);
    expect(ALL.filter((claimId) => book.mayPay(claimId))).toEqual(payable);
  });

  it('is in doubt where whoever had a request under way is gone', () => {
    const book = new CampaignBook();
    book.apply({ ...sending('a'), epoch: 1, at: 0 });
    book.interrupt();
    book.interrupt();
    expect(book.doubtful).toEqual(['a']);
  });
});

describe('a campaign’s journal in the hands of its writer', () => {
  async function open(entries: readonly JournalEntry[] = []) {
    const clock = new VirtualClock();
    const written: unknown[] = [];
    const state = { isProven: true, failure: null as Error | null };
    const journal = {
      read: async () => ({ entries, last: 7 }),
      append: async (campaignId: string, entry: JournalEntry, last: number) => {
        written.push([campaignId, entry, last]);
        if (state.failure) throw state.failure;
        return last + 3;
      },
    };
    const parts = { journal, clock, epoch: 5, isProven: () => state.isProven };
    return { clock, written, state, its: await CampaignJournal.open(parts, 'one') };
  }

  it('has in doubt what was under way when it was opened', async () => {
    const { its } = await open([
      { ...sending('a'), epoch: 1, at: 0 },
      { ...sent(), epoch: 1, at: 0 },
      { ...sending('b'), epoch: 1, at: 0 },
    ]);
    expect([its.campaignId, its.book.doubtful]).toEqual(['one', ['b']]);
    expect(its.book.mayPay('a')).toBe(false);
  });

  it('gets each entry behind the last one, with claim and time, and follows it', async () => {
    const { its, written, clock } = await open();
    const stamp = { epoch: 5, at: clock.now() };
    await its.write(sending('a'));
    await its.write(sent({ unknown: ['a'] }));
    expect(written).toEqual([
      ['one', { ...sending('a'), ...stamp }, 7],
      ['one', { ...sent({ unknown: ['a'] }), ...stamp }, 10],
    ]);
    expect(its.book.doubtful).toEqual(['a']);
  });

  it('gets nothing of a host that has lost the work, and does not follow what was not written', async () => {
    const { its, written, state } = await open();
    state.failure = new Error('timeout');
    await expect(its.write(sending('a'))).rejects.toThrow('timeout');
    expect(its.book.mayPay('a')).toBe(true);
    state.isProven = false;
    await expect(its.write(sending('a'))).rejects.toMatchObject({
      problem: { code: 'fleet-not-owner' },
    });
    expect(written).toHaveLength(1);
  });
});
