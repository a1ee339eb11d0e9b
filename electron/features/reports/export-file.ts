import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { REPORT_FILE } from '../../../shared/contract/reports.ts';
import { StagelightError } from '../../base/errors.ts';
import { createPrivateFile, type Files, moveFile } from '../../base/files.ts';

const UNFINISHED = '.part';

interface ExportPlace {
  readonly folder: string;
  /** Already checked: it leads to no other folder. */
  readonly name: string;
  readonly files: Files;
}

/**
 * Appends a part to a file in the folder: the first part creates it and never overwrites a file,
 * the last gives it its final name. One file at a time; an earlier unfinished one is removed.
 * @throws StagelightError
 */
export async function addToFile(
  { folder, name, files }: ExportPlace,
  part: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): Promise<void> {
  const path = join(folder, name);
  try {
    // Fails if a file to continue is gone, as it would start in the middle.
    const file = isFirst
      ? await begin(folder, path, files)
      : await open(path + UNFINISHED, constants.O_WRONLY | constants.O_APPEND);
    try {
      await file.writeFile(part);
      if (isLast) await file.sync();
    } finally {
      await file.close();
    }
    if (isLast) await moveFile(path + UNFINISHED, path, files);
  } catch (failure) {
    throw new StagelightError({ code: 'reports-export-not-saved' }, { cause: failure });
  }
}

async function begin(folder: string, path: string, files: Files): Promise<FileHandle> {
  await files.createFolder(folder);
  if ((await files.kind(path)) !== 'missing') throw new Error('there is a file of this name');
  const left = (await readdir(folder)).filter(isUnfinished);
  for (const name of left) await files.remove(join(folder, name));
  return createPrivateFile(path + UNFINISHED);
}

function isUnfinished(name: string): boolean {
  return name.endsWith(UNFINISHED) && REPORT_FILE.test(name.slice(0, -UNFINISHED.length));
}
