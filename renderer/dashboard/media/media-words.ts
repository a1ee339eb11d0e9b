import { MEDIA_TYPES, type MediaItem, type MediaKind } from '../../../shared/overlay/media.ts';
import type { Words } from '../../i18n/dashboard.ts';

export function kindOfItem({ type }: MediaItem): MediaKind {
  return MEDIA_TYPES[type].kind;
}

/** What a file dialog is to offer. */
export function acceptOf(kinds: readonly MediaKind[]): string {
  return Object.entries(MEDIA_TYPES)
    .filter(([, { kind }]) => kinds.includes(kind))
    .map(([type]) => type)
    .join(',');
}

const KILO = 1_000;
const MEGA = 1_000_000;
const GIGA = 1_000_000_000;

/** A size as people read it, with one decimal where it is small in its unit. */
export function bytesText(bytes: number, { t }: Words): string {
  const rounded = (unit: number) => {
    const size = bytes / unit;
    return size < 10 ? Math.round(size * 10) / 10 : Math.round(size);
  };
  if (bytes >= GIGA) return t('media.gigabytes', { size: rounded(GIGA) });
  if (bytes >= MEGA) return t('media.megabytes', { size: rounded(MEGA) });
  return t('media.kilobytes', { size: rounded(KILO) });
}
