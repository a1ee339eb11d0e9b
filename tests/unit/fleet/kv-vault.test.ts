import { JetStreamApiError } from '@nats-io/jetstream';
import type { KvEntry } from '@nats-io/kv';
import { TimeoutError } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { KvVault } from '../../../electron/fleet/kv-vault.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const NO_LEADER = { code: 503, err_code: 10_008, description: 'no leader' };
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');

function sealOf(...bytes: readonly number[]): Seal {
  const seal = Seal.of(bytes.map(keyOf).join(','));
  if (!seal) throw new Error('The key is wrong.');
  return seal;
}

/** A bucket as the server keeps it; an answer can be lost. */
class Bucket {
  readonly entries = new Map<string, { value: string; revision: number }>();
  losesAnswers = false;
  #revision = 0;

  async get(key: string): Promise<KvEntry | null> {
    const entry = this.entries.get(key);
    if (!entry) return null;
    const { value, revision } = entry;
    const created = new Date(1_000 * revision);
    return { key, revision, created, operation: 'PUT', string: () => value } as unknown as KvEntry;
  }

  create(key: string, value: unknown): Promise<number> {
    return this.#put(key, String(value), 0);
  }

  update(key: string, value: unknown, revision: number): Promise<number> {
    return this.#put(key, String(value), revision);
  }

  /** What each entry says stays, and stands there under the key 2. */
  reseal(name: string): void {
    const seal = sealOf(2, 1);
    for (const [key, { value }] of this.entries) {
      this.#revision += 1;
      const renewed = seal.renew(value, `vault a.b ${name}`, 0) ?? '';
      this.entries.set(key, { value: renewed, revision: this.#revision });
    }
  }

  async #put(key: string, value: string, expected: number): Promise<number> {
    if ((this.entries.get(key)?.revision ?? 0) !== expected) {
      throw new JetStreamApiError({ code: 400, err_code: 10_071, description: 'wrong' });
    }
    this.#revision += 1;
    this.entries.set(key, { value, revision: this.#revision });
    if (this.losesAnswers) throw new Error('timeout');
    return this.#revision;
  }
}

function open(bucket: Bucket, { channelId = 'a.b', isProven = true, keys = [1] } = {}): KvVault {
  const seal = sealOf(...keys);
  return new KvVault({
    bucket,
    seal,
    channelId,
    isProven: () => isProven,
    clock: new VirtualClock(),
  });
}

describe('the vault of a channel of a fleet', () => {
  it('keeps what the next owner reads, and nothing that others can', async () => {
    const bucket = new Bucket();
    const vault = open(bucket);
    expect(await vault.read('grant')).toBeNull();
    await vault.write('grant', 'token-1');
    await vault.write('grant', 'token-2');
    expect(await open(bucket).read('grant')).toBe('token-2');
    expect(JSON.stringify([...bucket.entries])).not.toContain('token');
    await vault.remove('grant');
    expect(await open(bucket).read('grant')).toBeNull();
    await vault.write('grant', 'token-3');
    expect(await open(bucket).read('grant')).toBe('token-3');
  });

  it('does not open the entry of another channel in the place of its own', async () => {
    const bucket = new Bucket();
    await open(bucket, { channelId: 'a' }).write('grant', 'token-a');
    await open(bucket, { channelId: 'b' }).write('grant', 'token-b');
    const [a, b] = [...bucket.entries.keys()] as [string, string];
    bucket.entries.set(b, { ...bucket.entries.get(a), revision: 9 } as never);
    await expect(open(bucket, { channelId: 'b' }).read('grant')).rejects.toMatchObject({
      problem: { code: 'fleet-wrong-key' },
    });
  });

  it('is not written by a host that lost its channel, whether or not it knows', async () => {
    const bucket = new Bucket();
    const former = open(bucket);
    await former.write('grant', 'token-1');
    const next = open(bucket);
    await next.read('grant');
    await next.write('grant', 'token-2');
    const lost = { problem: { code: 'fleet-not-owner' } };
    // However often it tries.
    for (const _ of [1, 2]) {
      await expect(former.write('grant', 'token-old')).rejects.toMatchObject(lost);
    }
    await expect(open(bucket, { isProven: false }).write('grant', 'x')).rejects.toMatchObject(lost);
    expect(await open(bucket).read('grant')).toBe('token-2');
  });

  it('writes again after an answer was lost', async () => {
    const bucket = new Bucket();
    const vault = open(bucket);
    await vault.write('grant', 'token-1');
    bucket.losesAnswers = true;
    await expect(vault.write('grant', 'token-2')).rejects.toThrow('timeout');
    bucket.losesAnswers = false;
    await vault.write('grant', 'token-2');
    expect(await open(bucket).read('grant')).toBe('token-2');
  });

  it('goes on while the fleet’s key is changed underneath, and leaves no former owner in', async () => {
    const bucket = new Bucket();
    const [vault, reader] = [open(bucket, { keys: [2, 1] }), open(bucket, { keys: [2, 1] })];
    await vault.write('heard', '1');
    await reader.read('heard');
    for (const text of ['2', '3']) {
      bucket.reseal('heard');
      await vault.write('heard', text);
      expect(await open(bucket, { keys: [2] }).read('heard')).toBe(text);
    }
    bucket.reseal('heard');
    await expect(reader.write('heard', '9')).rejects.toMatchObject({
      problem: { code: 'fleet-not-owner' },
    });
  });

  it('reads again while servers elect a leader, as long as the lease is proved', async () => {
    const bucket = new Bucket();
    await open(bucket).write('grant', 'token-1');
    const clock = new VirtualClock();
    let isProven = true;
    let failures: unknown[] = [new TimeoutError(), new JetStreamApiError(NO_LEADER)];
    const get = (key: string) => {
      const failure = failures.shift();
      return failure === undefined ? bucket.get(key) : Promise.reject(failure);
    };
    const patient = { get, create: bucket.create.bind(bucket), update: bucket.update.bind(bucket) };
    const parts = { bucket: patient, seal: sealOf(1), channelId: 'a.b', clock };
    const vault = new KvVault({ ...parts, isProven: () => isProven });
    const read = vault.read('grant');
    await clock.advance(1_500);
    expect(await read).toBe('token-1');

    const silence = new TimeoutError();
    failures = [silence, silence, silence, silence];
    const cutOff = vault.read('grant').catch((failure: unknown) => failure);
    await clock.advance(600);
    isProven = false;
    await clock.advance(1_000);
    expect(await cutOff).toBe(silence);
    failures = [new Error('other')];
    isProven = true;
    await expect(vault.read('grant')).rejects.toThrow('other');
  });

  it('tells what it wrote, once it is there', async () => {
    const bucket = new Bucket();
    const written: string[] = [];
    const onWritten = (name: string) => written.push(name);
    const parts = { bucket, seal: sealOf(1), channelId: 'a.b', isProven: () => true };
    const vault = new KvVault({ ...parts, clock: new VirtualClock(), onWritten });
    await vault.write('grant', 'token-1');
    await vault.write('heard', '1');
    bucket.losesAnswers = true;
    await vault.write('grant', 'token-2').catch(() => undefined);
    bucket.losesAnswers = false;
    await vault.remove('grant');
    expect(written).toEqual(['grant', 'heard']);
  });

  it('knows when a value was written that was sealed anew since', async () => {
    const bucket = new Bucket();
    const vault = open(bucket, { keys: [2, 1] });
    await vault.write('heard', '1');
    expect(await vault.readDated('heard')).toEqual({ text: '1', writtenAt: 1_000 });
    const [entry] = bucket.entries.values();
    const renewed = sealOf(2, 1).renew(entry?.value ?? '', 'vault a.b heard', 4_000) ?? '';
    for (const key of bucket.entries.keys()) {
      bucket.entries.set(key, { value: renewed, revision: 9 });
    }
    expect(await vault.readDated('heard')).toEqual({ text: '1', writtenAt: 4_000 });
  });

  it('says that the key is another one', async () => {
    const bucket = new Bucket();
    await open(bucket).write('grant', 'token-1');
    await expect(open(bucket, { keys: [2] }).read('grant')).rejects.toMatchObject({
      problem: { code: 'fleet-wrong-key' },
    });
  });
});
