import { describe, expect, it } from 'vitest';
import { Redactor, silentLogger } from '../../../electron/base/log.ts';
import { KvVault } from '../../../electron/fleet/kv-vault.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { SessionSlots } from '../../../electron/fleet/session-slots.ts';
import type { Purpose } from '../../../electron/session/machine.ts';
import { sessionMemory } from '../../../electron/session/session-memory.ts';
import type { TakenSlot } from '../../../electron/session/shared-slots.ts';
import { sessionTimes } from '../../../electron/session/times.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { HostWay, LeaseServer } from './lease-world.ts';

const HOUR = 3_600_000;
const KEY = Buffer.alloc(32, 1).toString('base64');

/** A channel's bucket, and hosts that have the channel one after the other. */
class Channel {
  readonly clock = new VirtualClock();
  readonly server = new LeaseServer(this.clock, Number.POSITIVE_INFINITY);
  /** When its lease was written last. */
  leasedAt: () => Promise<number | null> = async () => this.clock.now();
  #made = 0;

  async owner(skewMs = 0) {
    const way = new HostWay(this.clock);
    way.skewMs = skewMs;
    const seal = Seal.of(KEY);
    if (!seal) throw new Error('The key is wrong.');
    const parts = { bucket: way.bucket(this.server), seal, channelId: 'one', clock: way.clock };
    const vault = new KvVault({ ...parts, isProven: () => true });
    const redactor = new Redactor();
    const current = sessionMemory(vault, redactor, 'owner');
    const slots = new SessionSlots({
      vault,
      current,
      redactor,
      leasedAt: () => this.leasedAt(),
      times: sessionTimes(1),
      clock: way.clock,
      log: silentLogger,
    });
    await slots.load();
    return { slots, current, way, redactor };
  }

  session() {
    this.#made += 1;
    const sessionKey = `key-${this.#made}`;
    return { url: `wss://host/?sessionKey=${sessionKey}`, sessionKey, createdAt: this.clock.now() };
  }

  async make(slots: SessionSlots, purpose: Purpose = 'roll-over') {
    const slot = await slots.take(purpose, []);
    // One after the other.
    await this.clock.advance(1);
    const session = this.session();
    await slot?.settle(session);
    return session;
  }
}

const keyOf = (slot: TakenSlot | null): string | null => slot?.session?.sessionKey ?? null;

describe('the slots of a channel that many hosts have had', () => {
  it('are counted by the next owner: what it was told of, and what was only asked for', async () => {
    const channel = new Channel();
    const first = await channel.owner();
    await channel.make(first.slots);
    await channel.make(first.slots);
    // This host is killed between the question and the answer.
    await first.slots.take('roll-over', []);
    const second = await channel.owner();
    const spare = await second.slots.take('roll-over', ['key-2']);
    expect(keyOf(spare)).toBe('key-1');
    expect(await second.slots.take('roll-over', ['key-2'])).toBeNull();
    expect(await second.slots.takeForMove(['key-2'])).toBeNull();
  });

  it.each([
    ['asked for', 12 * HOUR + 20_000],
    ['made', 12 * HOUR],
  ])(
    'are free again when what was %s has ended, whatever the hosts’ clocks show',
    async (how, ms) => {
      const channel = new Channel();
      const ahead = await channel.owner(60_000);
      for (let slot = 0; slot < 3; slot += 1) {
        if (how === 'made') await channel.make(ahead.slots);
        else await ahead.slots.take('roll-over', []);
      }
      await channel.clock.advance(ms - 1_000);
      const behind = await channel.owner(-60_000);
      expect(await behind.slots.take('roll-over', [])).toBeNull();
      await channel.clock.advance(1_000);
      expect(await behind.slots.take('roll-over', [])).toMatchObject({ session: null });
    },
  );

  it('are never more than three, also when many calls of a platform that is away have no answer', async () => {
    const channel = new Channel();
    const { slots } = await channel.owner();
    for (let call = 0; call < 5; call += 1) {
      const slot = await slots.take('first', []);
      expect(slot).toMatchObject({ session: null });
      await slot?.settle('unknown');
    }
    await channel.make(slots, 'first');
    expect(await slots.takeForMove([])).toMatchObject({ session: null });
    expect(await slots.takeForMove([])).toMatchObject({ session: null });
    expect(await slots.takeForMove([])).toBeNull();
  });

  it('stay taken after a move whose host did not answer', async () => {
    const channel = new Channel();
    const { slots } = await channel.owner();
    const { sessionKey } = await channel.make(slots, 'first');
    for (let move = 0; move < 2; move += 1) {
      await (await slots.takeForMove([sessionKey]))?.settle('unknown');
    }
    expect(await slots.takeForMove([sessionKey])).toBeNull();
    expect(await slots.take('roll-over', [sessionKey])).toBeNull();
  });

  it('are given back where the platform refused, and where a session has ended', async () => {
    const channel = new Channel();
    const { slots } = await channel.owner();
    await (await slots.take('first', []))?.settle('none');
    for (let made = 0; made < 3; made += 1) {
      const { sessionKey } = await channel.make(slots);
      slots.free(sessionKey);
    }
    const spare = await slots.takeForMove([]);
    expect(keyOf(spare)).toBe('key-3');
    await spare?.settle('ended');
    expect(keyOf(await slots.take('roll-over', []))).toBeNull();
  });

  it('give a move the youngest session that nobody uses, and none that ends soon', async () => {
    const channel = new Channel();
    const { slots } = await channel.owner();
    const old = await channel.make(slots);
    await channel.clock.advance(5 * HOUR);
    const young = await channel.make(slots);
    for (const { sessionKey } of [old, young]) slots.free(sessionKey);
    expect(keyOf(await slots.takeForMove([]))).toBe(young.sessionKey);
    expect(keyOf(await slots.takeForMove([]))).toBe(old.sessionKey);
    slots.free(old.sessionKey);
    // It has half an hour less than a roll-over comes before its end.
    await channel.clock.advance(6 * HOUR - 1);
    expect(await slots.takeForMove([])).toMatchObject({ session: null });
  });

  it('never leave a channel without a session: what is there is used first, then one more is made', async () => {
    const channel = new Channel();
    const { slots } = await channel.owner();
    for (let made = 0; made < 3; made += 1) slots.free((await channel.make(slots)).sessionKey);
    expect(keyOf(await slots.take('first', []))).toBe('key-3');
    expect(keyOf(await slots.take('first', []))).toBe('key-2');
    expect(keyOf(await slots.take('first', []))).toBe('key-1');
    expect(await slots.take('first', [])).toMatchObject({ session: null });
  });

  it('are not taken where NATS does not hear of it', async () => {
    const channel = new Channel();
    const { slots, way } = await channel.owner();
    way.way = 'cut';
    const failing = slots.take('first', []).then(
      () => 'taken',
      () => 'refused',
    );
    await channel.clock.advance(30_000);
    expect(await failing).toBe('refused');
    way.way = 'open';
    for (let made = 0; made < 3; made += 1) await channel.make(slots);
    expect(await slots.take('roll-over', [])).toBeNull();
  });

  it('stay as they were where one more could not be written down', async () => {
    const channel = new Channel();
    const { slots, way } = await channel.owner();
    const keys = [];
    for (let made = 0; made < 2; made += 1) keys.push((await channel.make(slots)).sessionKey);
    await (await slots.take('first', keys))?.settle('unknown');
    way.way = 'cut';
    const failing = slots.take('first', keys).catch(() => 'refused');
    await channel.clock.advance(30_000);
    expect(await failing).toBe('refused');
    way.way = 'open';
    expect(await slots.takeForMove(keys)).toBeNull();
    // The call without an answer still has its slot, which the next call takes.
    const next = await slots.take('roll-over', keys);
    expect(next).toMatchObject({ session: null });
    await next?.settle('none');
    expect(await slots.takeForMove(keys)).toMatchObject({ session: null });
  });

  it.each([60_000, -60_000])(
    'tell the age of the session in use to a host whose clock is %s ms off',
    async (skewMs) => {
      const channel = new Channel();
      const first = await channel.owner();
      await first.current.save(await channel.make(first.slots));
      await channel.clock.advance(3 * HOUR);
      const { current, way } = await channel.owner(skewMs);
      const { createdAt = 0 } = (await current.load()) ?? {};
      expect(way.clock.now() - createdAt).toBe(3 * HOUR);
    },
  );

  it('leave the age of the session in use as it is where it is hardly wrong', async () => {
    const channel = new Channel();
    const first = await channel.owner();
    const session = await channel.make(first.slots);
    await first.current.save(session);
    const { current } = await channel.owner(40_000);
    expect((await current.load())?.createdAt).toBe(session.createdAt);
  });

  it('give who cannot wait a session that a roll-over would not take any more', async () => {
    const channel = new Channel();
    const { slots } = await channel.owner();
    for (let made = 0; made < 3; made += 1) slots.free((await channel.make(slots)).sessionKey);
    await channel.clock.advance(11 * HOUR);
    expect(await slots.take('roll-over', [])).toBeNull();
    expect(keyOf(await slots.take('replace', []))).toBe('key-3');
  });

  it('say when a session was made that they give, by this host’s clock', async () => {
    const channel = new Channel();
    const { slots } = await channel.owner();
    const { sessionKey, createdAt } = await channel.make(slots);
    slots.free(sessionKey);
    await channel.clock.advance(HOUR);
    const next = await channel.owner(-5_000);
    const spare = await next.slots.takeForMove([]);
    expect(spare?.session).toEqual({
      url: `wss://host/?sessionKey=${sessionKey}`,
      sessionKey,
      createdAt: createdAt - 5_000,
    });
    await spare?.settle('none');
    next.slots.free(sessionKey);
    expect(keyOf(await next.slots.takeForMove([]))).toBe(sessionKey);
  });

  it('are as old as they were noted where the lease has ended since', async () => {
    const channel = new Channel();
    const { slots } = await channel.owner();
    for (let made = 0; made < 3; made += 1) await channel.make(slots);
    channel.leasedAt = async () => null;
    await channel.clock.advance(HOUR);
    const next = await channel.owner();
    await channel.clock.advance(11 * HOUR);
    expect(await next.slots.take('roll-over', ['key-1', 'key-2', 'key-3'])).toBeNull();
    await channel.clock.advance(HOUR);
    expect(await next.slots.take('roll-over', [])).toMatchObject({ session: null });
  });

  it('hide the keys of the sessions that other hosts made from the log', async () => {
    const channel = new Channel();
    const first = await channel.owner();
    const sessionKey = 'a-key-of-a-session';
    const made = { url: 'wss://host', sessionKey, createdAt: 0 };
    await (await first.slots.take('first', []))?.settle(made);
    const { redactor } = await channel.owner();
    expect(redactor.clean(`a line with ${sessionKey}`)).not.toContain(sessionKey);
  });

  it.each([
    { skewMs: 0, lives: 9 * HOUR },
    { skewMs: -4 * HOUR, lives: 12 * HOUR },
  ])(
    'count the session in use for as long as it lives, by a clock that is $skewMs ms off',
    async ({ skewMs, lives }) => {
      const channel = new Channel();
      const first = await channel.owner();
      await first.current.save(channel.session());
      await channel.clock.advance(3 * HOUR);
      const { slots } = await channel.owner(skewMs);
      await channel.make(slots);
      await channel.make(slots);
      const keys = ['key-1', 'key-2', 'key-3'];
      await channel.clock.advance(lives - 1_000);
      expect(await slots.take('roll-over', keys)).toBeNull();
      await channel.clock.advance(1_000);
      expect(await slots.take('roll-over', keys)).toMatchObject({ session: null });
    },
  );

  it('count the session in use of a fleet that kept no slots yet', async () => {
    const channel = new Channel();
    const first = await channel.owner();
    await first.current.save(channel.session());
    const { slots } = await channel.owner();
    await channel.make(slots);
    await channel.make(slots);
    expect(await slots.take('roll-over', ['key-1'])).toBeNull();
  });
});
