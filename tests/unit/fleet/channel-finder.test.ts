import { describe, expect, it } from 'vitest';
import { ChannelFinder } from '../../../electron/fleet/channel-finder.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { KvBucket } from './kv-bucket.ts';

function setUp() {
  const clock = new VirtualClock();
  const [leases, channels] = [new KvBucket(), new KvBucket()];
  const ports = new Map<string, number>();
  let asked = 0;
  let failure: Error | null = null;
  const finder = new ChannelFinder({
    leases: {
      get: async (key) => {
        asked += 1;
        if (failure) throw failure;
        return leases.get(key);
      },
    },
    channels,
    hostId: 'own',
    portOf: (channelId) => ports.get(channelId) ?? null,
    clock,
  });
  const add = (channelId: string, kind = 'channel') =>
    channels.put(`${kind}.${keyOf(channelId)}`, '{}');
  const lease = (channelId: string, host: string) =>
    leases.put(`channel.${keyOf(channelId)}`, JSON.stringify({ host }));
  return {
    clock,
    leases,
    channels,
    ports,
    finder,
    add,
    lease,
    asked: () => asked,
    fail: (with_: Error | null) => {
      failure = with_;
    },
  };
}

describe('where the pages of a channel are', () => {
  it('is here while it runs on this host, and NATS is not asked', async () => {
    const { finder, ports, asked } = setUp();
    ports.set('a', 4_000);
    expect(await finder.find('a')).toEqual({ kind: 'here', port: 4_000 });
    expect(asked()).toBe(0);
  });

  it('is on the host that has it', async () => {
    const { finder, add, lease } = setUp();
    await add('a');
    await lease('a', 'other');
    expect(await finder.find('a')).toEqual({ kind: 'there', hostKey: keyOf('other') });
  });

  it('is nowhere while no host has it, it stops here, or it is paused', async () => {
    const { finder, add, lease, leases } = setUp();
    for (const channelId of ['waits', 'given up', 'stops here', 'odd']) await add(channelId);
    await lease('given up', 'other');
    await leases.delete(`channel.${keyOf('given up')}`);
    await lease('stops here', 'own');
    await leases.put(`channel.${keyOf('odd')}`, 'what?');
    await add('paused', 'paused');
    await lease('paused', 'other');
    for (const channelId of ['waits', 'given up', 'stops here', 'odd', 'paused']) {
      expect(await finder.find(channelId)).toEqual({ kind: 'nobody' });
    }
  });

  it('is unknown of a channel that is not, or no longer, of the fleet', async () => {
    const { finder, add, channels, lease } = setUp();
    expect(await finder.find('never')).toEqual({ kind: 'unknown' });
    await add('removed');
    await channels.purge(`channel.${keyOf('removed')}`);
    await add('removed', 'paused');
    await channels.purge(`paused.${keyOf('removed')}`);
    await lease('removed', 'other');
    expect(await finder.find('removed')).toEqual({ kind: 'unknown' });
  });

  it('is asked once a second, and anew where its host turned out to be another', async () => {
    const { clock, finder, add, lease, asked } = setUp();
    await add('a');
    await lease('a', 'other');
    await finder.find('a');
    await clock.advance(999);
    await lease('a', 'third');
    expect(await finder.find('a')).toMatchObject({ hostKey: keyOf('other') });
    expect(asked()).toBe(1);
    await clock.advance(1);
    expect(await finder.find('a')).toMatchObject({ hostKey: keyOf('third') });
    await lease('a', 'fourth');
    finder.forget('a');
    expect(await finder.find('a')).toMatchObject({ hostKey: keyOf('fourth') });
    expect(asked()).toBe(3);
  });

  it('is asked again at once after NATS did not answer', async () => {
    const { finder, add, fail } = setUp();
    await add('a');
    fail(new Error('timeout'));
    await expect(finder.find('a')).rejects.toThrow('timeout');
    fail(null);
    expect(await finder.find('a')).toEqual({ kind: 'nobody' });
  });

  it('is kept of a thousand channels at most, so that made-up ones do not fill the memory', async () => {
    const { finder, asked } = setUp();
    for (let count = 0; count < 1_000; count += 1) await finder.find(`${count}`);
    await finder.find('0');
    expect(asked()).toBe(1_000);
    await finder.find('one more');
    await finder.find('0');
    expect(asked()).toBe(1_002);
  });
});
