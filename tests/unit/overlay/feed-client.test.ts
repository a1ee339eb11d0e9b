import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AddressState } from '../../../renderer/bridge/address-check.ts';
import { FeedClient, type FeedListener } from '../../../renderer/overlay/feed-client.ts';
import type { StageEvent } from '../../../shared/events.ts';
import { chat, donation, playing, tally } from '../../support/stage-events.ts';
import { settle } from '../../support/virtual-clock.ts';
import { FakeCore, FakeTimers } from './page-fakes.ts';

function setUp(random: () => number = () => 0) {
  const core = new FakeCore();
  const timers = new FakeTimers();
  const heard: string[] = [];
  const seqs: number[] = [];
  const listener: FeedListener = {
    onOtherBuild: (buildId) => heard.push(`build ${buildId}`),
    onReset: () => heard.push('reset'),
    onSnapshot: (snapshot) => {
      heard.push(`snapshot ${snapshot.upTo}`);
      seqs.push(...snapshot.chat.map((event) => event.seq));
    },
    onEvents: (events) => seqs.push(...events.map((event) => event.seq)),
    on: {
      language: ({ language }) => heard.push(`language ${language}`),
      alert: ({ alert }) => heard.push(`alert ${alert?.alertId ?? 'none'}`),
      tallies: ({ tallies }) => heard.push(`tallies ${tallies.length}`),
      config: ({ config: { layout } }) => heard.push(`config ${layout.length}`),
      highlight: ({ highlight }) => heard.push(`highlight ${highlight?.seq ?? 'none'}`),
      figures: ({ figures: { goals } }) => heard.push(`figures ${Object.keys(goals).length}`),
      show: ({ views }) => heard.push(`show ${Object.keys(views).join()}`),
      cue: ({ cue }) => heard.push(`cue ${cue?.sound ?? 'none'}`),
      reading: ({ on }) => on && heard.push('reads'),
      sounding: ({ on }) => on && heard.push('sounds'),
      beacon: ({ beacon }) => beacon && heard.push(`beacon ${beacon.id}`),
      load: ({ step }) => step > 0 && heard.push(`load ${step}`),
      widgets: () => undefined,
      window: ({ look }) => heard.push(`window ${look.locked ? 'locked' : 'unlocked'}`),
    },
    onAddressGone: () => heard.push('gone'),
  };
  const looks = { answer: 'unknown' as AddressState, count: 0 };
  const client = new FeedClient({
    buildId: 'test',
    openSocket: core.openSocket,
    look: async () => {
      looks.count += 1;
      return looks.answer;
    },
    timers,
    random,
    listener,
  });
  return { core, timers, heard, seqs, client, looks };
}

const snapshot = (upTo: number, events: StageEvent<'CHAT'>[] = []) =>
  ({ type: 'snapshot', upTo, chat: events, tallies: [], alert: null, latest: [] }) as const;
const batch = (upTo: number, ...events: StageEvent[]) => ({ type: 'batch', upTo, events }) as const;

describe('FeedClient', () => {
  it('attaches with nothing as its first frame', () => {
    const { core, client } = setUp();
    client.setVisible(true);
    client.start();
    core.greet();
    expect(core.last.up).toEqual([
      { type: 'attach', epoch: null, after: 0 },
      { type: 'visibility', visible: true },
    ]);
  });

  it('resumes with the epoch and the number it has', () => {
    const { core, timers, client } = setUp();
    client.start();
    core.greet().say(snapshot(7, [chat(6), chat(7)]));
    core.last.say(batch(9, chat(8), donation(9)));
    core.last.cut();
    timers.advance(500);
    core.last.open();
    expect(core.connections).toHaveLength(2);
    expect(core.last.up).toEqual([{ type: 'attach', epoch: 'epoch-1', after: 9 }]);
  });

  it.each([
    ['newer events than the last chat', snapshot(20, [chat(3), chat(4)]), 20],
    ['no chat at all', snapshot(20), 20],
  ])('resumes from the number of a snapshot that stands for %s', (_, frame, after) => {
    const { core, timers, client } = setUp();
    client.start();
    core.greet().say(frame);
    core.last.cut();
    timers.advance(500);
    core.last.open();
    expect(core.last.up).toEqual([{ type: 'attach', epoch: 'epoch-1', after }]);
  });

  it('takes the number of a batch over that of its last event', () => {
    const { core, client } = setUp();
    client.start();
    core.greet().say(batch(20, chat(3)));
    expect(client.after).toBe(20);
  });

  it('passes over events that it has had', () => {
    const { core, seqs, client } = setUp();
    client.start();
    core.greet().say(snapshot(2, [chat(1), chat(2)]));
    core.last.say(batch(4, chat(1), chat(2), chat(3), chat(4)));
    core.last.say(batch(4, chat(3), chat(4)));
    expect(seqs).toEqual([1, 2, 3, 4]);
  });

  it('drops what it has when the numbering starts over', () => {
    const { core, timers, heard, seqs, client } = setUp();
    client.start();
    core.greet('epoch-1').say(snapshot(90, [chat(90)]));
    core.last.cut();
    timers.advance(500);
    core.greet('epoch-2').say(snapshot(1, [chat(1)]));
    core.last.say(batch(2, chat(2)));
    expect(heard).toEqual(['language ko', 'snapshot 90', 'reset', 'language ko', 'snapshot 1']);
    expect(seqs).toEqual([90, 1, 2]);
  });

  it('takes no number into another numbering, also when the line breaks before its first word', () => {
    const { core, timers, client } = setUp();
    client.start();
    core.greet('epoch-1').say(snapshot(90, [chat(90)]));
    core.last.cut();
    timers.advance(500);
    core.greet('epoch-2');
    core.last.cut();
    timers.advance(500);
    core.last.open();
    expect(core.last.up).toEqual([{ type: 'attach', epoch: 'epoch-2', after: 0 }]);
  });

  it('tries an address that is gone once a minute only, and tells it once', async () => {
    const { core, timers, heard, client, looks } = setUp();
    client.start();
    core.greet().say(snapshot(7));
    core.last.cut();
    expect(looks.count).toBe(0);
    timers.advance(500);
    looks.answer = 'gone';
    core.last.cut();
    await settle();
    expect(heard).toEqual(['language ko', 'snapshot 7', 'gone']);
    for (const attempt of [3, 4, 5]) {
      timers.advance(59_999);
      expect(core.connections).toHaveLength(attempt - 1);
      timers.advance(1);
      expect(core.connections).toHaveLength(attempt);
      core.last.cut();
      await settle();
    }
    expect(heard.filter((word) => word === 'gone')).toHaveLength(1);
    client.stop();
    expect(timers.pendingTimers).toBe(0);
  });

  it('begins with nothing should a gone address be let in again', async () => {
    const { core, timers, heard, client, looks } = setUp();
    client.start();
    core.greet().say(snapshot(7));
    core.last.cut();
    timers.advance(500);
    looks.answer = 'gone';
    core.last.cut();
    await settle();
    timers.advance(60_000);
    core.greet().say(snapshot(7));
    expect(core.last.up).toEqual([{ type: 'attach', epoch: null, after: 0 }]);
    expect(heard.slice(-3)).toEqual(['gone', 'language ko', 'snapshot 7']);
    core.last.cut();
    expect(timers.waits.at(-1)).toBe(500);
  });

  it.each(['valid', 'unknown'] as const)(
    'goes on as ever where the look says %s',
    async (answer) => {
      const { core, timers, heard, client, looks } = setUp();
      looks.answer = answer;
      client.start();
      for (let attempt = 1; attempt < 5; attempt += 1) {
        core.last.cut();
        await settle();
        timers.advance(500);
        expect(core.connections).toHaveLength(attempt + 1);
      }
      expect(looks.count).toBe(4);
      expect(heard).toEqual([]);
    },
  );

  it('looks at the address also where no socket can be opened at all', async () => {
    const { core, timers, heard, client, looks } = setUp();
    core.refuses = true;
    looks.answer = 'gone';
    client.start();
    await settle();
    expect(heard).toEqual(['gone']);
    expect(timers.pendingTimers).toBe(1);
    expect(timers.waits.at(-1)).toBe(60_000);
  });

  it('hands on alerts, tallies and the language', () => {
    const { core, heard, client } = setUp();
    client.start();
    core.greet().say({ type: 'alert', alert: playing(donation(3)) });
    core.last.say({ type: 'alert', alert: null });
    core.last.say({ type: 'tallies', tallies: [tally('a')] });
    core.last.say({ type: 'language', language: 'en' });
    expect(heard).toEqual(['language ko', 'alert 3', 'alert none', 'tallies 1', 'language en']);
  });

  it('says when the core has another build', () => {
    const { core, heard, client } = setUp();
    client.start();
    core.greet('epoch-1', 'newer');
    expect(heard).toContain('build newer');
  });

  it('says nothing of the build when it is its own', () => {
    const { core, heard, client } = setUp();
    client.start();
    core.greet('epoch-1', 'test');
    expect(heard).toEqual(['language ko']);
  });

  it.each([
    ['no JSON', '{'],
    ['no text', new ArrayBuffer(4)],
    ['no object', '7'],
    ['an unknown type', '{"type":"party"}'],
    ['a batch without events', '{"type":"batch","upTo":4}'],
    ['a batch with an event without data', '{"type":"batch","upTo":4,"events":[{"seq":4}]}'],
    ['a snapshot without a number', '{"type":"snapshot","chat":[],"tallies":[],"alert":null}'],
    ['an alert without an event', '{"type":"alert","alert":{"alertId":1}}'],
    ['an unknown language', '{"type":"language","language":"xx"}'],
  ])('passes over a frame with %s and shows the next', (_name, text) => {
    const { core, heard, seqs, client } = setUp();
    client.start();
    core.greet();
    core.last.sayText(text);
    core.last.say(batch(5, chat(5)));
    expect(seqs).toEqual([5]);
    expect(heard).toEqual(['language ko']);
    expect(core.connections).toHaveLength(1);
  });

  it('passes over what comes before the greeting', () => {
    const { core, seqs, client } = setUp();
    client.start();
    core.last.open();
    core.last.say(batch(5, chat(5)));
    expect(seqs).toEqual([]);
    expect(client.after).toBe(0);
  });

  it('waits between half a second and a ceiling that doubles up to ten seconds', () => {
    const longest = setUp(() => 0.999_999);
    const shortest = setUp(() => 0);
    for (const { core, client, timers } of [longest, shortest]) {
      core.refuses = true;
      client.start();
      timers.advance(200_000);
    }
    expect(longest.timers.waits.slice(0, 7).map(Math.round)).toEqual([
      1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000,
    ]);
    expect(new Set(shortest.timers.waits)).toEqual(new Set([500]));
    expect(shortest.timers.waits.length).toBeGreaterThan(300);
  });

  it('starts over with short waits once the core has greeted', () => {
    const { core, timers, client } = setUp(() => 0.5);
    core.refuses = true;
    client.start();
    timers.advance(60_000);
    core.refuses = false;
    timers.advance(10_000);
    core.greet().cut();
    expect(timers.waits.at(-1)).toBe(750);
  });

  it('gives up a connection on which nobody greets', () => {
    const { core, timers, client } = setUp();
    client.start();
    core.last.open();
    timers.advance(10_000);
    expect(core.connections[0]?.closedByPage).toBe(true);
    timers.advance(500);
    expect(core.connections).toHaveLength(2);
  });

  it('hears nothing more from a connection that it left', () => {
    const { core, timers, seqs, client } = setUp();
    client.start();
    const old = core.greet();
    old.cut();
    timers.advance(500);
    old.say(batch(5, chat(5)));
    old.cut();
    core.greet();
    expect(seqs).toEqual([]);
    expect(core.connections).toHaveLength(2);
  });

  it('has no timer while it is connected, and none after it stopped', () => {
    const { core, timers, client } = setUp();
    client.start();
    core.greet();
    expect(timers.pendingTimers).toBe(0);
    core.last.cut();
    client.stop();
    expect(timers.pendingTimers).toBe(0);
    timers.advance(60_000);
    expect(core.connections).toHaveLength(1);
  });

  it('sends receipts and visibility only on a greeted connection, visibility once a change', () => {
    const { core, timers, client } = setUp();
    client.start();
    core.last.open();
    client.sendReceipt({ type: 'receipt', alertId: 1, state: 'painted' });
    client.setVisible(true);
    core.last.say({ type: 'hello', epoch: 'epoch-1', buildId: 'test', language: 'ko' });
    client.setVisible(true);
    client.setVisible(false);
    client.sendReceipt({ type: 'receipt', alertId: 2, state: 'painted' });
    expect(core.last.up.slice(1)).toEqual([
      { type: 'visibility', visible: true },
      { type: 'visibility', visible: false },
      { type: 'receipt', alertId: 2, state: 'painted' },
    ]);
    core.last.cut();
    timers.advance(500);
    core.greet();
    expect(core.last.up.at(-1)).toEqual({ type: 'visibility', visible: false });
  });

  it('shows every event once and in order, wherever the connection is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ size: fc.integer({ min: 1, max: 5 }), cutAfter: fc.boolean() }), {
          maxLength: 30,
        }),
        fc.integer({ min: 0, max: 4 }),
        (steps, overlap) => {
          const { core, timers, seqs, client } = setUp();
          client.start();
          core.greet().say(snapshot(0));
          let sent = 0;
          for (const { size, cutAfter } of steps) {
            // A core may send again what it is not sure about.
            const from = Math.max(0, sent - overlap);
            const events = Array.from({ length: sent + size - from }, (_, at) =>
              chat(from + at + 1),
            );
            sent += size;
            core.last.say(batch(sent, ...events));
            if (!cutAfter) continue;
            core.last.cut();
            timers.advance(500);
            core.greet();
            expect(core.last.up[0]).toEqual({ type: 'attach', epoch: 'epoch-1', after: sent });
          }
          expect(seqs).toEqual(Array.from({ length: sent }, (_, at) => at + 1));
        },
      ),
      { numRuns: 50 },
    );
  });
});
