import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VaultUnavailableError } from '../../../electron/auth/errors.ts';
import { createFiles, type Files } from '../../../electron/base/files.ts';
import { vaultProtection } from '../../../electron/desktop/ports/safe-vault.ts';
import { MemoryFiles, PowerCut } from '../base/failing-files.ts';
import { makeTempFolders } from '../base/temp-folder.ts';
import { FakeSafeStorage } from './fake-safe-storage.ts';
import { contentOf, VAULT_PATH, vaultWorld } from './vault-world.ts';

const tempFolder = makeTempFolders();

function storageWith(over: Partial<FakeSafeStorage>): FakeSafeStorage {
  return Object.assign(new FakeSafeStorage(), over);
}

describe('what the system offers', () => {
  it.each([
    ['windows', {}, 'system'],
    ['windows', { available: false }, 'weak'],
    ['mac', {}, 'system'],
    ['mac', { available: false }, 'weak'],
    ['linux', { backend: 'gnome_libsecret' }, 'system'],
    ['linux', { backend: 'kwallet' }, 'system'],
    ['linux', { backend: 'kwallet5' }, 'system'],
    ['linux', { backend: 'kwallet6' }, 'system'],
    ['linux', { backend: 'basic_text' }, 'weak'],
    ['linux', { backend: 'unknown' }, 'weak'],
    ['linux', { available: false }, 'weak'],
    ['linux', { isLocked: true }, 'weak'],
    ['linux', { failsToEncrypt: true }, 'weak'],
  ] as const)('on %s with %j is %s', async (system, over, expected) => {
    expect(await vaultProtection(storageWith(over), system)).toBe(expected);
  });

  it('is weak when the system cannot even be asked', async () => {
    const storage = storageWith({
      isAsyncEncryptionAvailable: () => Promise.reject(new Error('no bus')),
    });
    expect(await vaultProtection(storage, 'mac')).toBe('weak');
  });
});

describe('a vault with real encryption', () => {
  it('gives back what was written, also to the next start, and keeps nothing readable', async () => {
    const world = vaultWorld();
    expect(await world.vault.read('grant')).toBeNull();
    await world.vault.write('grant', 'grant-secret-1');
    await world.vault.write('overlay-key', '키 "quoted"\n');
    expect(await world.vault.read('grant')).toBe('grant-secret-1');
    expect(await world.next().vault.read('overlay-key')).toBe('키 "quoted"\n');
    const text = await world.files.readText(VAULT_PATH);
    expect(text).not.toContain('grant-secret-1');
    expect(text).not.toContain(Buffer.from('grant-secret-1').toString('base64'));
    expect((await contentOf(world.files))?.secrets['grant']?.by).toBe('system');
    expect(world.codes()).toEqual([]);
  });

  it('can be read by its owner alone', async () => {
    const path = join(tempFolder(), 'deep', 'vault.json');
    const { clock } = vaultWorld();
    const real = createFiles(clock);
    // The world's path, in a folder of its own.
    const moved = (name: string) =>
      name.replace(VAULT_PATH, path).replace(/^\/data$/, join(path, '..'));
    const files: Files = {
      kind: (name) => real.kind(moved(name)),
      readText: (name) => real.readText(moved(name)),
      create: (name) => real.create(moved(name)),
      rename: (from, to) => real.rename(moved(from), moved(to)),
      remove: (name) => real.remove(moved(name)),
      syncFolder: (name) => real.syncFolder(moved(name)),
      createFolder: (name) => real.createFolder(moved(name)),
      chmod: (name, mode) => real.chmod(moved(name), mode),
    };
    await vaultWorld({ files, clock }).vault.write('grant', 'one');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });

  it('loses none of many writes at once and removes one alone', async () => {
    const { vault, files } = vaultWorld();
    await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => vault.write('grant', `value ${index}`)),
      vault.write('session', 'session-1'),
      vault.write('client-secret', 'client-1'),
    ]);
    expect(await vault.read('grant')).toBe('value 9');
    await vault.remove('session');
    await vault.remove('session');
    expect(await vault.read('session')).toBeNull();
    expect(Object.keys((await contentOf(files))?.secrets ?? {}).sort()).toEqual([
      'client-secret',
      'grant',
    ]);
  });

  it('makes what it writes and what it reads known to the redactor', async () => {
    const world = vaultWorld();
    await world.vault.write('grant', 'very-secret-1');
    expect(world.redactor.clean('very-secret-1')).not.toContain('very');
    const next = world.next();
    expect(next.redactor.clean('very-secret-1')).toContain('very');
    await next.vault.read('grant');
    expect(next.redactor.clean('very-secret-1')).not.toContain('very');
  });

  it('keeps secrets and fields that only a newer version knows', async () => {
    const world = vaultWorld();
    await world.vault.write('grant', 'one');
    const content = await contentOf(world.files);
    const newer = { ...content, hint: 'later', secrets: { obs: content?.secrets['grant'] } };
    await rewrite(world.files, newer);
    await world.vault.write('grant', 'two');
    const after = await contentOf(world.files);
    expect(after).toMatchObject({ hint: 'later', secrets: { obs: { by: 'system' } } });
  });

  it.each([
    ['half a file', '{"version":2,"secr'],
    ['the file of a host without encryption', '{"version":1,"secrets":{"grant":"plain"}}'],
    ['secrets of another shape', '{"version":2,"secrets":{"grant":"plain"}}'],
  ])('sets a damaged file aside and says so: %s', async (_case, text) => {
    const files = new MemoryFiles();
    await rewriteText(files, text);
    const { vault, codes } = vaultWorld({ files });
    expect(await vault.read('grant')).toBeNull();
    await vault.write('grant', 'new');
    expect(await vault.read('grant')).toBe('new');
    expect(codes()).toEqual(['vault-set-aside']);
    expect(await files.readText('/data/vault-corrupt-20260102-030405.json')).toBe(text);
  });

  it('encrypts anew when the system has a newer key, and only then', async () => {
    const disk = new MemoryFiles();
    const world = vaultWorld({ files: disk });
    await world.vault.write('grant', 'one');
    const before = disk.steps;
    expect(await world.vault.read('grant')).toBe('one');
    expect(disk.steps).toBe(before);
    world.storage.shouldReEncrypt = true;
    expect(await world.vault.read('grant')).toBe('one');
    expect(disk.steps).toBeGreaterThan(before);
  });

  it('reads although it cannot encrypt anew', async () => {
    const world = vaultWorld({ system: 'windows' });
    await world.vault.write('grant', 'one');
    Object.assign(world.storage, { shouldReEncrypt: true, failsToEncrypt: true });
    expect(await world.vault.read('grant')).toBe('one');
    expect(world.codes()).toEqual([]);
  });

  it('refuses a write that the system refuses, and the former secret stays', async () => {
    const world = vaultWorld({ system: 'windows' });
    await world.vault.write('grant', 'old');
    world.storage.failsToEncrypt = true;
    const failure = await world.vault.write('grant', 'new').catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(VaultUnavailableError);
    expect((failure as Error).message).not.toContain('new');
    world.storage.failsToEncrypt = false;
    expect(await world.vault.read('grant')).toBe('old');
  });
});

describe('a power cut while the vault is written', () => {
  it.each([{ namesKept: true }, { namesKept: false }])(
    'leaves the old or the new grant at every step (unsynced names kept: $namesKept)',
    async ({ namesKept }) => {
      const found = new Set<string | null>();
      let finished = false;
      for (let steps = 0; !finished; steps += 1) {
        const disk = new MemoryFiles();
        await vaultWorld({ files: disk }).vault.write('grant', 'old');
        disk.cutAfter(steps);
        const cut = vaultWorld({ files: disk });
        const failure = await cut.vault.write('grant', 'new').catch((cause: unknown) => cause);
        finished = failure === undefined;
        if (!finished) expect((failure as Error).cause).toBeInstanceOf(PowerCut);
        const after = vaultWorld({ files: disk.afterPowerCut(namesKept) });
        const value = await after.vault.read('grant');
        expect(['old', 'new'], `after ${steps} steps`).toContain(value);
        expect(after.codes()).toEqual([]);
        if (finished) expect(value).toBe('new');
        found.add(value);
      }
      expect(found).toEqual(new Set(['old', 'new']));
    },
  );
});

async function rewrite(files: Files, content: unknown): Promise<void> {
  await rewriteText(files, JSON.stringify(content));
}

async function rewriteText(files: Files, text: string): Promise<void> {
  await files.remove(VAULT_PATH);
  const file = await files.create(VAULT_PATH);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  await files.syncFolder('/data');
}
