import { describe, expect, it } from 'vitest';
import { FakeSafeStorage } from './fake-safe-storage.ts';
import { contentOf, vaultWorld } from './vault-world.ts';

const WEAK = [
  ['windows without encryption', 'windows', { available: false }, 'plain'],
  ['a Mac without a keychain', 'mac', { available: false }, 'plain'],
  ['a Linux desktop without a keyring', 'linux', { backend: 'basic_text' }, 'weak'],
  ['an unknown Linux desktop', 'linux', { backend: 'unknown' }, 'weak'],
  [
    'a Linux desktop without anything',
    'linux',
    { backend: 'basic_text', available: false },
    'plain',
  ],
  ['a keyring that does not answer', 'linux', { isLocked: true }, 'weak'],
] as const;

function weakWorld(
  system: 'windows' | 'mac' | 'linux',
  over: Partial<FakeSafeStorage>,
  permission: boolean | null,
) {
  return vaultWorld({ system, storage: Object.assign(new FakeSafeStorage(), over), permission });
}

describe('a vault without real encryption', () => {
  it.each(WEAK)('writes nothing before it may: %s', async (_case, system, over) => {
    for (const permission of [null, false]) {
      const world = weakWorld(system, over, permission);
      await world.vault.write('grant', 'secret-1');
      await world.vault.write('overlay-key', 'secret-2');
      expect(await world.vault.read('grant')).toBe('secret-1');
      expect(await contentOf(world.files)).toBeNull();
      expect(world.vault.inMemory).toEqual(['grant', 'overlay-key']);
      expect(await world.next().vault.read('grant')).toBeNull();
      await world.vault.remove('grant');
      expect(await world.vault.read('grant')).toBeNull();
      // Who has said no need not be told again.
      expect(world.codes()).toEqual(permission === null ? ['vault-not-kept'] : []);
    }
  });

  it.each(WEAK)('keeps with what there is once it may: %s', async (_case, system, over, by) => {
    const world = weakWorld(system, over, true);
    await world.vault.write('grant', 'secret-1');
    expect((await contentOf(world.files))?.secrets['grant']?.by).toBe(by);
    expect(world.vault.inMemory).toEqual([]);
    expect(await world.next().vault.read('grant')).toBe('secret-1');
    expect(world.codes()).toEqual([]);
  });

  it('writes what is in memory when the streamer allows it later', async () => {
    const world = weakWorld('linux', { backend: 'basic_text' }, null);
    await world.vault.write('grant', 'secret-1');
    await world.vault.write('session', 'secret-2');
    world.answer.permission = true;
    await world.vault.allowed();
    expect(world.vault.inMemory).toEqual([]);
    expect(await world.next().vault.read('grant')).toBe('secret-1');
    expect(await world.next().vault.read('session')).toBe('secret-2');
  });

  it('takes everything weak off the disk when the streamer takes it back', async () => {
    const world = weakWorld('linux', { backend: 'basic_text' }, true);
    await world.vault.write('grant', 'secret-1');
    world.answer.permission = false;
    await world.vault.forbidden();
    expect((await contentOf(world.files))?.secrets).toEqual({});
    expect(await world.vault.read('grant')).toBe('secret-1');
    expect(await world.next().vault.read('grant')).toBeNull();
  });

  it('makes no file for taking back what was never written', async () => {
    const world = weakWorld('linux', { backend: 'basic_text' }, false);
    await world.vault.forbidden();
    expect(await contentOf(world.files)).toBeNull();
  });

  it('does not let a spent secret come back at the next start', async () => {
    const world = weakWorld('linux', { backend: 'basic_text' }, true);
    await world.vault.write('grant', 'spent');
    world.answer.permission = null;
    expect(await world.vault.read('grant')).toBe('spent');
    await world.vault.write('grant', 'newer');
    expect(await world.next().vault.read('grant')).toBeNull();
  });

  it('encrypts what it kept weakly as soon as the system can', async () => {
    const world = weakWorld('linux', { backend: 'basic_text' }, true);
    await world.vault.write('grant', 'secret-1');
    world.storage.backend = 'kwallet6';
    expect(await world.next().vault.read('grant')).toBe('secret-1');
    expect((await contentOf(world.files))?.secrets['grant']?.by).toBe('system');
    expect(await world.next().vault.read('grant')).toBe('secret-1');
  });
});
