import { describe, expect, it } from 'vitest';
import { FakeSafeStorage } from './fake-safe-storage.ts';
import { contentOf, vaultBench } from './vault-bench.ts';

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

function weakBench(
  system: 'windows' | 'mac' | 'linux',
  over: Partial<FakeSafeStorage>,
  permission: boolean | null,
) {
  return vaultBench({ system, storage: Object.assign(new FakeSafeStorage(), over), permission });
}

describe('a vault without real encryption', () => {
  it.each(WEAK)('writes nothing before it may: %s', async (_case, system, over) => {
    for (const permission of [null, false]) {
      const bench = weakBench(system, over, permission);
      await bench.vault.write('grant', 'secret-1');
      await bench.vault.write('overlay-key', 'secret-2');
      expect(await bench.vault.read('grant')).toBe('secret-1');
      expect(await contentOf(bench.files)).toBeNull();
      expect(bench.vault.inMemory).toEqual(['grant', 'overlay-key']);
      expect(await bench.next().vault.read('grant')).toBeNull();
      await bench.vault.remove('grant');
      expect(await bench.vault.read('grant')).toBeNull();
      // Who has said no need not be told again.
      expect(bench.codes()).toEqual(permission === null ? ['vault-not-kept'] : []);
    }
  });

  it.each(WEAK)('keeps with what there is once it may: %s', async (_case, system, over, by) => {
    const bench = weakBench(system, over, true);
    await bench.vault.write('grant', 'secret-1');
    expect((await contentOf(bench.files))?.secrets['grant']?.by).toBe(by);
    expect(bench.vault.inMemory).toEqual([]);
    expect(await bench.next().vault.read('grant')).toBe('secret-1');
    expect(bench.codes()).toEqual([]);
  });

  it('writes what is in memory when the streamer allows it later', async () => {
    const bench = weakBench('linux', { backend: 'basic_text' }, null);
    await bench.vault.write('grant', 'secret-1');
    await bench.vault.write('session', 'secret-2');
    bench.answer.permission = true;
    await bench.vault.allowed();
    expect(bench.vault.inMemory).toEqual([]);
    expect(await bench.next().vault.read('grant')).toBe('secret-1');
    expect(await bench.next().vault.read('session')).toBe('secret-2');
  });

  it('takes everything weak off the disk when the streamer takes it back', async () => {
    const bench = weakBench('linux', { backend: 'basic_text' }, true);
    await bench.vault.write('grant', 'secret-1');
    bench.answer.permission = false;
    await bench.vault.forbidden();
    expect((await contentOf(bench.files))?.secrets).toEqual({});
    expect(await bench.vault.read('grant')).toBe('secret-1');
    expect(await bench.next().vault.read('grant')).toBeNull();
  });

  it('makes no file for taking back what was never written', async () => {
    const bench = weakBench('linux', { backend: 'basic_text' }, false);
    await bench.vault.forbidden();
    expect(await contentOf(bench.files)).toBeNull();
  });

  it('does not let a spent secret come back at the next start', async () => {
    const bench = weakBench('linux', { backend: 'basic_text' }, true);
    await bench.vault.write('grant', 'spent');
    bench.answer.permission = null;
    expect(await bench.vault.read('grant')).toBe('spent');
    await bench.vault.write('grant', 'newer');
    expect(await bench.next().vault.read('grant')).toBeNull();
  });

  it('encrypts what it kept weakly as soon as the system can', async () => {
    const bench = weakBench('linux', { backend: 'basic_text' }, true);
    await bench.vault.write('grant', 'secret-1');
    bench.storage.backend = 'kwallet6';
    expect(await bench.next().vault.read('grant')).toBe('secret-1');
    expect((await contentOf(bench.files))?.secrets['grant']?.by).toBe('system');
    expect(await bench.next().vault.read('grant')).toBe('secret-1');
  });
});
