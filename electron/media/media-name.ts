import { MEDIA_LIMITS, type MediaType } from '../../shared/overlay/media.ts';

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
