import { Film, Image, type LucideIcon, Type, Volume2 } from 'lucide-react';
import {
  MEDIA_TYPES,
  type MediaItem,
  type MediaKind,
  mediaPath,
} from '../../../shared/overlay/media.ts';
import type { Words } from '../../i18n/dashboard.ts';

const KIND_OF_ICON: Readonly<Record<MediaKind, LucideIcon>> = {
  image: Image,
  video: Film,
  sound: Volume2,
  font: Type,
};

export function Thumbnail({ item }: { readonly item: MediaItem }) {
  const kind = kindOfItem(item);
  const Icon = KIND_OF_ICON[kind];
  const pictured = kind === 'image' && !item.broken;
  return (
    <span className="thumbnail">
      {pictured ? (
        <img src={mediaPath(item.hash)} alt="" loading="lazy" decoding="async" />
      ) : (
        <Icon size={20} aria-hidden />
      )}
    </span>
  );
}

export function kindOfItem({ type }: MediaItem): MediaKind {
  return MEDIA_TYPES[type].kind;
}

/** The file dialog's `accept` value. */
export function acceptOf(kinds: readonly MediaKind[]): string {
  return Object.entries(MEDIA_TYPES)
    .filter(([, { kind }]) => kinds.includes(kind))
    .map(([type]) => type)
    .join(',');
}

const KILO = 1_000;
const MEGA = 1_000_000;
const GIGA = 1_000_000_000;

/** A readable size, with one decimal for small numbers. */
export function bytesText(bytes: number, { t }: Words): string {
  const rounded = (unit: number) => {
    const size = bytes / unit;
    return size < 10 ? Math.round(size * 10) / 10 : Math.round(size);
  };
  if (bytes >= GIGA) return t('media.gigabytes', { size: rounded(GIGA) });
  if (bytes >= MEGA) return t('media.megabytes', { size: rounded(MEGA) });
  return t('media.kilobytes', { size: rounded(KILO) });
}
