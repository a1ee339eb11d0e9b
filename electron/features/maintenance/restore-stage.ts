import { createHash } from 'node:crypto';
import { type FileHandle, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupContents } from '../../../shared/contract/maintenance.ts';
import type { ConnectSettings } from '../../../shared/desktop.ts';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import { StagelightError } from '../../base/errors.ts';
import { createPrivateFile, createPrivateFolder } from '../../base/files.ts';
import {
  BACKUP_FORMAT,
  BACKUP_LIMITS,
  type BackupManifest,
  LEDGER,
  MANIFEST,
  MEDIA,
  MEDIA_FILE,
  MOST_TEXT_BYTES,
  manifestSchema,
  mostBytesOf,
  SECRETS,
  SETTINGS,
} from './backup-format.ts';
import { BackupRefusedError, MaintenanceDiskError } from './errors.ts';
import { readBox } from './secret-box.ts';
import { listZip, type ZipEntry } from './zip-reader.ts';

/** Disk space to keep free beside the unpacked backup. */
const SPARE_BYTES = 64 * 1024 * 1024;
/** The backup's ledger, until ours is made from it. */
const THEIR_LEDGER = 'ledger-theirs.tmp';

export interface StagingParts {
  /** Reads as many settings as it can understand; null if the text contains no settings. */
  readonly understandSettings: (text: string) => {
    readonly text: string;
    readonly bad: readonly string[];
    readonly connect: ConnectSettings;
  } | null;
  /** Makes a new ledger from a foreign one; null if it is none. Throws if a newer app wrote it. */
  readonly adoptLedger: (
    source: string,
    target: string,
  ) => { readonly events: number; readonly badRows: number } | null;
  /** Makes a library from the files in a folder, which may be missing. */
  readonly adoptMedia: (
    folder: string,
  ) => Promise<{ readonly files: number; readonly badFiles: number }>;
}

/** A backup that was unpacked and passed all checks. */
export interface StagedBackup {
  readonly contents: Omit<BackupContents, 'connection'>;
  readonly connect: ConnectSettings;
  /** The encrypted secrets; null if the backup has none. */
  readonly secretsText: string | null;
}

/**
 * Unpacks a backup into `folder`, which is created anew, and checks its paths, sizes, hashes and
 * versions. Touches nothing outside `folder` and removes it if the backup is refused.
 * @throws BackupRefusedError, MaintenanceDiskError, or the error of `adoptLedger` for a ledger that
 * is too new.
 */
export async function stageBackup(
  zipPath: string,
  folder: string,
  parts: StagingParts,
): Promise<StagedBackup> {
  try {
    await rm(folder, { recursive: true, force: true });
    await createPrivateFolder(folder);
    const file = await open(zipPath, 'r');
    try {
      return await unpack(file, folder, parts);
    } finally {
      await file.close();
    }
  } catch (failure) {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    throw failure instanceof StagelightError ? failure : new MaintenanceDiskError(failure);
  }
}

async function unpack(
  file: FileHandle,
  folder: string,
  parts: StagingParts,
): Promise<StagedBackup> {
  const entries = await listZip(file, BACKUP_LIMITS);
  const large = entries.find(({ path, bytes }) => bytes > mostBytesOf(path));
  if (large) throw new BackupRefusedError('too-large', large.path);
  const manifest = await readManifest(entries);
  await assertRoom(folder, entries);
  for (const announced of manifest.files) await unpackOne(folder, entries, announced);
  const settingsEntry = entryOf(entries, SETTINGS);
  if (!settingsEntry) throw refused(`${SETTINGS} is missing`);
  const settings = parts.understandSettings(await textOf(settingsEntry));
  if (!settings) throw refused('the settings are none');
  await rm(join(folder, SETTINGS), { force: true });
  await writeNew(join(folder, SETTINGS), [Buffer.from(settings.text, 'utf8')]);
  const theirs = join(folder, THEIR_LEDGER);
  const ledger = parts.adoptLedger(theirs, join(folder, LEDGER));
  if (!ledger) throw refused('the ledger is none of ours');
  await rm(theirs, { force: true });
  const media = await parts.adoptMedia(join(folder, MEDIA));
  const secrets = entryOf(entries, SECRETS);
  const secretsText = secrets ? await textOf(secrets) : null;
  if (secretsText !== null) readBox(secretsText);
  return {
    secretsText,
    connect: settings.connect,
    contents: {
      app: manifest.app,
      createdAt: manifest.createdAt,
      events: ledger.events,
      badRows: ledger.badRows,
      mediaFiles: media.files,
      badMedia: media.badFiles,
      bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      hasSecrets: secretsText !== null,
      badSettings: settings.bad,
    },
  };
}

async function unpackOne(
  folder: string,
  entries: readonly ZipEntry[],
  { path, bytes, sha256 }: BackupManifest['files'][number],
): Promise<void> {
  const entry = entryOf(entries, path);
  if (!entry || entry.bytes !== bytes) throw refused(`${path} is not what was announced`);
  // The secrets stay in memory until they are written to the vault.
  const target = join(folder, path === LEDGER ? THEIR_LEDGER : path);
  const sum = path === SECRETS ? null : await writeNew(target, entry.read());
  if (sum !== null && sum !== sha256) throw refused(`${path} has another content`);
  const named = MEDIA_FILE.exec(path)?.[1];
  if (named !== undefined && named !== sha256) throw refused('media under another name');
}

async function readManifest(entries: readonly ZipEntry[]): Promise<BackupManifest> {
  const entry = entryOf(entries, MANIFEST);
  if (!entry) throw new BackupRefusedError('not-ours', 'no manifest');
  const content = parseJson(await textOf(entry));
  const format = isJsonObject(content) ? content['format'] : null;
  if (typeof format === 'number' && format > BACKUP_FORMAT) {
    throw new BackupRefusedError('too-new', `format ${format}`);
  }
  const manifest = manifestSchema.safeParse(content);
  if (!manifest.success) throw new BackupRefusedError('not-ours', 'the manifest is none');
  const named = manifest.data.files.map(({ path }) => path);
  const others = entries.filter(({ path }) => path !== MANIFEST);
  const isComplete = others.length === named.length && new Set(named).size === named.length;
  if (!isComplete || others.some(({ path }) => !named.includes(path))) {
    throw refused('the manifest names other files');
  }
  return manifest.data;
}

async function assertRoom(folder: string, entries: readonly ZipEntry[]): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  // Two ledgers exist for a moment: the backup's, and ours made from it.
  const ours = entryOf(entries, LEDGER)?.bytes ?? 0;
  const needed = entries.reduce((sum, { bytes }) => sum + bytes, SPARE_BYTES + ours);
  if (needed > bavail * bsize) throw new BackupRefusedError('too-large', 'the disk');
}

/** Writes a new file and returns its SHA-256. The file is on disk when it resolves. */
async function writeNew(
  path: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<string> {
  const target = await createPrivateFile(path);
  try {
    const sum = createHash('sha256');
    for await (const piece of content) {
      sum.update(piece);
      await target.writeFile(piece);
    }
    await target.sync();
    return sum.digest('hex');
  } finally {
    await target.close();
  }
}

function entryOf(entries: readonly ZipEntry[], path: string): ZipEntry | undefined {
  return entries.find((entry) => entry.path === path);
}

async function textOf(entry: ZipEntry): Promise<string> {
  if (entry.bytes > MOST_TEXT_BYTES) throw new BackupRefusedError('too-large', entry.path);
  const pieces: Buffer[] = [];
  for await (const piece of entry.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

function refused(detail: string): BackupRefusedError {
  return new BackupRefusedError('damaged', detail);
}
