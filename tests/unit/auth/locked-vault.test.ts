import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VaultLockedError, WrongVaultPassphraseError } from '../../../electron/auth/errors.ts';
import { FileVault } from '../../../electron/auth/file-vault.ts';
import { sayProblem } from '../../../electron/base/errors.ts';
import { createFiles } from '../../../electron/base/files.ts';
import { Redactor, silentLogger } from '../../../electron/base/log.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import type { Problem } from '../../../shared/problem.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { makeTempFolders } from '../base/temp-folder.ts';

const PASSPHRASE = '달빛 아래 라디오 소리';
const tempFolder = makeTempFolders();
const clock = new VirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5));

function openVault(path: string, passphrase: string | null = PASSPHRASE) {
  const problems: Problem[] = [];
  const redactor = new Redactor();
  const vault = new FileVault({
    path,
    files: createFiles(clock),
    clock,
    redactor,
    log: silentLogger,
    passphrase,
    onProblem: (problem) => problems.push(problem),
  });
  return { vault, problems, redactor };
}

const newPath = (): string => join(tempFolder(), 'vault.json');

describe('a vault with a passphrase', () => {
  it('gives back what was written, also to the next start, and nobody reads it in the file', async () => {
    const path = newPath();
    const { vault } = openVault(path);
    await vault.open();
    await vault.write('grant', 'grant-value-123');
    await vault.write('overlay-key', 'overlay-value-456');
    expect(await vault.read('grant')).toBe('grant-value-123');
    const { vault: next, problems } = openVault(path, PASSPHRASE.normalize('NFD'));
    await next.open();
    expect(await next.read('grant')).toBe('grant-value-123');
    expect(await next.read('overlay-key')).toBe('overlay-value-456');
    expect(problems).toEqual([]);
    const text = readFileSync(path, 'utf8');
    const bytes = Buffer.from(JSON.parse(text).box.data, 'base64').toString('latin1');
    for (const word of ['grant', 'value', 'overlay', PASSPHRASE]) {
      expect(text + bytes).not.toContain(word);
    }
    expect(statSync(path).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  });

  it('takes a plain one over at the first start, with everything in it', async () => {
    const path = newPath();
    const secrets = { grant: 'grant-value-123', 'obs-password': 'later-value' };
    writeFileSync(path, JSON.stringify({ version: 1, secrets }));
    const { vault, problems } = openVault(path);
    await vault.open();
    expect(readFileSync(path, 'utf8')).not.toContain('value');
    expect(await vault.read('grant')).toBe('grant-value-123');
    expect(readdirSync(join(path, '..'))).toEqual(['vault.json']);
    expect(problems).toEqual([]);
    await vault.remove('grant');
    const { vault: next } = openVault(path);
    expect(await next.read('grant')).toBeNull();
    expect(await next.read('obs-password' as 'grant')).toBe('later-value');
  });

  it('never looks the same twice', async () => {
    const path = newPath();
    const { vault } = openVault(path);
    const boxes = new Set<string>();
    for (let write = 0; write < 5; write += 1) {
      await vault.write('grant', 'the same');
      boxes.add(JSON.parse(readFileSync(path, 'utf8')).box.nonce);
    }
    expect(boxes.size).toBe(5);
  });

  it('makes the passphrase known to the redactor', () => {
    expect(openVault(newPath()).redactor.clean(`said ${PASSPHRASE}`)).toBe('said [hidden]');
  });

  it('is set aside when it is damaged, not when it does not open', async () => {
    const path = newPath();
    writeFileSync(path, '{"version":1,"box":{"cipher":"none"}}');
    const { vault, problems } = openVault(path);
    await vault.open();
    expect(problems.map(({ code }) => code)).toEqual(['vault-set-aside']);
    await vault.write('grant', 'new');
    expect(await vault.read('grant')).toBe('new');
  });
});

describe('a vault that does not open', () => {
  const touched = (text: string): string => {
    const { version, box } = JSON.parse(text);
    const data = Buffer.from(box.data, 'base64');
    data[0] = (data[0] ?? 0) ^ 1;
    return JSON.stringify({ version, box: { ...box, data: data.toString('base64') } });
  };

  it.each([
    [
      'with another passphrase',
      'another passphrase',
      (text: string) => text,
      WrongVaultPassphraseError,
    ],
    ['when a bit was changed', PASSPHRASE, touched, WrongVaultPassphraseError],
    ['without a passphrase', null, (text: string) => text, VaultLockedError],
  ])('%s is left as it is, whatever is asked of it', async (_how, passphrase, change, failure) => {
    const path = newPath();
    await openVault(path).vault.write('grant', 'one');
    const text = change(readFileSync(path, 'utf8'));
    writeFileSync(path, text);
    const { vault, problems } = openVault(path, passphrase);
    await expect(vault.open()).rejects.toBeInstanceOf(failure);
    await expect(vault.write('grant', 'two')).rejects.toBeInstanceOf(failure);
    await expect(vault.remove('grant')).rejects.toBeInstanceOf(failure);
    await expect(vault.read('grant')).rejects.toBeInstanceOf(failure);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(join(path, '..'))).toEqual(['vault.json']);
    expect(problems).toEqual([]);
  });

  it('says in both languages what to do', () => {
    for (const { problem } of [new WrongVaultPassphraseError(), new VaultLockedError()]) {
      for (const language of LANGUAGES) {
        expect(sayProblem(problem, language).cure).toContain('STAGELIGHT_VAULT_PASSPHRASE');
      }
    }
  });
});

it('a vault without a passphrase stays the plain file that it was', async () => {
  const path = newPath();
  const { vault } = openVault(path, null);
  await vault.open();
  await vault.write('grant', 'one');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 1, secrets: { grant: 'one' } });
});
