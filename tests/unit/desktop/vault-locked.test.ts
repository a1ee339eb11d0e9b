import { describe, expect, it } from 'vitest';
import { VaultLockedError } from '../../../electron/desktop/ports/safe-vault.ts';
import { MemoryFiles } from '../base/failing-files.ts';
import { contentOf, vaultWorld } from './vault-world.ts';

async function benchWith(system: 'windows' | 'mac' | 'linux', secret = 'secret-1') {
  const world = vaultWorld({ system });
  await world.vault.write('grant', secret);
  return world;
}

const LOCKED = [
  ['linux', { isLocked: true }],
  ['linux', { available: false }],
  ['linux', { isBusy: true }],
  ['mac', { available: false }],
  ['windows', { isBusy: true }],
] as const;

const LOST = [
  ['linux', { key: 'another-users-key' }],
  ['linux', { backend: 'basic_text' }],
  ['mac', { key: 'a-new-keychain' }],
  ['windows', { key: 'another-computer' }],
] as const;

describe('a locked keyring', () => {
  it.each(LOCKED)('is told once and touches nothing: %s %j', async (system, over) => {
    const world = await benchWith(system);
    const before = await contentOf(world.files);
    Object.assign(world.storage, over);
    const next = world.next();
    await expect(next.vault.read('grant')).rejects.toBeInstanceOf(VaultLockedError);
    await expect(next.vault.read('grant')).rejects.toBeInstanceOf(VaultLockedError);
    expect(next.codes()).toEqual(['vault-locked']);
    expect(await contentOf(world.files)).toEqual(before);
    next.vault.dispose();
    expect(next.clock.pendingTimers).toBe(0);
  });

  it('is looked at again, with growing waits, until it opens', async () => {
    const world = await benchWith('linux');
    world.storage.isLocked = true;
    const { vault, clock, codes } = world.next();
    await vault.read('grant').catch(() => undefined);
    await clock.advance(10_000);
    expect(clock.untilNext).toBe(20_000);
    for (let looks = 0; looks < 10; looks += 1) await clock.advance(clock.untilNext);
    expect(clock.untilNext).toBe(300_000);
    world.storage.isLocked = false;
    await clock.advance(300_000);
    expect(clock.pendingTimers).toBe(0);
    expect(await vault.read('grant')).toBe('secret-1');
    // A second time is told again.
    world.storage.isLocked = true;
    await vault.read('grant').catch(() => undefined);
    expect(codes()).toEqual(['vault-locked', 'vault-locked']);
    vault.dispose();
  });

  it('lets what came meanwhile be written when it opens', async () => {
    const world = await benchWith('linux', 'old');
    world.storage.isLocked = true;
    const { vault, clock } = world.next();
    await vault.read('grant').catch(() => undefined);
    await vault.write('grant', 'signed in anew');
    expect(await vault.read('grant')).toBe('signed in anew');
    expect((await contentOf(world.files))?.secrets['grant']?.by).toBe('system');
    world.storage.isLocked = false;
    await clock.advance(10_000);
    expect(vault.inMemory).toEqual([]);
    expect(await world.next().vault.read('grant')).toBe('signed in anew');
  });

  it('keeps the locked secret when one is written over it with permission', async () => {
    const world = await benchWith('linux', 'old');
    world.storage.isLocked = true;
    const next = world.next({ permission: true });
    const locked = (await contentOf(world.files))?.secrets['grant']?.data;
    await next.vault.write('grant', 'new');
    const content = await contentOf(world.files);
    expect(content?.aside).toMatchObject([{ name: 'grant', data: locked }]);
    expect(await next.vault.read('grant')).toBe('new');
  });

  it('may be given up: its secrets are set aside and count as missing', async () => {
    const world = await benchWith('linux');
    world.storage.isLocked = true;
    const { vault, clock } = world.next();
    await vault.read('grant').catch(() => undefined);
    await vault.setAsideLocked();
    expect(await vault.read('grant')).toBeNull();
    expect((await contentOf(world.files))?.aside).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a vault that this user of this computer cannot open', () => {
  it.each(LOST)('counts as empty, is told once and stays as it is: %s %j', async (system, over) => {
    const world = await benchWith(system);
    const before = await contentOf(world.files);
    Object.assign(world.storage, over);
    const next = world.next();
    expect(await next.vault.read('grant')).toBeNull();
    expect(await next.vault.read('grant')).toBeNull();
    expect(next.codes()).toEqual(['vault-secrets-lost']);
    expect(await contentOf(world.files)).toEqual(before);
    expect(next.clock.pendingTimers).toBe(0);
  });

  it('opens again when the keyring is back', async () => {
    const world = await benchWith('linux');
    world.storage.key = 'another';
    expect(await world.next().vault.read('grant')).toBeNull();
    world.storage.key = 'this-users-key';
    expect(await world.next().vault.read('grant')).toBe('secret-1');
  });

  it('is set aside, not lost, when something new is written', async () => {
    const world = await benchWith('windows');
    const lost = (await contentOf(world.files))?.secrets['grant']?.data;
    world.storage.key = 'another';
    const { vault } = world.next();
    await vault.write('grant', 'new');
    expect(await vault.read('grant')).toBe('new');
    expect((await contentOf(world.files))?.aside).toEqual([
      { by: 'system', data: lost, name: 'grant', at: '2026-01-02T03:04:05.000Z' },
    ]);
    // What can be opened is replaced without a trace.
    await vault.write('grant', 'newer');
    expect((await contentOf(world.files))?.aside).toHaveLength(1);
  });

  it('is forgotten wholly when its name is removed', async () => {
    const world = await benchWith('windows');
    world.storage.key = 'another';
    const { vault } = world.next();
    await vault.write('grant', 'new');
    await vault.write('overlay-key', 'key');
    await vault.remove('grant');
    expect(await contentOf(world.files)).toMatchObject({ aside: [] });
    expect(await vault.read('overlay-key')).toBe('key');
  });

  it('keeps the newest twenty of what was set aside', async () => {
    const world = await benchWith('windows');
    for (let turn = 1; turn <= 25; turn += 1) {
      world.storage.key = `key ${turn}`;
      await world.vault.write('grant', `value ${turn}`);
    }
    const aside = (await contentOf(world.files))?.aside ?? [];
    expect(aside).toHaveLength(20);
    const last = Buffer.from(aside.at(-1)?.data ?? '', 'base64').toString();
    expect(last).toContain(Buffer.from('value 24').toString('hex'));
  });
});

class RefusingFiles extends MemoryFiles {
  isRefusing = false;

  override async readText(path: string) {
    if (this.isRefusing) throw new Error('no');
    return super.readText(path);
  }
}

it('goes on after a file that could not be read for a while', async () => {
  const files = new RefusingFiles();
  const { vault } = vaultWorld({ files });
  await vault.write('grant', 'one');
  files.isRefusing = true;
  expect(await vault.retry()).toBe(false);
  await expect(vault.read('grant')).rejects.toMatchObject({
    problem: { code: 'vault-not-readable' },
  });
  files.isRefusing = false;
  expect(await vault.retry()).toBe(true);
  expect(await vault.read('grant')).toBe('one');
});
