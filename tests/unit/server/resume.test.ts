import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OverlayDown } from '../../../shared/overlay/overlay-feed.ts';
import { settle } from '../../support/virtual-clock.ts';
import { attachOverlay, type OverlayPage, openOverlay } from './page.ts';
import { alertOf, startWorld, type World } from './world.ts';

let world: World;

beforeEach(async () => {
  world = await startWorld();
});

afterEach(() => world.stop());

/** Keeps what a page keeps, but is strict: what the page would ignore as a repeat fails here. */
class StrictReader {
  epoch: string | null = null;
  after = 0;
  readonly seqs: number[] = [];

  read(frame: OverlayDown): void {
    if (frame.type === 'hello') this.epoch = frame.epoch;
    if (frame.type === 'snapshot') {
      this.after = frame.upTo;
      this.seqs.push(...frame.chat.map((event) => event.seq));
    }
    if (frame.type !== 'batch') return;
    for (const event of frame.events) {
      if (event.seq <= this.after) throw new Error(`${event.seq} came twice`);
      this.seqs.push(event.seq);
      this.after = event.seq;
    }
    expect(frame.upTo).toBe(this.after);
  }
}

async function reattach(reader: StrictReader): Promise<OverlayPage> {
  const page = await openOverlay(world);
  page.send({ type: 'attach', epoch: reader.epoch, after: reader.after });
  return page;
}

describe('a page whose socket is cut', () => {
  it('goes on where it was, in the middle of a burst, without loss or doubles', async () => {
    const step = fc.record({
      events: fc.integer({ min: 0, max: 700 }),
      passMs: fc.constantFrom(0, 0, 5, 16, 40),
      // Frames the page still reads before it loses its socket; null: it keeps the socket.
      cutAfter: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const begin = world.core.lastSeq();
        const reader = new StrictReader();
        reader.epoch = world.core.epoch;
        reader.after = begin;
        // Another page stays all the time, so that there is a burst to be in the middle of.
        const steady = await attachOverlay(world);
        let page = await reattach(reader);
        for (const { events, passMs, cutAfter } of steps) {
          for (let left = events; left > 0; left -= 90) world.core.pay(Math.min(left, 90));
          await world.clock.advance(passMs);
          if (cutAfter === null) continue;
          for (const frame of (await page.sentSoFar()).slice(0, cutAfter)) reader.read(frame);
          await page.cut();
          page = await reattach(reader);
        }
        await world.clock.advance(16);
        const end = world.core.lastSeq();
        while (reader.after < end) reader.read(await page.next());
        expect(reader.seqs).toEqual(Array.from({ length: end - begin }, (_, i) => begin + 1 + i));
        const steadySeqs = (await steady.sentSoFar()).flatMap((frame) =>
          frame.type === 'batch' ? frame.events.map((event) => event.seq) : [],
        );
        expect(steadySeqs).toEqual(reader.seqs);
        await Promise.all([page.cut(), steady.cut()]);
      }),
      { numRuns: 25 },
    );
  });

  it('has the alert and tallies of now, not of the time it left', async () => {
    const page = await attachOverlay(world);
    world.core.publish([alertOf(1).event]);
    world.core.tellAlert(alertOf(1));
    await page.take(2);
    await page.cut();
    world.core.tellAlert(null);
    const again = await openOverlay(world);
    again.send({ type: 'attach', epoch: 'epoch-1', after: 1 });
    const frames = await again.until((frame) => frame.type === 'alert');
    expect(frames.at(-1)).toEqual({ type: 'alert', alert: null });
  });

  it('catches up at its own pace, and hears of a change of language on the way', async () => {
    world.core.say(300, 'x'.repeat(60_000));
    const page = await openOverlay(world);
    // 18 MB: more than the system takes in, so that the rest waits for the page to read.
    page.socket.pause();
    page.send({ type: 'attach', epoch: 'epoch-1', after: 0 });
    while (world.core.heard.length === 0) await settle();
    await settle();
    world.core.tell('language', 'en');
    world.core.say(1);
    page.socket.resume();
    const frames = await page.until((frame) => frame.type === 'alert');
    expect(frames.map((frame) => frame.type).slice(-3)).toEqual(['language', 'tallies', 'alert']);
    const seqs = frames.flatMap((frame) => (frame.type === 'batch' ? frame.events : []));
    expect(seqs.map((event) => event.seq)).toEqual(Array.from({ length: 301 }, (_, i) => i + 1));
    expect(world.logged).toEqual([]);
  });

  it('gets a snapshot when what it still missed is dropped while it catches up', async () => {
    world.core.say(300, 'x'.repeat(60_000));
    const page = await openOverlay(world);
    page.socket.pause();
    page.send({ type: 'attach', epoch: 'epoch-1', after: 0 });
    while (world.core.heard.length === 0) await settle();
    await settle();
    world.core.ringSize = 10;
    world.core.say(10);
    page.socket.resume();
    const frames = await page.until((frame) => frame.type === 'snapshot');
    expect(frames.at(-1)).toMatchObject({ upTo: 310 });
    expect(await page.next()).toMatchObject({ type: 'figures' });
    world.core.say(1);
    expect(await page.next()).toMatchObject({ type: 'batch', upTo: 311 });
  });

  it('starts over when the core has: another epoch, lower numbers', async () => {
    world.core.say(10);
    const page = await attachOverlay(world);
    await page.cut();
    world.core.epoch = 'epoch-2';
    const again = await openOverlay(world);
    again.send({ type: 'attach', epoch: 'epoch-1', after: 10 });
    expect(await again.take(3)).toMatchObject([
      { type: 'hello', epoch: 'epoch-2' },
      { type: 'config' },
      { type: 'snapshot', upTo: 10 },
    ]);
  });
});

describe('a page that does not read', () => {
  const big = 'x'.repeat(60_000);

  it('is dropped from the feed at 4 MB, and gets a snapshot when it reads again', async () => {
    const slow = await attachOverlay(world);
    const quick = await attachOverlay(world);
    slow.socket.pause();
    // 36 MB: far more than the system's own buffers take in on the way.
    const said = 600;
    for (let upTo = 20; upTo <= said; upTo += 20) {
      world.core.say(20, big);
      await world.clock.advance(16);
      await quick.until((frame) => frame.type === 'batch' && frame.upTo === upTo);
    }
    world.core.tell('language', 'en');
    world.core.tellLoadStep(2);
    world.core.say(400, 'small');
    await world.clock.advance(16);
    expect(world.logged.join()).toContain('"slow-page"');
    slow.socket.resume();
    const end = said + 400;
    const frames = await slow.until((frame) => frame.type === 'snapshot' && frame.upTo === end);
    expect(await slow.next()).toEqual({ type: 'language', language: 'en' });
    expect(await slow.next()).toEqual({ type: 'load', step: 2 });
    expect(await slow.next()).toMatchObject({ type: 'figures' });
    const got = frames.flatMap((frame) => (frame.type === 'batch' ? frame.events : []));
    expect(got.length).toBeLessThan(said / 2);
    world.core.say(2, 'after');
    await world.clock.advance(16);
    expect(await slow.next()).toMatchObject({ type: 'batch', upTo: end + 2 });
  });
});
