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
