import { describe, expect, it } from 'vitest';
import type { ChannelAdmin, ListedChannel } from '../../../electron/fleet/channel-admin.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { FleetReader } from '../../../electron/fleet/page/fleet-reader.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { FakeBooks } from './door-world.ts';
import { KvBucket } from './kv-bucket.ts';
import { channel, gap, owner } from './picture.ts';

describe('the hosts of a fleet', () => {
  function setReader() {
    const clock = new VirtualClock();
    // NATS has a clock of its own.
    const start = clock.now();
    const leases = new KvBucket(() => start + clock.monotonic());
    const listed: { channels: readonly ListedChannel[] } = { channels: [] };
    const admin: Pick<ChannelAdmin, 'list'> = { list: async () => listed.channels };
    const books = new FakeBooks();
    const reader = new FleetReader({ admin, leases, books, clock });
    const hello = (id: string) => leases.put(`host.${keyOf(id)}.1`, '4');
    const silent = async () =>
      (await reader.look()).hosts.map(({ id, silentSince }) => [id, silentSince]);
    return { clock, leases, listed, books, reader, hello, silent };
  }

  it('are silent from the moment they were heard last, also when their entry is gone', async () => {
    const { clock, leases, hello, silent } = setReader();
    await Promise.all([hello('a'), hello('b')]);
    const heard = clock.now();
    expect(await silent()).toEqual([
      ['a', null],
      ['b', null],
    ]);
    for (let at = 0; at < 4; at += 1) {
      await clock.advance(5_000);
      await hello('a');
      await silent();
    }
    expect(await silent()).toEqual([
      ['a', null],
      ['b', heard],
    ]);
    leases.entries.delete(`host.${keyOf('b')}.1`);
    await clock.advance(2_000);
    expect(await silent()).toEqual([
      ['a', null],
      ['b', heard],
    ]);
  });

  it('that said goodbye are not there any more', async () => {
    const { clock, leases, hello, silent } = setReader();
    await Promise.all([hello('a'), hello('b')]);
    await silent();
    await leases.delete(`host.${keyOf('b')}.1`);
    await clock.advance(2_000);
    expect(await silent()).toEqual([['a', null]]);
  });

  it('are silent once they miss a word, and stay on the page for ten minutes', async () => {
    const { clock, leases, hello, silent } = setReader();
    await hello('b');
    const heard = clock.now();
    /** Somebody looks, and `a` is heard of in this moment. */
    const othersAt = async (ms: number) => {
      while (clock.now() < heard + ms) {
        await clock.advance(Math.min(4_000, heard + ms - clock.now()));
        await hello('a');
        await silent();
      }
      await clock.advance(2_000);
      return (await silent()).slice(1);
    };
    await silent();
    expect(await othersAt(8_000)).toEqual([['b', null]]);
    leases.entries.delete(`host.${keyOf('b')}.1`);
    expect(await othersAt(10_001)).toEqual([['b', heard]]);
    expect(await othersAt(600_000)).toEqual([['b', heard]]);
    expect(await othersAt(602_001)).toEqual([]);
  });

  it('that went while nobody looked are not on the page', async () => {
    const { clock, leases, hello, silent } = setReader();
    const names = async () => (await silent()).map(([id]) => id);
    await Promise.all([hello('a'), hello('b')]);
    expect(await names()).toEqual(['a', 'b']);
    leases.entries.delete(`host.${keyOf('b')}.1`);
    await clock.advance(8_000);
    expect(await names()).toEqual(['a', 'b']);
    await clock.advance(8_001);
    expect(await names()).toEqual(['a']);
  });

  it('are silent since a moment of this computer’s clock, however it was set while nobody looked', async () => {
    const { clock, hello, silent } = setReader();
    await hello('b');
    await silent();
    clock.jump(3_600_000);
    await clock.advance(9_000);
    await hello('a');
    expect(await silent()).toEqual([
      ['a', null],
      ['b', clock.now() - 9_000],
    ]);
    // The last word of a host may be old: that is no other clock.
    const heard = clock.now() - 9_000;
    await clock.advance(3_000);
    expect((await silent())[1]).toEqual(['b', heard]);
  });

  it('are not told by the clock of this computer', async () => {
    const { clock, hello, silent } = setReader();
    await hello('a');
    clock.jump(3_600_000);
    expect(await silent()).toEqual([['a', null]]);
  });

  it('have moves and gaps of a day, each told once, however often somebody looks', async () => {
    const { clock, books, reader } = setReader();
    const at = clock.now();
    books.entries.push({ ...owner(1, 'x', 'a'), at }, { ...gap(2, 'x', at, 100), at });
    const seen = async () => {
      await clock.advance(2_000);
      const { history } = await reader.look();
      return [history.moves.length, history.gapCount];
    };
    expect(await seen()).toEqual([1, 1]);
    expect(await seen()).toEqual([1, 1]);
    books.entries.push({ ...owner(3, 'x', 'b'), at }, { ...gap(4, 'y', at, 100), at });
    expect(await seen()).toEqual([2, 2]);
    expect(await seen()).toEqual([2, 2]);
    clock.jump(24 * 3_600_000);
    expect(await seen()).toEqual([0, 0]);
  });

  it('know a channel that none of them has by its last name, until it is removed', async () => {
    const { clock, listed, reader } = setReader();
    const nameAs = async (channels: readonly ListedChannel[]) => {
      listed.channels = channels;
      await clock.advance(2_000);
      return (await reader.look()).channels.map(({ name }) => name);
    };
    const [known, waiting] = [channel('x', { name: 'Mina' }), channel('x')];
    expect(await nameAs([known])).toEqual(['Mina']);
    expect(await nameAs([waiting, channel('y')])).toEqual(['Mina', null]);
    expect(await nameAs([waiting])).toEqual(['Mina']);
    expect(await nameAs([])).toEqual([]);
    expect(await nameAs([waiting])).toEqual([null]);
  });

  it('are asked for every two seconds at most, and at once when something was changed', async () => {
    const { clock, books, reader } = setReader();
    await Promise.all([reader.look(), reader.look()]);
    await clock.advance(1_999);
    await reader.look();
    expect(books.asked).toBe(2);
    reader.forget();
    await reader.look();
    expect(books.asked).toBe(4);
    await clock.advance(2_000);
    await reader.look();
    expect(books.asked).toBe(6);
  });

  it('are listed by name, with what they say of themselves', async () => {
    const { leases, hello, reader } = setReader();
    await Promise.all([hello('b'), hello('a'), leases.put(`host.${keyOf('odd')}.0`, 'what?')]);
    expect((await reader.look()).hosts).toEqual([
      { id: 'a', weight: 1, channels: 4, silentSince: null },
      { id: 'b', weight: 1, channels: 4, silentSince: null },
      { id: 'odd', weight: 0, channels: 0, silentSince: null },
    ]);
  });
});
