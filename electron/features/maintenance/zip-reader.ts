import type { FileHandle } from 'node:fs/promises';
import {
  type ZipLimits as AnyZipLimits,
  listZip as listAnyZip,
  type ZipEntry,
} from '../../base/zip-reader.ts';
import { BackupRefusedError } from './errors.ts';

export type { ZipEntry } from '../../base/zip-reader.ts';
export type ZipLimits = Omit<AnyZipLimits, 'refusal'>;

/** As `base/zip-reader.ts`, with a backup's refusals. @throws BackupRefusedError */
export function listZip(file: FileHandle, limits: ZipLimits): Promise<readonly ZipEntry[]> {
  return listAnyZip(file, { ...limits, refusal: BackupRefusedError });
}
