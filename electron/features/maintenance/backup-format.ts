import { z } from 'zod';
import { MEDIA_LIMITS, MEDIA_MOST_BYTES } from '../../../shared/overlay/media.ts';
import type { ZipLimits } from './zip-reader.ts';

/** Raised when an older version could no longer read a backup. */
export const BACKUP_FORMAT = 1;

export const MANIFEST = 'stagelight-backup.json';
export const SETTINGS = 'settings.json';
export const LEDGER = 'ledger.sqlite';
export const SECRETS = 'secrets.json';
export const MEDIA = 'media';
export const MEDIA_INDEX = 'media/index.json';

/** A file of the media library, named by the hash of its content. */
export const MEDIA_FILE = /^media\/([0-9a-f]{64})$/;

/** Every other path is rejected, so no zip can write elsewhere. */
function isBackupPath(path: string): boolean {
  return [MANIFEST, SETTINGS, LEDGER, SECRETS, MEDIA_INDEX].includes(path) || MEDIA_FILE.test(path);
}

/** Maximum unpacked size of a backup: one and a half times the media library's limit. */
export const MOST_BACKUP_BYTES = MEDIA_LIMITS.totalBytes * 1.5;

export const BACKUP_LIMITS: ZipLimits = {
  entries: 5_000,
  bytes: MOST_BACKUP_BYTES,
  allows: isBackupPath,
};

/** Maximum unpacked bytes of one file of a backup; the ledger may use the whole limit. */
export function mostBytesOf(path: string): number {
  if (MEDIA_FILE.test(path)) return MEDIA_MOST_BYTES;
  return path === LEDGER ? MOST_BACKUP_BYTES : MOST_TEXT_BYTES;
}

/** Small parts are read into memory; larger ones are not ours. */
export const MOST_TEXT_BYTES = 32 * 1024 * 1024;

export const manifestSchema = z.object({
  stagelight: z.literal('backup'),
  format: z.number().int().min(1),
  app: z.string().max(40),
  createdAt: z.number().int(),
  files: z
    .array(
      z.object({
        path: z.string().refine(isBackupPath),
        bytes: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(5_000),
});

export type BackupManifest = z.infer<typeof manifestSchema>;

/** Included on request. Not the sign-in: its token works once, so using a copy would end both. */
export const BACKED_UP_SECRETS = ['client-secret', 'overlay-key', 'dashboard-key'] as const;

/** A database with the files that SQLite may keep beside it. */
export function databaseFiles(path: string): readonly string[] {
  return ['', '-wal', '-shm', '-journal'].map((ending) => path + ending);
}
