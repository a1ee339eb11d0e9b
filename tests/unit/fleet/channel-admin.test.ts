import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { makeKey } from '../../../electron/base/random.ts';
import { ChannelAdmin } from '../../../electron/fleet/channel-admin.ts';
import { KvVault } from '../../../electron/fleet/kv-vault.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { CHANNEL, DoorWorld, passing } from './door-world.ts';

async function setAdmin() {
  const world = new DoorWorld(null);
  const { channels, leases, clock, nats } = world;
  const seal = Seal.of(Buffer.alloc(32, 1).toString('base64'));
  if (!seal) throw new Error('The key is wrong.');
  const parts = { store: { channels, leases }, connection: nats, seal, fleet: 'test' };
  const admin = new ChannelAdmin({
    ...(parts as unknown as ConstructorParameters<typeof ChannelAdmin>[0]),
    clock,
    makeKey,
    log: silentLogger,
  });
  const isProven = () => true;
  const vault = new KvVault({ bucket: channels, seal, channelId: CHANNEL, isProven, clock });
  await world.add();
  await vault.write('grant', 'the grant');
  await vault.write('overlay-key', 'the key');
  const states = async () => (await admin.list()).map(({ state }) => state);
  return { world, admin, states };
}

const sealed = ({ channels }: DoorWorld) =>
  [...channels.entries].filter(
    ([key, { operation }]) => key.startsWith('vault') && operation === 'PUT',
  );

describe('the fleet’s channels', () => {
  it('are listed with their host, its epoch, and how it is connected', async () => {
    const { world, admin, states } = await setAdmin();
    expect(await states()).toEqual(['waiting']);
    const host = await world.host('a');
    await host.take();
    expect(await admin.list()).toEqual([
      {
        channelId: CHANNEL,
        state: 'running',
        owner: 'a',
        epoch: 7,
        connection: 'live',
        name: 'A <b>streamer</b>',
        since: world.clock.now() - 60_000,
      },
    ]);
    // A host that does not answer.
    await host.door.close();
    expect(await admin.list()).toMatchObject([{ owner: 'a', epoch: null, connection: null }]);
  });

  it('are listed by their ids, each as its own host says, and since when it is paused', async () => {
    const { world, admin } = await setAdmin();
    const pausedAt = 0;
    await world.channels.put(`channel.${keyOf('b')}`, '{}');
    await world.channels.put(`channel.${keyOf('a')}`, '{}');
    await world.channels.put(`paused.${keyOf('z')}`, '{}');
    await admin.pause('b');
    const lease = (channelId: string, value: string) =>
      world.leases.put(`channel.${keyOf(channelId)}`, value);
    await lease('a', JSON.stringify({ host: 'gone' }));
    await lease('z', 'what?');
    const host = await world.host('host');
    await host.take();
    await world.clock.advance(5_000);
    const unknown = { epoch: null, connection: null, name: null };
    const paused = { state: 'paused', owner: null, ...unknown, since: pausedAt };
    expect(await admin.list()).toEqual([
      { channelId: 'a', state: 'running', owner: 'gone', ...unknown, since: null },
      { channelId: 'b', ...paused },
      expect.objectContaining({ channelId: CHANNEL, owner: 'host', connection: 'live' }),
      { channelId: 'z', ...paused },
    ]);
    await world.leases.delete(`channel.${keyOf('a')}`);
    expect((await admin.list())[0]).toMatchObject({
      channelId: 'a',
      state: 'waiting',
      owner: null,
    });
  });

  it('are known while they run and while they are paused, and keep what was written of them', async () => {
    const { world, admin } = await setAdmin();
    const added = { addedAt: 5 };
    await world.channels.put(`channel.${keyOf(CHANNEL)}`, JSON.stringify(added));
    expect(await admin.has(CHANNEL)).toBe(true);
    await admin.pause(CHANNEL);
    expect(await admin.has(CHANNEL)).toBe(true);
    expect(await admin.has('no channel')).toBe(false);
    await admin.resume(CHANNEL);
    const entry = world.channels.entries.get(`channel.${keyOf(CHANNEL)}`);
    expect(JSON.parse(String(entry?.value))).toEqual(added);
    expect(world.channels.entries.get(`paused.${keyOf(CHANNEL)}`)?.operation).toBe('PURGE');
  });

  it('are one more after a first sign-in, which nobody holds afterwards', async () => {
    const { world, admin } = await setAdmin();
    const signedIn = { channelId: 'new', channelName: 'N', grant: 'first' };
    expect(await admin.admit(signedIn, async () => false)).toBe('refused');
    expect(await admin.has('new')).toBe(false);
    let isHeld = false;
    const start = async () => {
      isHeld = world.leases.entries.get(`channel.${keyOf('new')}`)?.operation === 'PUT';
      return true;
    };
    expect(await admin.admit(signedIn, start)).toBe('added');
    expect(isHeld).toBe(true);
    const entry = world.channels.entries.get(`channel.${keyOf('new')}`);
    expect(JSON.parse(String(entry?.value))).toEqual({ addedAt: world.clock.now() });
    expect(world.leases.entries.has(`channel.${keyOf('new')}`)).toBe(false);
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('go on where a new sign-in fails', async () => {
    const { world, admin, states } = await setAdmin();
    const signedIn = { channelId: CHANNEL, channelName: 'A', grant: 'a new grant' };
    const broken = () => Promise.reject(new Error('timeout'));
    await expect(admin.admit(signedIn, broken)).rejects.toThrow('timeout');
    expect(world.channels.entries.get(`channel.${keyOf(CHANNEL)}`)?.operation).toBe('PUT');
    expect(await states()).not.toEqual(['paused']);
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('are removed without a word to the platform where nobody ever signed in', async () => {
    const { world, admin } = await setAdmin();
    await world.channels.put(`channel.${keyOf('new')}`, '{}');
    const revoked: string[] = [];
    const revoke = async (grant: string) => {
      revoked.push(grant);
      return false;
    };
    expect(await admin.remove('new', revoke)).toBe('removed');
    expect(revoked).toEqual([]);
    expect(await admin.has('new')).toBe(false);
    expect(await admin.has(CHANNEL)).toBe(true);
    expect(sealed(world)).toHaveLength(2);
  });

  it('are paused and resumed, as often as one says so', async () => {
    const { world, admin, states } = await setAdmin();
    for (let again = 0; again < 2; again += 1) {
      expect(await admin.pause(CHANNEL)).toBe(true);
      expect(await states()).toEqual(['paused']);
    }
    expect(world.channels.entries.get(`channel.${keyOf(CHANNEL)}`)?.operation).toBe('PURGE');
    for (let again = 0; again < 2; again += 1) {
      expect(await admin.resume(CHANNEL)).toBe(true);
      expect(await states()).toEqual(['waiting']);
    }
    expect(sealed(world)).toHaveLength(2);
    expect(await admin.pause('no channel')).toBe(false);
    expect(await admin.resume('no channel')).toBe(false);
  });

  it.each([
    [true, 'removed'],
    [false, 'unrevoked'],
  ])(
    'are removed with all that was sealed for them (the platform confirms: %s)',
    async (isSure, what) => {
      const { world, admin, states } = await setAdmin();
      const revoked: string[] = [];
      const revoke = async (grant: string) => {
        revoked.push(grant);
        return isSure;
      };
      expect(await admin.remove(CHANNEL, revoke)).toBe(what);
      expect(revoked).toEqual(['the grant']);
      expect(sealed(world)).toEqual([]);
      expect(await states()).toEqual([]);
      expect(await admin.remove(CHANNEL, revoke)).toBe('unknown');
    },
  );

  it('stay paused, with their secrets, where the host does not give one up', async () => {
    const { world, admin, states } = await setAdmin();
    const host = await world.host('a');
    const channel = await host.take();
    const remove = () => admin.remove(CHANNEL, async () => true);
    expect(await passing(world.clock, remove())).toBe('busy');
    expect(await states()).toEqual(['paused']);
    expect(sealed(world)).toHaveLength(2);
    await channel.stop();
    expect(await remove()).toBe('removed');
  });

  it('get a new sign-in while they run, and run again or stay paused as before', async () => {
    const { world, admin, states } = await setAdmin();
    const signedIn = { channelId: CHANNEL, channelName: 'A', grant: 'a new grant' };
    const yes = async () => true;
    expect(await admin.admit(signedIn, yes)).toBe('added');
    expect(await states()).toEqual(['waiting']);
    await admin.pause(CHANNEL);
    expect(await admin.admit(signedIn, yes)).toBe('added');
    expect(await states()).toEqual(['paused']);
    await admin.resume(CHANNEL);
    expect(await admin.admit(signedIn, async () => false)).toBe('refused');
    expect(await states()).toEqual(['waiting']);
    const host = await world.host('a');
    await host.take();
    expect(await passing(world.clock, admin.admit(signedIn, yes))).toBe('busy');
    expect(await states()).toEqual(['running']);
  });
});
