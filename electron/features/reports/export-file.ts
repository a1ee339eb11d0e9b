import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BOOK_FILE } from '../../../shared/contract/reports.ts';
import type { Clock } from '../../base/clock.ts';
import { errorCode, whileHeld } from '../../base/files.ts';
import { ExportNotSavedError } from './errors.ts';

/** A file has its name when it is whole; until then it has this after it. */
const UNFINISHED = '.part';
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

export interface ExportPlace {
  readonly folder: string;
  /** It has been checked: it is of no other folder. */
  readonly name: string;
  readonly clock: Clock;
}

/**
 * Adds a part to a file of the folder; the first begins it and never writes over one that is there,
 * the last gives it its name. One at a time: what an earlier one has left unfinished goes.
 *
 * @throws ExportNotSavedError
 */
export async function addToFile(
  { folder, name, clock }: ExportPlace,
  part: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): Promise<void> {
  const path = join(folder, name);
  try {
    const file = await (isFirst ? begin(folder, path) : goOn(path));
    try {
      await file.writeFile(part);
    } finally {
      await file.close();
    }
    if (isLast) await whileHeld(() => rename(path + UNFINISHED, path), clock);
  } catch (failure) {
    throw new ExportNotSavedError(failure);
  }
}

async function begin(folder: string, path: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (await exists(path)) throw new Error('there is a file of this name');
  const left = (await readdir(folder)).filter(isUnfinished);
  for (const name of left) await rm(join(folder, name), { force: true });
  return open(path + UNFINISHED, 'wx', PRIVATE_FILE);
}

/** Not one that is gone: it would begin in the middle. */
function goOn(path: string): Promise<FileHandle> {
  return open(path + UNFINISHED, constants.O_WRONLY | constants.O_APPEND);
}

function isUnfinished(name: string): boolean {
  return name.endsWith(UNFINISHED) && BOOK_FILE.test(name.slice(0, -UNFINISHED.length));
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (failure) {
    if (errorCode(failure) === 'ENOENT') return false;
    throw failure;
  }
}
