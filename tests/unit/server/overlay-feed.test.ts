import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OverlayDown } from '../../../shared/overlay/overlay-feed.ts';
import { chat } from '../../support/stage-events.ts';
import { settle } from '../../support/virtual-clock.ts';
import { attachOverlay, openOverlay } from './page.ts';
import { alertOf, startWorld, statusOf, tallyOf, type World } from './world.ts';

let world: World;

beforeEach(async () => {
  world = await startWorld();
});

afterEach(() => world.stop());

const seqs = (frames: readonly OverlayDown[]): number[] =>
  frames.flatMap((frame) => (frame.type === 'batch' ? frame.events.map((event) => event.seq) : []));

describe('an overlay that attaches', () => {
  it('hears nothing before it has attached', async () => {
    const page = await openOverlay(world);
    world.core.say(1);
    expect(await page.sentSoFar()).toEqual([]);
  });

  it('gets a greeting and a snapshot when it has nothing', async () => {
    world.core.say(80);
    world.core.tellAlert(alertOf(12));
    world.core.tellTallies([tallyOf(7)]);
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: null, after: 0 });
    const [hello, , snapshot] = await page.take(3);
    expect(hello).toEqual({ type: 'hello', epoch: 'epoch-1', buildId: 'build-1', language: 'ko' });
    expect(snapshot).toMatchObject({ type: 'snapshot', upTo: 80, alert: alertOf(12) });
    expect(snapshot?.type === 'snapshot' && snapshot.tallies).toEqual([tallyOf(7)]);
    expect(snapshot?.type === 'snapshot' && snapshot.chat.map((event) => event.seq)).toEqual(
      Array.from({ length: 50 }, (_, index) => 31 + index),
    );
  });

  it('gets exactly what it missed, then tallies and alert, when its number is still kept', async () => {
    world.core.say(10);
    world.core.tellAlert(alertOf(8));
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: 'epoch-1', after: 6 });
    const frames = await page.until((frame) => frame.type === 'alert');
    expect(frames.map((frame) => frame.type)).toEqual([
      'hello',
      'config',
      'batch',
      'tallies',
      'alert',
    ]);
    expect(seqs(frames)).toEqual([7, 8, 9, 10]);
    expect(frames[2]).toMatchObject({ upTo: 10 });
  });

  it('gets no batch when it missed nothing', async () => {
    world.core.say(10);
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: 'epoch-1', after: 10 });
    const frames = await page.until((frame) => frame.type === 'alert');
    expect(frames.map((frame) => frame.type)).toEqual(['hello', 'config', 'tallies', 'alert']);
  });

  it('gets a long absence in frames of at most 500 events', async () => {
    world.core.say(1_203);
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: 'epoch-1', after: 0 });
    const frames = await page.until((frame) => frame.type === 'alert');
    const sizes = frames.flatMap((frame) => (frame.type === 'batch' ? [frame.events.length] : []));
    expect(sizes).toEqual([500, 500, 203]);
    expect(seqs(frames)).toEqual(Array.from({ length: 1_203 }, (_, index) => index + 1));
  });

  it('gets events that arrive while it catches up, once and in order', async () => {
    world.core.say(1_200);
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: 'epoch-1', after: 0 });
    const head = await page.take(3);
    world.core.say(150);
    const rest = await page.until((frame) => frame.type === 'batch' && frame.upTo === 1_350);
    expect(seqs([...head, ...rest])).toEqual(Array.from({ length: 1_350 }, (_, i) => i + 1));
  });

  it.each([
    ['its epoch is another', 'epoch-0', 5],
    ['its number is no longer kept', 'epoch-1', 1],
    ['its number is above ours', 'epoch-1', 99],
  ])('gets a snapshot when %s', async (_why, epoch, after) => {
    world.core.ringSize = 5;
    world.core.say(10);
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch, after });
    const [, , third] = await page.take(3);
    expect(third).toMatchObject({ type: 'snapshot', upTo: 10 });
  });

  it('keeps a frame small when the texts are large', async () => {
    world.core.say(20, 'x'.repeat(65_536));
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: 'epoch-1', after: 0 });
    const frames = await page.until((frame) => frame.type === 'alert');
    expect(seqs(frames)).toHaveLength(20);
    for (const frame of frames) expect(JSON.stringify(frame).length).toBeLessThan(400_000);
  });

  it('gets of a burst only what could still be seen, and goes on from its end', async () => {
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: null, after: 0 });
    await page.until((frame) => frame.type === 'figures');
    world.core.say(1);
    world.core.say(5_000);
    await world.clock.advance(16);
    const frames = await page.until((frame) => frame.type === 'batch' && frame.upTo === 5_001);
    expect(seqs(frames)).toEqual([1, ...Array.from({ length: 200 }, (_, at) => 4_802 + at)]);
  });

  it('is ended when it does not attach', async () => {
    const page = await openOverlay(world);
    await world.clock.advance(10_000);
    expect(await page.closed).toBe(1008);
  });
});

describe('an overlay that follows', () => {
  it('gets the first event after a quiet time without waiting', async () => {
    const page = await attachOverlay(world);
    world.core.say(1);
    expect(await page.next()).toMatchObject({ type: 'batch', upTo: 1 });
    expect(world.clock.pendingTimers).toBe(1); // the heart-beat's
  });

  it('gets what comes within a frame as one batch', async () => {
    const page = await attachOverlay(world);
    world.core.say(1);
    world.core.say(2);
    world.core.say(3);
    expect(seqs(await page.sentSoFar())).toEqual([1]);
    await world.clock.advance(15);
    expect(await page.sentSoFar()).toEqual([]);
    await world.clock.advance(1);
    const frames = await page.sentSoFar();
    expect(frames).toHaveLength(1);
    expect(seqs(frames)).toEqual([2, 3, 4, 5, 6]);
  });

  it('gets a batch of more than 500 in pieces', async () => {
    const page = await attachOverlay(world);
    world.core.publish(Array.from({ length: 1_001 }, (_, at) => alertOf(at + 1).event));
    const frames = await page.take(3);
    expect(frames.map((frame) => (frame.type === 'batch' ? frame.upTo : null))).toEqual([
      500, 1_000, 1_001,
    ]);
  });

  it('gets the same frames as every other page', async () => {
    const pages = await Promise.all([attachOverlay(world), attachOverlay(world)]);
    world.core.say(3);
    const [first, second] = await Promise.all(pages.map((page) => page.next()));
    expect(first).toMatchObject({ type: 'batch', upTo: 3 });
    expect(second).toEqual(first);
  });

  it('gets nothing twice when another page attaches in the middle of a frame', async () => {
    const first = await attachOverlay(world);
    world.core.say(1);
    world.core.say(1);
    const second = await attachOverlay(world);
    world.core.say(1);
    await world.clock.advance(16);
    expect(seqs(await first.sentSoFar())).toEqual([1, 2, 3]);
    expect(seqs(await second.sentSoFar())).toEqual([3]);
  });

  it('gets nothing twice when it comes back in the middle of a frame', async () => {
    const first = await attachOverlay(world);
    world.core.say(1);
    world.core.say(1);
    const second = await openOverlay(world);
    second.send({ type: 'attach', epoch: 'epoch-1', after: 1 });
    expect(seqs(await second.until((frame) => frame.type === 'alert'))).toEqual([2]);
    world.core.say(1);
    await world.clock.advance(16);
    expect(seqs(await second.sentSoFar())).toEqual([3]);
    expect(seqs(await first.sentSoFar())).toEqual([1, 2, 3]);
  });

  it('gets nothing again that it had before it was announced', async () => {
    const first = await attachOverlay(world);
    const events = [chat(1), chat(2)];
    world.core.keep(events);
    const second = await attachOverlay(world);
    world.core.announce(events);
    expect(seqs(await first.sentSoFar())).toEqual([1, 2]);
    expect(await second.sentSoFar()).toEqual([]);
  });

  it('gets an alert at once, after the batch that holds its event', async () => {
    const page = await attachOverlay(world);
    world.core.say(1);
    const { event } = alertOf(2);
    world.core.publish([event]);
    world.core.tellAlert(alertOf(2));
    expect((await page.sentSoFar()).map((frame) => frame.type)).toEqual([
      'batch',
      'batch',
      'alert',
    ]);
    world.core.tellAlert(null);
    expect(await page.sentSoFar()).toEqual([{ type: 'alert', alert: null }]);
  });

  it('gets the batch first even when the alert is known before it', async () => {
    const page = await attachOverlay(world);
    world.core.tellAlert(alertOf(1));
    world.core.publish([alertOf(1).event]);
    expect((await page.sentSoFar()).map((frame) => frame.type)).toEqual(['batch', 'alert']);
    expect(world.clock.pendingTimers).toBe(1);
  });

  it('gets an alert whose event never comes after one frame', async () => {
    const page = await attachOverlay(world);
    world.core.tellAlert(alertOf(9));
    expect(await page.sentSoFar()).toEqual([]);
    await world.clock.advance(16);
    expect(await page.next()).toEqual({ type: 'alert', alert: alertOf(9) });
  });

  it('never sees an alert that was taken back while it waited for its event', async () => {
    const page = await attachOverlay(world);
    world.core.tellAlert(alertOf(9));
    world.core.tellAlert(null);
    await world.clock.advance(100);
    expect(await page.sentSoFar()).toEqual([{ type: 'alert', alert: null }]);
  });

  it('gets the latest tallies of a frame, after its events', async () => {
    const page = await attachOverlay(world);
    world.core.say(1);
    await page.next();
    world.core.tellTallies([tallyOf(1)]);
    world.core.tellTallies([tallyOf(2)]);
    world.core.say(1);
    await world.clock.advance(16);
    const frames = await page.take(2);
    expect(frames.map((frame) => frame.type)).toEqual(['batch', 'tallies']);
    expect(frames[1]).toEqual({ type: 'tallies', tallies: [tallyOf(2)] });
  });

  it('gets a change of language', async () => {
    const page = await attachOverlay(world);
    world.core.tell('language', 'en');
    expect(await page.next()).toEqual({ type: 'language', language: 'en' });
  });

  it('is told how much to spare the computer, now or when it comes, but not that it need not', async () => {
    const page = await attachOverlay(world);
    world.core.tellLoadStep(2);
    expect(await page.next()).toEqual({ type: 'load', step: 2 });
    const later = await openOverlay(world);
    later.send({ type: 'attach', epoch: null, after: 0 });
    const frames = await later.until(({ type }) => type === 'figures');
    expect(frames.filter(({ type }) => type === 'load')).toEqual([{ type: 'load', step: 2 }]);
    world.core.tellLoadStep(0);
    expect(await page.next()).toEqual({ type: 'load', step: 0 });
    const calm = await openOverlay(world);
    calm.send({ type: 'attach', epoch: null, after: 0 });
    const said = await calm.until(({ type }) => type === 'figures');
    expect(said.some(({ type }) => type === 'load')).toBe(false);
  });

  it('costs no timer while nothing happens', async () => {
    await attachOverlay(world);
    world.core.say(1);
    world.core.say(1);
    await world.clock.advance(16);
    expect(world.clock.pendingTimers).toBe(1); // the heart-beat's
  });
});

describe('what an overlay says', () => {
  it('reaches the core: connected, visibility, receipts, gone', async () => {
    const page = await attachOverlay(world);
    expect(world.core.connectedPages).toBe(1);
    page.send({ type: 'visibility', visible: false });
    page.send({ type: 'visibility', visible: true });
    page.send({ type: 'receipt', alertId: 4, state: 'painted' });
    page.send({ type: 'receipt', alertId: 4, state: 'over' });
    await page.sentSoFar();
    await page.cut();
    while (world.core.heard.length < 6) await settle();
    expect(world.core.heard).toEqual([
      'page 1 connected',
      'page 1 hidden',
      'page 1 visible',
      'page 1 painted 4',
      'page 1 over 4',
      'page 1 gone',
    ]);
    expect(world.core.connectedPages).toBe(0);
  });

  it('counts a page only once it has attached', async () => {
    await openOverlay(world);
    expect(world.core.connectedPages).toBe(0);
    expect(world.core.heard).toEqual([]);
  });

  const attach = '{"type":"attach","epoch":null,"after":0}';
  it.each([
    ['no JSON', 'hello'],
    ['no object', '[]'],
    ['an unknown type', '{"type":"command","id":1,"name":"sign-in.sign-out","args":{}}'],
    ['a second attach', attach],
    ['an unknown field', '{"type":"visibility","visible":true,"more":1}'],
    ['a wrong type', '{"type":"visibility","visible":"yes"}'],
    ['a broken number', '{"type":"receipt","alertId":1.5,"state":"over"}'],
    ['a negative number', '{"type":"receipt","alertId":-1,"state":"over"}'],
    ['an unknown state', '{"type":"receipt","alertId":1,"state":"queued"}'],
    ['bytes', Buffer.from(attach)],
  ])('ends the connection at the third frame of %s', async (_what, bad) => {
    const page = await attachOverlay(world);
    page.socket.send(bad);
    page.socket.send(bad);
    page.send({ type: 'visibility', visible: false });
    await page.sentSoFar();
    expect(world.core.heard).toContain('page 1 hidden');
    page.socket.send(bad);
    expect(await page.closed).toBe(1008);
    expect(world.logged.some((line) => line.includes('"bad-frame"'))).toBe(true);
  });

  it.each([
    ['a receipt', '{"type":"receipt","alertId":1,"state":"over"}'],
    ['its visibility', '{"type":"visibility","visible":true}'],
  ])('does not count as long as %s comes before attach', async (_what, early) => {
    const page = await openOverlay(world);
    for (let count = 0; count < 3; count += 1) page.socket.send(early);
    expect(await page.closed).toBe(1008);
    expect(world.core.heard).toEqual([]);
  });

  it('ends the connection when a frame is over 64 KB', async () => {
    const page = await attachOverlay(world);
    page.socket.send('x'.repeat(65 * 1024));
    expect(await page.closed).toBe(1009);
  });

  it('costs only its own connection when the core fails at it', async () => {
    const other = await attachOverlay(world);
    world.core.pageConnected = () => {
      throw new Error('no more pages');
    };
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: null, after: 0 });
    expect(await page.closed).toBe(1011);
    world.core.say(1);
    expect(await other.next()).toMatchObject({ type: 'batch', upTo: 1 });
  });
});

it('an overlay hears nothing of the dashboard', async () => {
  const page = await attachOverlay(world);
  world.core.tell('status', statusOf(1));
  await world.clock.advance(1_000);
  expect(await page.sentSoFar()).toEqual([]);
});
