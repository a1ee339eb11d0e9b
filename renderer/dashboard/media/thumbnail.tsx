import { Film, Image, type LucideIcon, Type, Volume2 } from 'lucide-react';
import { type MediaItem, type MediaKind, mediaPath } from '../../../shared/overlay/media.ts';
import { kindOfItem } from './media-words.ts';

const KIND_OF_ICON: Readonly<Record<MediaKind, LucideIcon>> = {
  image: Image,
  video: Film,
  sound: Volume2,
  font: Type,
};

/** A small picture of an item, or its kind's sign. The name stands beside it. */
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
