import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MEDIA_LIMITS, type MediaType } from '../../../shared/overlay/media.ts';
import type { Clock } from '../../base/clock.ts';
import type { Files } from '../../base/files.ts';
import { MediaRefusedError } from './media-errors.ts';
import { MediaFolder } from './media-folder.ts';
import { type KeptItem, readIndex, writeIndex } from './media-index.ts';
import { recognise } from './recognise.ts';

/**
 * Makes a library from foreign files: types come from the content, names are cleaned. Files of
 * unsupported content or too many are removed and counted as bad. Only the names are taken from the
 * foreign list.
 * @param folder contains the files under the verified hash of their content.
 */
export async function adoptMedia(folder: string, files: Files, clock: Clock) {
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

/** Returns null if the library does not support the content. */
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

/** A name for an unnamed item: the beginning of its hash. */
export function nameOfHash(hash: string, type: MediaType): string {
  return `${hash.slice(0, 8)}.${ENDINGS[type]}`;
}

/** Windows treats these as devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Without folder, invisible and direction-changing characters, device names. '': nothing is left. */
export function cleanName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const visible = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  const harmless = DEVICE.test(visible) ? `_${visible}` : visible;
  return [...harmless].slice(0, MEDIA_LIMITS.nameChars).join('').trim();
}
