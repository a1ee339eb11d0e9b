import { describe, expect, it } from 'vitest';
import { KvVault } from '../../../electron/fleet/kv-vault.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { reseal } from '../../../electron/fleet/reseal.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { KvBucket } from './kv-bucket.ts';

const [OLD, NEW, OTHER] = [1, 2, 3];
const GRANT = `vault.${keyOf('채널.1')}.grant`;

function sealOf(...bytes: readonly number[]): Seal {
  const keys = bytes.map((byte) => Buffer.alloc(32, byte).toString('base64'));
  const seal = Seal.of(keys.join(','));
  if (!seal) throw new Error('The keys are wrong.');
  return seal;
}

/** A fleet under one key; `keys`: of the command. */
async function aFleet(key: number, ...keys: readonly number[]) {
  const bucket = new KvBucket();
  const vaultWith = (...bytes: readonly number[]) =>
    new KvVault({
      bucket,
      seal: sealOf(...bytes),
      channelId: '채널.1',
      isProven: () => true,
      clock: new VirtualClock(),
    });
  const vault = vaultWith(key);
  await bucket.create('fleet', sealOf(key).close('the mark', 'fleet'));
  await bucket.create('join.abc', sealOf(key).close('a link', 'join.abc'));
  await bucket.create(`channel.${keyOf('채널.1')}`, '{"addedAt":0}');
  await vault.write('grant', 'tokens');
  await vault.write('heard', '7');
  await vault.write('slots', 'x');
  await vault.remove('slots');
  await bucket.create('join.gone', sealOf(OTHER).close('a link', 'join.gone'));
  await bucket.purge('join.gone');
  const parts = {
    bucket,
    keys: async () => [...bucket.entries.keys()],
    seal: sealOf(...keys),
  };
  return { bucket, vaultWith, parts, run: () => reseal(parts) };
}

const opened = ({ entries }: KvBucket, seal: Seal) => [
  seal.open(entries.get('fleet')?.value ?? '', 'fleet'),
  seal.open(entries.get('join.abc')?.value ?? '', 'join.abc'),
];

describe('sealing a fleet anew', () => {
  it('leaves nothing that the old key opens, says the same, and does nothing when asked again', async () => {
    const { bucket, vaultWith, run } = await aFleet(OLD, NEW, OLD);
    expect(await run()).toEqual({ resealed: 4, already: 0, unreadable: 0, isWhole: true });
    expect(opened(bucket, sealOf(NEW))).toEqual(['the mark', 'a link']);
    expect(opened(bucket, sealOf(OLD))).toEqual([null, null]);
    expect(await vaultWith(NEW).read('grant')).toBe('tokens');
    expect(await vaultWith(NEW).readDated('heard')).toEqual({ text: '7', writtenAt: 0 });
    expect(await vaultWith(NEW).read('slots')).toBeNull();
    expect(bucket.entries.get(`channel.${keyOf('채널.1')}`)?.value).toBe('{"addedAt":0}');
    const before = new Map(bucket.entries);
    expect(await run()).toEqual({ resealed: 0, already: 4, unreadable: 0, isWhole: true });
    expect(bucket.entries).toEqual(before);
  });

  it.each([
    ['is of a third key', (): string => sealOf(OTHER).close('tokens', 'vault 채널.1 grant')],
    ['stood elsewhere', (): string => sealOf(OLD).close('tokens', 'vault 채널.2 grant')],
    ['is damaged', (): string => sealOf(OLD).close('tokens', 'vault 채널.1 grant').slice(0, -4)],
    ['was never sealed', (): string => 'tokens'],
  ])(
    'keeps an entry that %s, says so, and lets no host in yet that could not read it',
    async (_, text) => {
      const { bucket, run } = await aFleet(OLD, NEW, OLD);
      const value = text();
      await bucket.put(GRANT, value);
      expect(await run()).toEqual({ resealed: 2, already: 0, unreadable: 1, isWhole: false });
      expect(bucket.entries.get(GRANT)?.value).toBe(value);
      expect(opened(bucket, sealOf(OLD))).toEqual(['the mark', null]);
      await bucket.put(GRANT, sealOf(OLD).close('tokens', 'vault 채널.1 grant'));
      expect(await run()).toEqual({ resealed: 2, already: 2, unreadable: 0, isWhole: true });
    },
  );

  it('gives way to a host that writes in the same moment, whichever key it has', async () => {
    const { bucket, vaultWith, parts } = await aFleet(OLD, NEW, OLD);
    const host = vaultWith(OLD, NEW);
    let writes = 0;
    const racing = {
      get: bucket.get.bind(bucket),
      update: async (key: string, value: string, revision: number) => {
        if (key === GRANT && writes < 3) {
          writes += 1;
          await host.write('grant', `tokens ${writes}`);
        }
        return bucket.update(key, value, revision);
      },
    };
    expect(await reseal({ ...parts, bucket: racing as never })).toMatchObject({
      resealed: 4,
      isWhole: true,
    });
    expect(await vaultWith(NEW).read('grant')).toBe('tokens 3');
    // And the host goes on with what it had.
    await host.write('grant', 'tokens 4');
    expect(await vaultWith(OLD, NEW).read('grant')).toBe('tokens 4');
  });

  it('does not call it done while a host seals with the old key again and again', async () => {
    const { vaultWith, parts } = await aFleet(OLD, NEW, OLD);
    const host = vaultWith(OLD, NEW);
    let looks = 0;
    const keys = async () => {
      looks += 1;
      await host.write('heard', String(looks));
      return parts.keys();
    };
    expect(await reseal({ ...parts, keys })).toMatchObject({ isWhole: false, unreadable: 0 });
    expect(looks).toBe(5);
  });

  it('may be killed after any entry: what is read then is whole, and the next run ends it', async () => {
    for (let most = 0; most < 4; most += 1) {
      const { bucket, vaultWith, parts, run } = await aFleet(OLD, NEW, OLD);
      let left = most;
      const dying = {
        get: bucket.get.bind(bucket),
        update: async (key: string, value: string, revision: number) => {
          left -= 1;
          if (left < 0) throw new Error('killed');
          return bucket.update(key, value, revision);
        },
      };
      await expect(reseal({ ...parts, bucket: dying as never })).rejects.toThrow('killed');
      expect(await vaultWith(NEW, OLD).read('grant')).toBe('tokens');
      // Until the last entry a host with the new key alone is kept out.
      expect(opened(bucket, sealOf(NEW))[0]).toBeNull();
      expect(await run()).toEqual({
        resealed: 4 - most,
        already: most,
        unreadable: 0,
        isWhole: true,
      });
    }
  });
});
