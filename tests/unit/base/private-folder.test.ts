import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFileAtomic } from '../../../electron/base/atomic-file.ts';
import { createFiles, createPrivateFile } from '../../../electron/base/files.ts';
import { createLogger, type Logger, Redactor, silentLogger } from '../../../electron/base/log.ts';
import { keepPrivate } from '../../../electron/base/private-folder.ts';
import { KeptFiles } from '../../../electron/features/maintenance/kept-files.ts';
import { RestoreUpload } from '../../../electron/features/maintenance/restore-upload.ts';
import { MediaFolder } from '../../../electron/features/media/media-folder.ts';
import { addToFile } from '../../../electron/features/reports/export-file.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { makeTempFolders } from './temp-folder.ts';

const tempFolder = makeTempFolders();
const modeOf = (path: string): number => statSync(path).mode & 0o7777;

/** A data folder that everybody can read. */
function openFolder(...files: readonly string[]): string {
  const folder = join(tempFolder(), 'data');
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    chmodSync(dirname(join(folder, name)), 0o755);
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), 0o644);
  }
  chmodSync(folder, 0o755);
  return folder;
}

const OURS = [
  'ledger.sqlite',
  'ledger.sqlite-wal',
  'ledger.sqlite-shm',
  'ledger-corrupt-20260102-030405.sqlite',
  'ledger-copy.tmp',
  'settings.json',
  'vault.json',
  'vault-desktop.json',
  'vault-corrupt-20260102-030405.json',
  'stagelight.lock',
  'stagelight-owner.json',
  'media/index.json',
  'backups/backup-1.zip',
  'exports/drops-claims-1.csv',
  'diagnostics/diagnostics-1.zip',
  'logs/stagelight.log',
  'restore-pending/media/index.json',
  'before-restore-20260102-030405/vault.json',
];

describe.skipIf(process.platform === 'win32')('a data folder that was there before', () => {
  it.each(OURS)('is its owner’s alone, and so is %s', async (name) => {
    const folder = openFolder(name);
    await keepPrivate(folder, silentLogger);
    expect(modeOf(folder)).toBe(0o700);
    expect(modeOf(join(folder, name))).toBe(0o600);
    if (dirname(name) !== '.') expect(modeOf(join(folder, dirname(name)))).toBe(0o700);
  });

  it('keeps the rights of what is not ours, and of what links lead to', async () => {
    const folder = openFolder('notes.sh', 'other/file', 'vault.json');
    const outside = openFolder('file');
    symlinkSync(join(outside, 'file'), join(folder, 'settings.json'));
    symlinkSync(outside, join(folder, 'media'));
    await keepPrivate(folder, silentLogger);
    expect(modeOf(join(folder, 'notes.sh'))).toBe(0o644);
    expect(modeOf(join(folder, 'other'))).toBe(0o755);
    expect(modeOf(outside)).toBe(0o755);
    expect(modeOf(join(outside, 'file'))).toBe(0o644);
    expect(modeOf(join(folder, 'vault.json'))).toBe(0o600);
  });

  it('that everybody has files in stays open, and that is logged', async () => {
    const { lines, log } = listening();
    const folder = openFolder('vault.json');
    chmodSync(folder, 0o1777);
    await keepPrivate(folder, log);
    expect(modeOf(folder)).toBe(0o1777);
    expect(modeOf(join(folder, 'vault.json'))).toBe(0o600);
    expect(lines.join()).toContain('shared with other users');
  });

  it('that cannot be looked at is no reason not to start', async () => {
    const { lines, log } = listening();
    await keepPrivate(join(tempFolder(), 'missing'), log);
    expect(lines.join()).toContain('Others may be able to read');
  });
});

it('has no such rights on Windows: nothing is touched', async () => {
  const folder = openFolder('vault.json');
  await keepPrivate(folder, silentLogger, 'win32');
  expect(modeOf(join(folder, 'vault.json'))).toBe(0o644);
});

function listening(): { readonly lines: string[]; readonly log: Logger } {
  const lines: string[] = [];
  const log = createLogger(new VirtualClock(), new Redactor(), (line) => lines.push(line));
  return { lines, log };
}

describe.skipIf(process.platform === 'win32')('what the app writes', () => {
  const clock = new VirtualClock(Date.UTC(2000, 0, 1));
  const files = createFiles(clock);
  const exported = { isFirst: true, isLast: true };

  it.each<[string, string, (path: string) => Promise<unknown>]>([
    ['a durable file', 'a.json', (path) => writeFileAtomic(path, 'x', files)],
    ['a file that is streamed', 'a.bin', (path) => createPrivateFile(path).then(close)],
    [
      'an uploaded picture',
      'upload-1.part',
      (path) => new MediaFolder(dirname(path), files).createPart('1').then(close),
    ],
    ['an uploaded backup', 'a.zip', (path) => new RestoreUpload(path, clock).begin('a.zip', 5)],
    [
      'a backup',
      'stagelight-backup-20000101-000000.zip',
      (path) => new KeptFiles(dirname(path), 'backup', clock).make(async () => undefined),
    ],
    [
      'a table',
      'a.csv',
      (path) => addToFile({ folder: dirname(path), name: 'a.csv', files }, 'x', exported),
    ],
  ])(
    'is its owner’s alone from the beginning, with its folders: %s',
    async (_what, name, write) => {
      const before = process.umask(0);
      try {
        const folder = join(tempFolder(), 'one', 'two');
        await write(join(folder, name));
        expect(readdirSync(folder)).toEqual([name]);
        expect(modeOf(join(folder, name))).toBe(0o600);
        expect(modeOf(folder)).toBe(0o700);
        expect(modeOf(dirname(folder))).toBe(0o700);
      } finally {
        process.umask(before);
      }
    },
  );
});

const close = (file: FileHandle): Promise<void> => file.close();
