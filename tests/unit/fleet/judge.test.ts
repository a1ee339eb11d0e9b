import { describe, expect, it } from 'vitest';
import type { Word } from '../../fleet/host-process.ts';
import { type FleetRecord, judge } from '../../fleet/judge.ts';
import type { KnownGap, LeftBooks } from '../../fleet/left-books.ts';
import type { PlatformRecord, Sent } from '../../fleet/many-channels.ts';

const EMPTY: LeftBooks = { events: new Map(), gaps: [], clashes: [] };

const PLATFORM: PlatformRecord = {
  sent: [],
  chat: 0,
  heard: [],
  mostSessions: 1,
  overLimit: [],
  sessionsCreated: 1,
  connections: 1,
  refreshes: 0,
  refusedRefreshes: 0,
  calls: 0,
  brokenRules: [],
};

const sent = (mark: string, at: number, reached = true): Sent => ({
  mark,
  channelId: 'a',
  at,
  kind: 'donation',
  reached,
});

const word = (host: string, at: number, epoch: number, changes: Partial<Word> = {}): Word => ({
  at,
  host,
  life: 1,
  state: 'started',
  channelId: 'a',
  epoch,
  ...changes,
});

function judged({
  platform = {},
  ...record
}: Partial<Omit<FleetRecord, 'platform'>> & { readonly platform?: Partial<PlatformRecord> }) {
  return judge({
    books: EMPTY,
    words: [],
    blows: [],
    claims: [],
    natsKills: [],
    ...record,
    platform: { ...PLATFORM, ...platform },
  });
}

const gap = (from: number, to: number): KnownGap => ({
  channelId: 'a',
  kinds: ['donation'],
  from,
  to,
});

describe('the verdict over a run of faults', () => {
  it('is content with events that are written once', () => {
    const events = new Map([['a-1', 1]]);
    const verdict = judged({ platform: { sent: [sent('a-1', 5)] }, books: { ...EMPTY, events } });
    expect(verdict).toMatchObject({ written: 1, unheard: 0, lost: [], twice: [], silent: [] });
  });

  it('names an event that reached a connection and is not written, unless a gap of its channel covers it', () => {
    const platform = { sent: [sent('a-1', 5_000), sent('a-2', 9_000)] };
    const gaps = [gap(4_000, 6_000), { ...gap(8_000, 10_000), channelId: 'other' }];
    const verdict = judged({ platform, books: { ...EMPTY, gaps } });
    expect(verdict).toMatchObject({ lostInGaps: 1, lost: ['a-2'], silent: [] });
  });

  it('names an event that is missing in a gap of another kind', () => {
    const platform = { sent: [sent('a-1', 5_000)] };
    const gaps: readonly KnownGap[] = [{ ...gap(4_000, 6_000), kinds: ['chat', 'subscription'] }];
    expect(judged({ platform, books: { ...EMPTY, gaps } })).toMatchObject({ lost: ['a-1'] });
  });

  it('names what is missing in a gap, unless a host was killed in that moment', () => {
    const platform = { sent: [sent('a-1', 5_000), sent('a-2', 7_000)] };
    const books = { ...EMPTY, gaps: [gap(4_000, 8_000)] };
    const blow = (kind: 'host-killed' | 'host-cut', at: number) => ({
      kind,
      host: 'one',
      life: 1,
      at,
    });
    const blows = [blow('host-killed', 5_900), blow('host-cut', 7_000)];
    expect(judged({ platform, books, blows })).toMatchObject({ lostInGaps: 2, dropped: ['a-2'] });
  });

  it('names a stretch in which nobody listened and that no gap covers', () => {
    const platform = { sent: [sent('a-1', 5_000, false), sent('a-2', 9_000, false)] };
    const verdict = judged({ platform, books: { ...EMPTY, gaps: [gap(4_000, 6_000)] } });
    expect(verdict).toMatchObject({ unheard: 2, lost: [], silent: ['a-2'] });
  });

  it('names what is written twice', () => {
    const events = new Map([['a-1', 2]]);
    expect(judged({ books: { ...EMPTY, events } }).twice).toEqual(['a-1']);
  });

  it('names what the books themselves say twice', () => {
    expect(judged({ books: { ...EMPTY, clashes: ['a 3'] } }).clashes).toEqual(['a 3']);
  });

  it('names an epoch that two owners had, and one that is older than the one before', () => {
    expect(judged({ words: [word('one', 1, 4), word('two', 2, 5)] }).sharedEpochs).toEqual([]);
    expect(judged({ words: [word('one', 1, 4), word('two', 2, 4)] }).sharedEpochs).toHaveLength(1);
    expect(judged({ words: [word('one', 1, 4), word('two', 2, 3)] }).sharedEpochs).toHaveLength(1);
  });
});

describe('the time in which a channel is heard again', () => {
  const kill = { kind: 'host-killed', host: 'one', life: 1, at: 1_000 } as const;
  const heard = (at: number, connection: number | null) => ({ channelId: 'a', at, connection });
  const claim = (hostId: string, at: number, epoch: number) => ({
    channelId: 'a',
    hostId,
    at,
    epoch,
  });

  it('runs from the kill of its host to the next connection', () => {
    const platform = { heard: [heard(10, 1), heard(1_100, null), heard(19_000, 2)] };
    const { recoveries } = judged({ platform, words: [word('one', 5, 1)], blows: [kill] });
    expect(recoveries).toEqual([
      { kind: 'host-killed', channelId: 'a', ms: 18_000, hitAgain: false, natsToo: false },
    ]);
  });

  it('tells when a NATS server was killed on its way, or just before', () => {
    const platform = { heard: [heard(10, 1), heard(1_100, null), heard(19_000, 2)] };
    const natsToo = (at: number) =>
      judged({
        platform,
        words: [word('one', 5, 1)],
        blows: [{ ...kill, at: 10_000 }],
        natsKills: [at],
      }).recoveries[0]?.natsToo;
    expect([4_000, 6_000, 18_000, 20_000].map(natsToo)).toEqual([false, true, true, false]);
  });

  it('ends where the next host begins on a connection that it had ready before', () => {
    const platform = { heard: [heard(10, 1), heard(900, 2), heard(60_000, 3)] };
    const words = [word('host-1', 0, 1), word('host-2', 13_000, 2)];
    const blow = { kind: 'host-killed', host: 'host-1', life: 1, at: 1_000 } as const;
    const { recoveries } = judged({ platform, words, blows: [blow] });
    expect(recoveries).toMatchObject([{ ms: 12_000, hitAgain: false }]);
    const cut = { kind: 'host-cut', host: 'host-2', life: 1, at: 5_000 } as const;
    const [first] = judged({ platform, words, blows: [blow, cut] }).recoveries;
    expect(first).toMatchObject({ ms: 12_000, hitAgain: true });
  });

  it('is open for one that is not heard again', () => {
    const platform = { heard: [heard(10, 1), heard(1_100, null)] };
    const { recoveries } = judged({ platform, words: [word('one', 5, 1)], blows: [kill] });
    expect(recoveries).toMatchObject([{ ms: null }]);
  });

  it('is not asked of channels that the host did not have any more', () => {
    const words = [word('one', 5, 1), word('one', 900, 1, { state: 'stopped' })];
    expect(judged({ words, blows: [kill] }).recoveries).toEqual([]);
    expect(
      judged({ words: [word('one', 5, 1)], blows: [{ ...kill, life: 2 }] }).recoveries,
    ).toEqual([]);
  });

  it('tells when the next owner was hit as well', () => {
    const platform = { heard: [heard(10, 1), heard(1_100, null), heard(36_000, 2)] };
    const words = [word('one', 5, 1), word('two', 17_000, 2)];
    const claims = [claim('1st', 4, 1), claim('2nd', 16_500, 2)];
    const blows = [kill, { kind: 'host-killed', host: 'two', life: 1, at: 17_500 } as const];
    expect(judged({ platform, words, claims, blows }).recoveries).toMatchObject([
      { ms: 35_000, hitAgain: true },
      { ms: 18_500, hitAgain: false },
    ]);
  });

  it('tells so too when that owner was killed before it had begun', () => {
    const platform = { heard: [heard(10, 1), heard(1_100, null), heard(36_000, 2)] };
    const claims = [claim('1st', 4, 1), claim('2nd', 16_500, 2), claim('3rd', 35_000, 3)];
    const words = [word('one', 5, 1), word('one', 35_500, 3, { life: 2 })];
    const blows = [kill, { kind: 'host-killed', host: 'two', life: 1, at: 17_500 } as const];
    expect(judged({ platform, words, claims, blows }).recoveries).toMatchObject([
      { ms: 35_000, hitAgain: true },
    ]);
  });
});
