import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tunnel } from '../../../electron/fleet/tunnel.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { readAll, TunnelPair } from './tunnel-world.ts';

const BYTES = Buffer.alloc(2_000_000).map((_, at) => (at * 31) % 251);
const bytesOf = (length: number) => Buffer.from(BYTES.subarray(0, length));

function say(tunnel: Tunnel, bytes: Buffer, sizes: readonly number[]): void {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    tunnel.write(bytes.subarray(at, at + size));
    at += size;
  }
  tunnel.end();
}

describe('a tunnel', () => {
  const length = fc.integer({ min: 0, max: 600_000 });
  const sizes = fc.array(fc.integer({ min: 500, max: 90_000 }), { minLength: 1, maxLength: 5 });

  it('carries all bytes both ways in their order, however they are cut and read', async () => {
    await fc.assert(
      fc.asyncProperty(length, length, sizes, fc.boolean(), async (there, back, parts, slow) => {
        const clock = new VirtualClock();
        const { page, owner } = new TunnelPair(clock, 40_000);
        const read = [readAll(owner, slow), readAll(page, !slow)];
        say(page, bytesOf(there), parts);
        say(owner, bytesOf(back), parts);
        const [atOwner, atPage] = await Promise.all(read);
        expect(atOwner?.isWhole && atPage?.isWhole).toBe(true);
        expect(atOwner?.bytes.equals(bytesOf(there))).toBe(true);
        expect(atPage?.bytes.equals(bytesOf(back))).toBe(true);
        expect(clock.pendingTimers).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  const harm = fc.constantFrom('lost', 'twice', 'changed', 'cut');

  it('brings the beginning of the bytes and ends, where a message is lost, doubled or changed', async () => {
    await fc.assert(
      fc.asyncProperty(harm, fc.integer({ min: 0, max: 20 }), sizes, async (what, at, parts) => {
        const clock = new VirtualClock();
        const pair = new TunnelPair(clock, 20_000);
        let count = -1;
        pair.fate = (message) => {
          count += 1;
          if (count !== at) return [message];
          if (what === 'lost') return [];
          if (what === 'twice') return [message, message];
          if (what === 'changed')
            return [Buffer.from(message.map((byte, n) => (n ? byte : byte ^ 1)))];
          pair.page.destroy();
          return [message];
        };
        const read = Promise.all([readAll(pair.owner), readAll(pair.page)]);
        say(pair.page, bytesOf(300_000), parts);
        say(pair.owner, bytesOf(300_000), parts);
        // What was lost last is noticed by the next beat.
        await clock.advance(20_000);
        for (const { bytes, isWhole } of await read) {
          expect(bytes.equals(bytesOf(300_000).subarray(0, bytes.length))).toBe(true);
          if (isWhole) expect(bytes.length).toBe(300_000);
        }
        expect(clock.pendingTimers).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('holds no more than a window of what nobody reads', async () => {
    const pair = new TunnelPair(new VirtualClock(), 32_000);
    pair.page.on('error', () => undefined);
    pair.owner.on('error', () => undefined);
    pair.page.write(bytesOf(2_000_000));
    for (let turn = 0; turn < 50; turn += 1) await settle();
    expect(pair.owner.readableLength).toBeLessThanOrEqual(256 * 1024);
    expect(pair.page.writableLength).toBeGreaterThan(1_700_000);
    pair.page.destroy();
    await settle();
    expect(pair.owner.destroyed).toBe(true);
  });

  it('ends within fifteen seconds of the other end’s last word, and lives as long as both speak', async () => {
    const clock = new VirtualClock();
    const pair = new TunnelPair(clock);
    const ended = readAll(pair.page);
    pair.owner.on('error', () => undefined);
    await clock.advance(120_000);
    expect(pair.page.destroyed || pair.owner.destroyed).toBe(false);
    pair.fate = () => [];
    await clock.advance(15_000);
    expect(pair.page.destroyed && pair.owner.destroyed).toBe(true);
    expect(await ended).toMatchObject({ isWhole: false });
    expect(clock.pendingTimers).toBe(0);
  });

  /** Two ends, and how many messages each has sent. */
  function counted() {
    const clock = new VirtualClock();
    const pair = new TunnelPair(clock);
    const ended = { page: 0, owner: 0 };
    for (const end of ['page', 'owner'] as const) {
      pair[end].on('error', () => undefined);
      pair[end].on('close', () => {
        ended[end] += 1;
      });
      pair[end].resume();
    }
    let messages = 0;
    pair.fate = (message) => {
      messages += 1;
      return [message];
    };
    return { clock, pair, ended, messages: () => messages };
  }

  it('says nothing once both have said their last word', async () => {
    const { clock, pair, ended, messages } = counted();
    pair.page.end('all');
    await settle();
    expect(messages()).toBe(2);
    expect(pair.owner.destroyed).toBe(false);
    pair.owner.end();
    await settle();
    await clock.advance(30_000);
    expect([messages(), ended]).toEqual([3, { page: 1, owner: 1 }]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives a sign of life every three seconds in which nothing else was said', async () => {
    const { clock, pair, messages } = counted();
    await clock.advance(2_999);
    expect(messages()).toBe(0);
    await clock.advance(1);
    expect(messages()).toBe(2);
    await clock.advance(1_000);
    pair.page.write('a word');
    await clock.advance(1_999);
    expect(messages()).toBe(3);
    // Only from the one that said nothing.
    await clock.advance(1);
    expect(messages()).toBe(4);
    await clock.advance(3_000);
    expect(messages()).toBe(6);
    pair.page.destroy();
    pair.owner.destroy();
  });

  it('ends when the other end has said nothing for three beats, and not before', async () => {
    const { clock, pair, ended } = counted();
    await clock.advance(4_000);
    pair.fate = () => [];
    // The owner heard the page’s beat just before its own.
    await clock.advance(7_999);
    expect(ended).toEqual({ page: 0, owner: 0 });
    await clock.advance(1);
    expect(ended).toEqual({ page: 0, owner: 1 });
    await clock.advance(2_999);
    expect(ended).toEqual({ page: 0, owner: 1 });
    await clock.advance(1);
    expect(ended).toEqual({ page: 1, owner: 1 });
    expect(clock.pendingTimers).toBe(0);
  });

  it.each(['page', 'owner'] as const)(
    'ends at both ends where the %s breaks off, before and after its last word',
    async (end) => {
      for (const isSaid of [false, true]) {
        const { clock, pair, ended } = counted();
        if (isSaid) pair[end].end();
        await settle();
        pair[end].destroy();
        await settle();
        expect(ended).toEqual({ page: 1, owner: 1 });
        expect(clock.pendingTimers).toBe(0);
      }
    },
  );

  it('ends where NATS takes no more', async () => {
    const { clock, pair, ended } = counted();
    pair.isFull = true;
    const failed = new Promise<Error>((resolve) => pair.page.once('error', resolve));
    pair.page.write('a word');
    expect((await failed).message).toContain('NATS takes no more');
    await settle();
    expect(ended.page).toBe(1);
    pair.owner.destroy();
    await settle();
    expect(clock.pendingTimers).toBe(0);
  });

  it('hears nothing any more once it has ended', async () => {
    const { clock, pair, messages } = counted();
    pair.page.destroy();
    await settle();
    const said = messages();
    pair.page.receive(Buffer.from('of whom is that?'));
    await settle();
    expect(messages()).toBe(said);
    expect(clock.pendingTimers).toBe(0);
  });
});
