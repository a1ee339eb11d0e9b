import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventBatch } from '../../../electron/events/hub.ts';
import { EVENT_KINDS } from '../../../shared/events.ts';
import { sampleEvent } from '../../../shared/sample-events.ts';
import { WIRE_CHEERING, WIRE_FRAMES, wireFrame } from '../../fixtures/wire-events.ts';
import { receiveText } from '../../support/receive-text.ts';
import { memoryLedger } from '../storage/support.ts';
import { startHub } from './support.ts';

const chat = (content: string) => wireFrame('CHAT', { content });

function contents(batches: readonly (readonly { kind: string; data: object }[])[]): unknown[] {
  return batches.flat().map((event) => 'content' in event.data && event.data.content);
}

describe('batches', () => {
  it('hold what arrived within one turn, in order, numbered and stamped', async () => {
    const { hub, clock, turns, batches } = startHub();
    receiveText(hub, chat('one'));
    await clock.advance(10);
    receiveText(hub, chat('two'));
    expect(batches).toEqual([]);
    turns.end();
    receiveText(hub, chat('three'));
    turns.end();
    expect(batches.map((batch) => batch.map(({ seq }) => seq))).toEqual([[1, 2], [3]]);
    expect(contents(batches)).toEqual(['one', 'two', 'three']);
    const [first, second] = batches.flat();
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBe(10);
    expect(first?.origin).toBe('platform');
  });

  it('ask for the end of the turn once, however many frames arrive', () => {
    const { hub, turns } = startHub();
    for (let n = 0; n < 100; n += 1) receiveText(hub, chat('hi'));
    expect(turns.waiting).toBe(1);
  });

  it('hold all five kinds, those with a value in the books', () => {
    const { hub, batches, ledger } = startHub();
    for (const { frame } of WIRE_FRAMES) receiveText(hub, frame);
    hub.flush();
    expect(batches.flat().map(({ kind }) => kind)).toEqual(EVENT_KINDS);
    expect(ledger.alertsInState('queued', 10)).toEqual(batches.flat().slice(1));
    expect(hub.counts).toEqual({
      CHAT: 1,
      DONATION: 1,
      SUBSCRIPTION: 1,
      DROPS: 1,
      GOODS_PURCHASE: 1,
    });
  });

  it('have what another computer received, when that did, with a number and an alert of this one', async () => {
    const { hub, clock, batches, ledger } = startHub();
    const { kind, data } = sampleEvent('DONATION', 'en');
    await clock.advance(60_000);
    receiveText(hub, wireFrame('DONATION'));
    hub.receiveLate({ kind, data }, clock.now() - 50_000);
    hub.flush();
    const [first, late] = batches.flat();
    expect(late).toEqual({
      kind,
      data,
      seq: 2,
      receivedAt: (first?.receivedAt ?? 0) - 50_000,
      origin: 'platform',
    });
    expect(ledger.countAlerts('queued')).toBe(2);
    expect(hub.counts.DONATION).toBe(2);
  });

  it('are in the books before anybody hears of them', () => {
    const { hub, ledger } = startHub();
    const booked: number[] = [];
    hub.onBatch(() => booked.push(ledger.countAlerts('queued')));
    receiveText(hub, wireFrame('DONATION'));
    receiveText(hub, wireFrame('DROPS'));
    hub.flush();
    expect(booked).toEqual([2]);
  });

  it('reach every listener in order, also when one of them feeds in more or throws', () => {
    const { hub, turns, batches, failures } = startHub();
    hub.onBatch(({ events }) => {
      if (events[0]?.seq === 1) {
        receiveText(hub, chat('fed in'));
        hub.flush();
      }
      throw new Error('a listener');
    });
    const late: number[] = [];
    hub.onBatch(({ upTo }) => late.push(upTo));
    receiveText(hub, chat('first'));
    turns.end();
    turns.end();
    expect(contents(batches)).toEqual(['first', 'fed in']);
    expect(late).toEqual([1, 2]);
    expect(failures).toHaveLength(2);
  });

  it('keep the three totals apart', () => {
    const { hub, ledger } = startHub();
    receiveText(hub, wireFrame('DONATION'));
    receiveText(hub, JSON.stringify({ event: 'DONATION', data: WIRE_CHEERING }));
    receiveText(hub, wireFrame('GOODS_PURCHASE'));
    hub.flush();
    expect(ledger.totals()).toEqual({
      donationBeams: 10_000,
      cheeringBeams: 300,
      shopMoney: { KRW: 39_000 },
    });
  });

  it('never merge equal events of one connection', () => {
    const { hub, ledger } = startHub();
    for (let n = 0; n < 3; n += 1) receiveText(hub, wireFrame('DONATION'));
    hub.flush();
    expect(ledger.totals().donationBeams).toBe(30_000);
  });
});

describe('bad frames', () => {
  it('are counted by reason, and the log has the first of each and every hundredth', () => {
    const { hub, lines } = startHub();
    for (let n = 0; n < 250; n += 1) receiveText(hub, 'no json');
    receiveText(hub, '{}');
    expect(hub.refusals).toEqual([
      { reason: 'not-json', count: 250 },
      { reason: 'no-event', count: 1 },
    ]);
    const refused = lines.filter(({ message }) => message === 'events: frame refused');
    expect(refused.map(({ fields }) => [fields['reason'], fields['count']])).toEqual([
      ['not-json', 1],
      ['not-json', 100],
      ['not-json', 200],
      ['no-event', 1],
    ]);
  });

  it('of unknown names are counted and ignored, and a PONG is nothing to count', () => {
    const { hub, turns, lines } = startHub();
    for (let n = 0; n < 1_000; n += 1) {
      receiveText(hub, JSON.stringify({ event: `NEW_${n}`, data: {} }));
    }
    expect(receiveText(hub, '{"action":"PONG"}')).toEqual({ type: 'pong' });
    expect(hub.unknownEvents).toBe(1_000);
    expect(hub.refusals).toEqual([]);
    expect(lines.length).toBeLessThan(250);
    expect(turns.waiting).toBe(0);
  });

  it('that can be repaired are shown, and the repair is counted', () => {
    const { hub, batches, lines } = startHub();
    receiveText(hub, wireFrame('DONATION', { payAmount: 'lots' }));
    receiveText(hub, wireFrame('DROPS', { rewardImageUrl: 'javascript:1' }));
    hub.flush();
    expect(batches.flat()).toHaveLength(2);
    expect(hub.repairs).toEqual([
      { reason: 'amount-unreadable', count: 1 },
      { reason: 'image-removed', count: 1 },
    ]);
    expect(lines.filter(({ message }) => message === 'events: field repaired')).toHaveLength(2);
  });

  it('do not keep the good ones around them from coming out, in order', () => {
    const good = fc.nat({ max: 1_000 }).map((n) => ({ isGood: true, frame: chat(`good ${n}`) }));
    const bad = fc
      .oneof(fc.string(), fc.json(), fc.constantFrom('{"event":"CHAT","data":{}}', '\u0000'))
      .filter((frame) => !frame.includes('"event":"CHAT"') || frame.endsWith('{}}'))
      .map((frame) => ({ isGood: false, frame }));
    fc.assert(
      fc.property(fc.array(fc.oneof(good, bad), { maxLength: 30 }), (frames) => {
        const { hub, batches } = startHub();
        for (const { frame } of frames) receiveText(hub, frame);
        hub.dispose();
        const wanted = frames.filter(({ isGood }) => isGood).map(({ frame }) => JSON.parse(frame));
        return (
          isDeepStrictEqual(
            contents(batches),
            wanted.map(({ data }) => data.content),
          ) && batches.flat().every(({ seq }, n) => seq === n + 1)
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe('test events', () => {
  it.each(EVENT_KINDS)('of kind %s are shown but are in no book and no tally', (kind) => {
    const { hub, ledger, batches } = startHub();
    for (const language of ['ko', 'en'] as const) {
      const { seq } = hub.playTest(sampleEvent(kind, language));
      hub.flush();
      expect(batches.at(-1)).toMatchObject([{ kind, seq, origin: 'test' }]);
    }
    expect(ledger.countAlerts('queued')).toBe(0);
    expect(hub.tallies).toEqual([]);
    expect(hub.counts[kind]).toBe(0);
  });
});

describe('draw tallies', () => {
  it('come with the batch, each draw with the totals up to its own round', () => {
    const { hub } = startHub();
    const seen: EventBatch[] = [];
    hub.onBatch((batch) => seen.push(batch));
    receiveText(hub, wireFrame('DROPS', { count: 2 }));
    receiveText(hub, wireFrame('DROPS', { count: 5, rewardId: 'reward-2' }));
    receiveText(hub, wireFrame('DROPS', { count: 3 }));
    hub.flush();
    const draws = [...(seen[0]?.draws ?? [])].map(([seq, { total, rounds }]) => [
      seq,
      total,
      rounds,
    ]);
    expect(draws).toEqual([
      [1, 2, 1],
      [2, 5, 1],
      [3, 5, 2],
    ]);
    expect(hub.tallies.map(({ rewardId, total }) => [rewardId, total])).toEqual([
      ['reward-2', 5],
      ['reward-1', 5],
    ]);
    expect(hub.findTally('campaign-1', 'reward-1')?.lastCount).toBe(3);
    expect(hub.findTally('campaign-1', 'reward-9')).toBeNull();
  });

  it('go on from the books after a restart, and agree with them', () => {
    const ledger = memoryLedger();
    const first = startHub({ ledger });
    receiveText(first.hub, wireFrame('DROPS', { count: 2 }));
    receiveText(first.hub, wireFrame('DROPS', { count: 9, campaignId: 'campaign-2' }));
    first.hub.dispose();
    const second = startHub({ ledger });
    receiveText(second.hub, wireFrame('DROPS', { count: 4, drawnAt: 'unreadable' }));
    second.hub.flush();
    expect(second.hub.findTally('campaign-1', 'reward-1')).toMatchObject({ total: 6, rounds: 2 });
    expect(second.hub.tallies).toEqual(ledger.tallies());
  });
});

describe('what a page missed', () => {
  it('is answered from the ring, and null tells it to start from nothing', () => {
    const { hub } = startHub({ ringSize: 3 });
    expect(hub.lastSeq).toBe(0);
    expect(hub.since(0)).toEqual([]);
    for (let n = 1; n <= 5; n += 1) receiveText(hub, chat(`${n}`));
    expect(hub.lastSeq).toBe(0);
    hub.flush();
    expect(hub.lastSeq).toBe(5);
    expect(hub.since(5)).toEqual([]);
    expect(hub.since(4)?.map(({ seq }) => seq)).toEqual([5]);
    expect(hub.since(2)?.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect(hub.since(1)).toBeNull();
    expect(hub.since(0)).toBeNull();
    expect(hub.since(-1)).toBeNull();
    expect(hub.since(6)).toBeNull();
  });

  it('is right after thousands of events', () => {
    const { hub } = startHub({ ringSize: 100 });
    for (let n = 1; n <= 2_345; n += 1) {
      receiveText(hub, chat(`${n}`));
      if (n % 7 === 0) hub.flush();
    }
    hub.flush();
    expect(hub.since(2_244)).toBeNull();
    expect(hub.since(2_245)?.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 100 }, (_, n) => 2_246 + n),
    );
  });

  it('does not fill the memory when every text is huge', () => {
    const { hub } = startHub({ ringSize: 2_000 });
    const huge = chat('x'.repeat(65_000));
    for (let n = 0; n < 600; n += 1) receiveText(hub, huge);
    hub.flush();
    expect(hub.since(599)).toHaveLength(1);
    expect(hub.since(100)).toBeNull();
  });

  it('after a clean restart is nothing, after a crash unknown', () => {
    const ledger = memoryLedger();
    const clean = startHub({ ledger });
    receiveText(clean.hub, chat('hi'));
    clean.hub.dispose();
    const restarted = startHub({ ledger });
    expect(restarted.hub.lastSeq).toBe(1);
    expect(restarted.hub.since(1)).toEqual([]);
    expect(restarted.hub.since(0)).toBeNull();
    // No dispose: as after a crash, the whole block counts as used.
    const crashed = startHub({ ledger });
    expect(crashed.hub.lastSeq).toBe(1_001);
    expect(crashed.hub.since(1)).toBeNull();
  });

  it('includes the latest chats, oldest first', () => {
    const { hub } = startHub();
    for (const frame of [chat('a'), wireFrame('DONATION'), chat('b'), chat('c')]) {
      receiveText(hub, frame);
    }
    hub.flush();
    expect(hub.recentChat(2).map(({ data }) => data.content)).toEqual(['b', 'c']);
    expect(hub.recentChat(50)).toHaveLength(3);
    expect(hub.recentChat(0)).toEqual([]);
  });
});

describe('numbers', () => {
  it('rise by one across blocks and restarts', () => {
    const ledger = memoryLedger();
    const seqs: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      const { hub, batches } = startHub({ ledger });
      for (let n = 0; n < 1_500; n += 1) receiveText(hub, chat('x'));
      hub.dispose();
      seqs.push(...batches.flat().map(({ seq }) => seq));
    }
    expect(seqs).toEqual(Array.from({ length: 4_500 }, (_, n) => n + 1));
  });
});

describe('stopping', () => {
  it('hands on and books what has arrived, and then nothing more', () => {
    const { hub, turns, batches, ledger, clock } = startHub();
    receiveText(hub, wireFrame('DONATION'));
    hub.dispose();
    hub.dispose();
    expect(batches.flat()).toHaveLength(1);
    expect(ledger.countAlerts('queued')).toBe(1);
    expect(receiveText(hub, wireFrame('DONATION')).type).toBe('event');
    turns.end();
    expect(batches.flat()).toHaveLength(1);
    expect(hub.counts.DONATION).toBe(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives back the numbers that were not used', () => {
    const { hub, ledger } = startHub();
    receiveText(hub, chat('one'));
    hub.dispose();
    expect(ledger.reserveNumbers(1)).toBe(2);
  });
});
