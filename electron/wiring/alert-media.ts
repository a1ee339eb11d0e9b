import type { PlayingAlert } from '../../shared/alerts.ts';
import { MEDIA_TYPES, type MediaItem } from '../../shared/overlay/media.ts';

/** The alert with what sort its picture is, so that pages need not find out by a failed try. */
export function withImageKind(
  alert: PlayingAlert | null,
  items: readonly Pick<MediaItem, 'hash' | 'type'>[],
): PlayingAlert | null {
  if (!alert || alert.look.image === null) return alert;
  const item = items.find(({ hash }) => hash === alert.look.image);
  const kind = item && MEDIA_TYPES[item.type].kind;
  if (kind !== 'image' && kind !== 'video') return alert;
  return { ...alert, look: { ...alert.look, imageKind: kind } };
}
