import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MEDIA_LIMITS, type MediaType } from '../../../shared/overlay/media.ts';
import type { Clock } from '../../base/clock.ts';
import type { Files } from '../../base/files.ts';
import { MediaRefusedError } from './media-errors.ts';
import { MediaFolder } from './media-folder.ts';
import { type KeptItem, readIndex, writeIndex } from './media-index.ts';
import { recognise } from './recognise.ts';

/** What became of a library that comes from elsewhere. */
export interface AdoptedMedia {
  readonly files: number;
  /** Files that are none of those that the library keeps, or too many; they are gone. */
  readonly badFiles: number;
}

/**
 * Makes a library of ours of files that come from elsewhere: each is what its content says, its name is
 * cleaned, what the library would not have taken is removed. Only the names are taken from their list.
 *
 * @param folder with the files, under the hash of their content, which was checked.
 */
export async function adoptMedia(
  folder: string,
  files: Files,
  clock: Clock,
): Promise<AdoptedMedia> {
  const library = new MediaFolder(folder, files);
  if (!(await library.exists())) return { files: 0, badFiles: 0 };
  const { items } = await readIndex(library.indexFile, files, clock);
  const known = new Map(items.map((item) => [item.hash, item]));
  const hashes = await library.hashes();
  const kept: KeptItem[] = [];
  let total = 0;
  for (const hash of hashes) {
    const facts = await library.facts(hash);
    const type = facts && (await typeOf(library, hash));
    if (!facts || type === null || total + facts.bytes > MEDIA_LIMITS.totalBytes) {
      await rm(join(folder, hash), { force: true });
      continue;
    }
    total += facts.bytes;
    const told = known.get(hash);
    const name = cleanName(told?.name ?? '') || nameOfHash(hash, type);
    const addedAt = Math.min(Math.max(0, told?.addedAt ?? facts.changedAt), clock.now());
    kept.push({ hash, name, type, bytes: facts.bytes, addedAt });
  }
  await writeIndex(library.indexFile, kept, files);
  return { files: kept.length, badFiles: hashes.length - kept.length };
}

/** null: nothing that the library takes. */
async function typeOf(library: MediaFolder, hash: string): Promise<KeptItem['type'] | null> {
  try {
    return await library.withItem(hash, recognise);
  } catch (failure) {
    if (failure instanceof MediaRefusedError) return null;
    throw failure;
  }
}

const ENDINGS: Readonly<Record<MediaType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'video/webm': 'webm',
  'video/mp4': 'mp4',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'font/woff2': 'woff2',
};

/** A name for an item whose own is not known: the beginning of its hash. */
export function nameOfHash(hash: string, type: MediaType): string {
  return `${hash.slice(0, 8)}.${ENDINGS[type]}`;
}

/** Windows takes these for devices, whatever stands behind the dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * A file's name as it is kept: without its folder, without characters that cannot be seen or turn
 * the writing round, no device's, not too long. '' when nothing is left.
 */
export function cleanName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const visible = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  const harmless = DEVICE.test(visible) ? `_${visible}` : visible;
  return [...harmless].slice(0, MEDIA_LIMITS.nameChars).join('').trim();
}
