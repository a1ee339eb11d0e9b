import { Crown, type LucideIcon, Shield, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Badge } from '../../shared/events.ts';
import type { MarkedRole } from '../../shared/overlay/names.ts';
import { SafeImage } from './safe-image.tsx';
import { useWords } from './widget-words.tsx';

/** Stable names: docs/themes.md. */
const CLASSES: Readonly<Record<MarkedRole, string>> = {
  streamer: 'sl-chat-role sl-chat-streamer',
  manager: 'sl-chat-role sl-chat-manager',
  subscriber: 'sl-chat-role sl-chat-subscriber',
};

/** A role's badge before a name. Roles differ in shape, not only in colour. */
export function RoleBadge({ of: role }: { readonly of: MarkedRole }): ReactNode {
  const { t } = useWords();
  const Icon = ROLE_ICONS[role];
  return (
    <span className={CLASSES[role]} role="img" aria-label={t(`chat.${role}`)}>
      <Icon aria-hidden="true" fill="currentColor" strokeWidth={1.5} />
    </span>
  );
}

/** One icon per role, on the overlay and in the dashboard. */
export const ROLE_ICONS: Readonly<Record<MarkedRole, LucideIcon>> = {
  streamer: Crown,
  manager: Shield,
  subscriber: Star,
};

/** More would push the name off its line. */
export const BADGES_MAX = 4;

interface ViewerBadgesProps {
  readonly badges: readonly Badge[];
  readonly className: string;
}

/** A viewer's first badges; a failed image leaves no gap. */
export function ViewerBadges({ badges, className }: ViewerBadgesProps): ReactNode {
  return badges.slice(0, BADGES_MAX).map((badge, at) => (
    <SafeImage
      // The badges of one event never change places, and two may have the same id.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      key={at}
      className={className}
      url={badge.imageUrl}
      name={badge.name}
      fallback={null}
    />
  ));
}
