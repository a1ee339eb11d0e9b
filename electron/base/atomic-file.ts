import { extname } from 'node:path';
import { type Clock, toIsoTime } from './clock.ts';
import { type Files, moveFile } from './files.ts';

/**
 * Replaces the text of `path` as a whole: when the promise resolves the new text is on the disk;
 * after a crash at any moment before, either the old or the new text is there, never a part. File and
 * folder are their owner's only. One writer a file: the temporary file's name is fixed, so that a crash
 * leaves at most one, which the next write replaces.
 */
export async function writeFileAtomic(path: string, text: string, files: Files): Promise<void> {
  const temporary = `${path}.tmp`;
  await files.remove(temporary);
  try {
    const file = await files.create(temporary);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveFile(temporary, path, files);
  } catch (failure) {
    // Half a file of secrets is no use to anybody; the first failure is the one to tell.
    await files.remove(temporary).catch(() => undefined);
    throw failure;
  }
}

/** The file's text; null when there is none. Throws what the system says of an unreadable one. */
export async function readTextOrNull(path: string, files: Files): Promise<string | null> {
  return (await files.kind(path)) === 'missing' ? null : files.readText(path);
}

/** `20260102-030405` for the given instant, in UTC: it may stand in a file's name everywhere. */
export function stampOf(epochMs: number): string {
  return toIsoTime(epochMs).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

/** A free name beside `path` for what cannot be used: `name-corrupt-YYYYMMDD-HHMMSS.ext` (UTC). */
export async function asideName(path: string, files: Files, clock: Clock): Promise<string> {
  const extension = extname(path);
  const stem = `${path.slice(0, path.length - extension.length)}-corrupt-${stampOf(clock.now())}`;
  let target = `${stem}${extension}`;
  for (let copy = 2; (await files.kind(target)) !== 'missing'; copy += 1) {
    target = `${stem}-${copy}${extension}`;
  }
  return target;
}

/** Moves a file that cannot be used out of the way (`asideName`), and answers the new path. */
export async function setAside(path: string, files: Files, clock: Clock): Promise<string> {
  const target = await asideName(path, files, clock);
  await moveFile(path, target, files);
  return target;
}
