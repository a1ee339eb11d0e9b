import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StagelightError } from '../../base/errors.ts';
import { errorCode } from '../../base/files.ts';
import type { Services } from '../feature.ts';
import {
  BACKUP_FORMAT,
  type BackupManifest,
  databaseFiles,
  LEDGER,
  MANIFEST,
  MEDIA,
  MEDIA_FILE,
  MEDIA_INDEX,
  MOST_BACKUP_BYTES,
  MOST_TEXT_BYTES,
  SECRETS,
  SETTINGS,
} from './backup-format.ts';
import type { KeptFiles } from './kept-files.ts';
import { type Secrets, sealSecrets } from './secret-box.ts';
import { type ZippedFile, ZipWriter } from './zip-writer.ts';

export interface BackupParts extends Pick<Services, 'dataDir' | 'clock'> {
  readonly mediaDir: string;
  readonly settings: string;
  readonly copyLedger: (target: string) => Promise<void>;
  readonly appVersion: string;
  readonly keep: KeptFiles;
}

export interface BackupWish {
  /** null: the backup contains no secrets. */
  readonly sealed: { readonly secrets: Secrets; readonly passphrase: string } | null;
  /** Receives the progress from 0 to 1. */
  readonly onShare: (share: number) => void;
}

const LEDGER_COPY = 'ledger-copy.tmp';

/** Writes all into one file and returns its name. Throws a `StagelightError`; then no file is left. */
export async function makeBackup(parts: BackupParts, wish: BackupWish): Promise<string> {
  const { dataDir, keep, clock, copyLedger } = parts;
  const copy = join(dataDir, LEDGER_COPY);
  try {
    await removeLedgerCopy(dataDir);
    await copyLedger(copy);
    const media = await mediaFiles(parts.mediaDir);
    const total = Math.max(1, await bytesOf([copy, ...media.map(({ from }) => from)]));
    // Refused because it could not be restored.
    if (total > MOST_BACKUP_BYTES - MOST_TEXT_BYTES) {
      const gigabytes = Math.round(total / 100_000_000) / 10;
      throw new StagelightError({ code: 'backup-cannot-be-made', values: { gigabytes } });
    }
    let done = 0;
    const onBytes = (bytes: number): void => {
      done += bytes;
      wish.onShare(Math.min(1, done / total));
    };
    return await keep.make(async (file) => {
      const createdAt = clock.now();
      const zip = new ZipWriter(file, createdAt);
      const files: ZippedFile[] = [
        await zip.addText(SETTINGS, parts.settings),
        await zip.addFile(LEDGER, copy, 'deflated', onBytes),
      ];
      for (const { path, from } of media) {
        // A file that was removed meanwhile does not fail the backup.
        const added = await zip.addFile(path, from, 'stored', onBytes).catch(unlessGone);
        if (added) files.push(added);
      }
      if (wish.sealed) {
        const { secrets, passphrase } = wish.sealed;
        files.push(await zip.addText(SECRETS, await sealSecrets(secrets, passphrase)));
      }
      const manifest: BackupManifest = {
        stagelight: 'backup',
        format: BACKUP_FORMAT,
        app: parts.appVersion,
        createdAt,
        files,
      };
      await zip.addText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
      await zip.finish();
    });
  } finally {
    await removeLedgerCopy(dataDir);
  }
}

/** Removes the ledger copy of an interrupted backup. */
export async function removeLedgerCopy(dataDir: string): Promise<void> {
  const files = databaseFiles(join(dataDir, LEDGER_COPY));
  for (const file of files) await rm(file, { force: true });
}

/** The files of the media library; empty if there is no library yet. */
async function mediaFiles(folder: string) {
  const names = await readdir(folder).catch(unlessGone);
  return (names ?? [])
    .map((name) => ({ path: `${MEDIA}/${name}`, from: join(folder, name) }))
    .filter(({ path }) => path === MEDIA_INDEX || MEDIA_FILE.test(path));
}

async function bytesOf(paths: readonly string[]): Promise<number> {
  const found = await Promise.all(paths.map((path) => stat(path)));
  return found.reduce((sum, { size }) => sum + size, 0);
}

function unlessGone(failure: unknown): null {
  if (errorCode(failure) === 'ENOENT') return null;
  throw failure;
}
