import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VaultUnavailableError } from '../../../electron/auth/errors.ts';
import { FileVault } from '../../../electron/auth/file-vault.ts';
import { createFiles, type Files } from '../../../electron/base/files.ts';
import { Redactor, silentLogger } from '../../../electron/base/log.ts';
import type { Problem } from '../../../shared/problem.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryFiles, PowerCut } from '../base/failing-files.ts';
import { makeTempFolders } from '../base/temp-folder.ts';

const tempFolder = makeTempFolders();
const clock = new VirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5));

function openVault(path: string, files: Files = createFiles(clock)) {
  const problems: Problem[] = [];
  const redactor = new Redactor();
  const vault = new FileVault({
    path,
    files,
    clock,
    redactor,
    log: silentLogger,
    onProblem: (problem) => problems.push(problem),
  });
  return { vault, problems, redactor };
}

describe('the vault file', () => {
  it('gives back what was written, also to the next start', async () => {
    const path = join(tempFolder(), 'vault.json');
    const { vault } = openVault(path);
    expect(await vault.read('grant')).toBeNull();
    await vault.write('grant', 'one');
    await vault.write('overlay-key', '키 "quoted"\n');
    expect(await vault.read('grant')).toBe('one');
    const { vault: next, problems } = openVault(path);
    expect(await next.read('grant')).toBe('one');
    expect(await next.read('overlay-key')).toBe('키 "quoted"\n');
    expect(await next.read('dashboard-key')).toBeNull();
    expect(problems).toEqual([]);
  });

  it('can be read by its owner alone, and so can a folder made for it', async () => {
    const folder = join(tempFolder(), 'deep', 'data');
    const { vault } = openVault(join(folder, 'vault.json'));
    await vault.write('grant', 'one');
    expect(statSync(join(folder, 'vault.json')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('leaves the rights of a folder that was there', async () => {
    const folder = tempFolder();
    chmodSync(folder, 0o755);
    await openVault(join(folder, 'vault.json')).vault.write('grant', 'one');
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });

  it('removes one secret and keeps the others', async () => {
    const path = join(tempFolder(), 'vault.json');
    const { vault } = openVault(path);
    await vault.write('grant', 'grant-value-123');
    await vault.write('overlay-key', 'key');
    await vault.remove('grant');
    await vault.remove('grant');
    expect(await vault.read('grant')).toBeNull();
    expect(await vault.read('overlay-key')).toBe('key');
    expect(readFileSync(path, 'utf8')).not.toContain('grant-value-123');
  });

  it('makes no file for removing what is not there', async () => {
    const folder = tempFolder();
    await openVault(join(folder, 'vault.json')).vault.remove('grant');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps secrets that only a newer version knows', async () => {
    const path = join(tempFolder(), 'vault.json');
    writeFileSync(path, JSON.stringify({ version: 1, secrets: { 'obs-password': 'later' } }));
    await openVault(path).vault.write('grant', 'one');
    expect(JSON.parse(readFileSync(path, 'utf8')).secrets).toEqual({
      'obs-password': 'later',
      grant: 'one',
    });
  });

  it('loses none of many writes at once', async () => {
    const path = join(tempFolder(), 'vault.json');
    const { vault } = openVault(path);
    await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => vault.write('grant', `value ${index}`)),
      vault.write('overlay-key', 'o'),
      vault.write('dashboard-key', 'd'),
    ]);
    expect(await vault.read('grant')).toBe('value 19');
    expect(await vault.read('overlay-key')).toBe('o');
    expect(await vault.read('dashboard-key')).toBe('d');
  });

  it('makes what it writes and what it reads known to the redactor', async () => {
    const path = join(tempFolder(), 'vault.json');
    const first = openVault(path);
    await first.vault.write('grant', 'very-secret-1');
    await first.vault.write('overlay-key', 'very-secret-2');
    expect(first.redactor.clean('very-secret-1 very-secret-2')).not.toContain('very');
    const second = openVault(path);
    await second.vault.read('grant');
    expect(second.redactor.clean('very-secret-1 very-secret-2')).not.toContain('very');
  });
});

describe('a damaged vault file', () => {
  it.each([
    ['an empty file', ''],
    ['half a file', '{"version":1,"secrets":{"gra'],
    ['another JSON', '[1,2]'],
    ['another version', '{"version":9,"secrets":{}}'],
    ['values that are no text', '{"version":1,"secrets":{"grant":5}}'],
    ['bytes of anything', '\u0000\u0001\ufffd'],
  ])('is set aside with its date and reported once: %s', async (_case, text) => {
    const folder = tempFolder();
    const path = join(folder, 'vault.json');
    writeFileSync(path, text);
    const { vault, problems } = openVault(path);
    expect(await vault.read('grant')).toBeNull();
    await vault.write('grant', 'new');
    expect(await vault.read('grant')).toBe('new');
    const kept = 'vault-corrupt-20260102-030405.json';
    expect(readdirSync(folder).sort()).toEqual([kept, 'vault.json']);
    expect(readFileSync(join(folder, kept), 'utf8')).toBe(text);
    expect(statSync(join(folder, kept)).mode & 0o777).toBe(0o600);
    expect(problems.map(({ code }) => code)).toEqual(['vault-set-aside']);
    expect(problems[0]?.values).toEqual({ file: kept });
  });

  it('is set aside by a write too, before it could be overwritten', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'vault.json'), 'broken');
    await openVault(join(folder, 'vault.json')).vault.write('grant', 'new');
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('may be a link: neither read nor written through', async () => {
    const folder = tempFolder();
    const elsewhere = join(folder, 'elsewhere.json');
    writeFileSync(elsewhere, JSON.stringify({ version: 1, secrets: { grant: 'planted' } }));
    chmodSync(elsewhere, 0o644);
    symlinkSync(elsewhere, join(folder, 'vault.json'));
    const { vault, problems } = openVault(join(folder, 'vault.json'));
    expect(await vault.read('grant')).toBeNull();
    await vault.write('grant', 'own');
    expect(readFileSync(elsewhere, 'utf8')).toContain('planted');
    expect(readFileSync(elsewhere, 'utf8')).not.toContain('own');
    expect(statSync(elsewhere).mode & 0o777).toBe(0o644);
    expect(problems).toHaveLength(1);
  });

  it('may be a folder', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'vault.json'));
    const { vault, problems } = openVault(join(folder, 'vault.json'));
    await vault.write('grant', 'own');
    expect(await vault.read('grant')).toBe('own');
    expect(problems).toHaveLength(1);
  });
});

describe('a disk that refuses', () => {
  it('does not let a write pass for what could not be read', async () => {
    const files = new MemoryFiles();
    const { vault } = openVault('/data/vault.json', files);
    await vault.write('grant', 'one');
    const refusing: Files = Object.assign(Object.create(files), {
      readText: () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })),
    });
    const { vault: locked, problems } = openVault('/data/vault.json', refusing);
    await expect(locked.write('overlay-key', 'x')).rejects.toBeInstanceOf(VaultUnavailableError);
    await expect(locked.read('grant')).rejects.toMatchObject({
      problem: { code: 'vault-not-readable' },
    });
    expect(problems).toEqual([]);
    expect(await vault.read('grant')).toBe('one');
  });

  it('is told as such when writing fails, and later accesses go on', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), '');
    const { vault } = openVault(join(folder, 'file', 'vault.json'));
    const failure = await vault.write('grant', 'one').catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(VaultUnavailableError);
    expect((failure as VaultUnavailableError).message).not.toContain('one');
  });
});

describe('a power cut while the vault is written', () => {
  const path = '/data/vault.json';

  async function vaultWithOld() {
    const disk = new MemoryFiles();
    await openVault(path, disk).vault.write('grant', 'old');
    return disk;
  }

  it.each([{ namesKept: true }, { namesKept: false }])(
    'leaves the old or the new grant at every step (unsynced names kept: $namesKept)',
    async ({ namesKept }) => {
      const found = new Set<string | null>();
      let finished = false;
      for (let steps = 0; !finished; steps += 1) {
        const disk = await vaultWithOld();
        disk.cutAfter(steps);
        const { vault } = openVault(path, disk);
        const failure = await vault.write('grant', 'new').catch((cause: unknown) => cause);
        finished = failure === undefined;
        if (!finished) expect((failure as Error).cause).toBeInstanceOf(PowerCut);
        const after = openVault(path, disk.afterPowerCut(namesKept));
        const value = await after.vault.read('grant');
        expect(['old', 'new'], `after ${steps} steps`).toContain(value);
        expect(after.problems).toEqual([]);
        if (finished) expect(value).toBe('new');
        found.add(value);
      }
      expect(found).toEqual(new Set(['old', 'new']));
    },
  );
});
