import { chmod, type FileHandle, lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Clock, delay } from './clock.ts';

/** Our files are private. The process's umask may restrict them further. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** A file being written. Nothing is guaranteed to be on disk before `sync` resolves. */
export interface OpenFile extends Pick<FileHandle, 'sync' | 'close'> {
  writeFile(text: string): Promise<void>;
}

/** File system steps for durable files. A port, so that tests can interrupt it. */
export interface Files {
  /** The kind of `path` itself; symbolic links are not followed. */
  kind(path: string): Promise<'file' | 'other' | 'missing'>;
  readText(path: string): Promise<string>;
  /** Like `createPrivateFile`, for text. */
  create(path: string): Promise<OpenFile>;
  /** Replaces `to` atomically. */
  rename(from: string, to: string): Promise<void>;
  /** A missing file is no failure. */
  remove(path: string): Promise<void>;
  /** Makes the names in a folder survive a power loss. */
  syncFolder(folder: string): Promise<void>;
  /** Like `createPrivateFolder`. */
  createFolder(folder: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
}

/** The code of a system error, such as ENOENT; null for anything else. */
export function errorCode(failure: unknown): string | null {
  if (!(failure instanceof Error) || !('code' in failure)) return null;
  return typeof failure.code === 'string' ? failure.code : null;
}

/** On Windows a virus scanner or indexer may briefly hold a file. */
const HELD_BY_ANOTHER = new Set(['EPERM', 'EACCES', 'EBUSY']);
const HELD_ATTEMPTS = 6;
const HELD_WAIT_MS = 20;

/** Retries a step while another program holds the file, with short, growing waits. */
export async function whileHeld<T>(step: () => Promise<T>, clock: Clock): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (failure) {
      const isHeld = HELD_BY_ANOTHER.has(errorCode(failure) ?? '');
      if (!isHeld || attempt >= HELD_ATTEMPTS) throw failure;
      await delay(clock, HELD_WAIT_MS * attempt);
    }
  }
}

/** Creates the folder and its parents, for their owner only; an existing one keeps its mode. */
export async function createPrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
}

/** A new file and its folder, both private, never through a symbolic link. The caller closes it. */
export async function createPrivateFile(
  path: string,
  flags: 'wx' | 'wx+' = 'wx',
): Promise<FileHandle> {
  await createPrivateFolder(dirname(path));
  return open(path, flags, PRIVATE_FILE);
}

/** Renames a complete, synced file over its target so that it survives a power loss. */
export async function moveFile(from: string, to: string, files: Files): Promise<void> {
  await files.rename(from, to);
  await files.syncFolder(dirname(to));
}

/** The machine's file system. `clock` times the short waits for held files on Windows. */
export function createFiles(clock: Clock, platform: NodeJS.Platform = process.platform): Files {
  const isWindows = platform === 'win32';
  return {
    async kind(path) {
      try {
        return (await lstat(path)).isFile() ? 'file' : 'other';
      } catch (failure) {
        if (errorCode(failure) === 'ENOENT') return 'missing';
        throw failure;
      }
    },
    readText: (path) => readFile(path, 'utf8'),
    create: (path) => createPrivateFile(path),
    rename: (from, to) => (isWindows ? whileHeld(() => rename(from, to), clock) : rename(from, to)),
    remove: (path) => rm(path, { force: true }),
    async syncFolder(folder) {
      // Windows cannot open a folder for this; NTFS journals the rename itself.
      if (isWindows) return;
      const handle = await open(folder, 'r');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    createFolder: createPrivateFolder,
    chmod,
  };
}
