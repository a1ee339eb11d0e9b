import { chmod, type FileHandle, lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Clock, delay } from './clock.ts';

/** What is in our files is nobody else's business. The process's umask may take more away. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** A file being written. Nothing is promised to be on the disk before `sync` resolves. */
export interface OpenFile {
  write(text: string): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The steps of the file system that durable files are made of. A port, so that tests can cut it off. */
export interface Files {
  /** What stands at `path` itself; a symbolic link is not followed. */
  kind(path: string): Promise<'file' | 'other' | 'missing'>;
  readText(path: string): Promise<string>;
  /** As `createPrivateFile`, for text. */
  create(path: string): Promise<OpenFile>;
  /** Replaces what stands at `to`, in one step. */
  rename(from: string, to: string): Promise<void>;
  /** Removing what is not there is no failure. */
  remove(path: string): Promise<void>;
  /** Makes the names in a folder survive a power cut. */
  syncFolder(folder: string): Promise<void>;
  /** As `createPrivateFolder`. */
  createFolder(folder: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
}

/** The code of a system error, such as ENOENT; null for anything else. */
export function errorCode(failure: unknown): string | null {
  if (!(failure instanceof Error) || !('code' in failure)) return null;
  return typeof failure.code === 'string' ? failure.code : null;
}

/** On Windows a virus scanner or an indexer may hold a file for a moment. */
const HELD_BY_ANOTHER = new Set(['EPERM', 'EACCES', 'EBUSY']);
const HELD_ATTEMPTS = 6;
const HELD_WAIT_MS = 20;

/** Repeats a step that fails because another program holds the file, with short, growing waits. */
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

/**
 * Creates a file that must not exist yet, and never through a symbolic link; its folder, too, where it
 * is missing. Both are their owner's only. The caller closes it.
 *
 * @param flags `wx+`: it is to be read, too.
 */
export async function createPrivateFile(
  path: string,
  flags: 'wx' | 'wx+' = 'wx',
): Promise<FileHandle> {
  await createPrivateFolder(dirname(path));
  return open(path, flags, PRIVATE_FILE);
}

/** Gives a whole, synced file its name, in place of what has it: both outlive a power cut. */
export async function moveFile(from: string, to: string, files: Files): Promise<void> {
  await files.rename(from, to);
  await files.syncFolder(dirname(to));
}

/** The machine's own files. `clock` times the short waits for files that Windows says are held. */
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
    async create(path) {
      const file = await createPrivateFile(path);
      return {
        write: (text) => file.writeFile(text, 'utf8'),
        sync: () => file.sync(),
        close: () => file.close(),
      };
    },
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
    chmod: (path, mode) => chmod(path, mode),
  };
}
