import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExportNotSavedError } from './errors.ts';

/**
 * Adds a part to a file of the folder; the first begins it, and never writes over one that is there.
 * The name has been checked: it is of no other folder.
 *
 * @throws ExportNotSavedError
 */
export async function addToFile(
  folder: string,
  name: string,
  part: string,
  isFirst: boolean,
): Promise<void> {
  try {
    const file = join(folder, name);
    if (!isFirst) return await appendFile(file, part);
    await mkdir(folder, { recursive: true });
    await writeFile(file, part, { flag: 'wx', mode: 0o600 });
  } catch (failure) {
    throw new ExportNotSavedError(failure);
  }
}
