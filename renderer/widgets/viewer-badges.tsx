import type { ReactNode } from 'react';
import type { Badge } from '../../shared/events.ts';
import { SafeImage } from './safe-image.tsx';

/** More would push the name off its line. */
const BADGES_MAX = 4;

export interface ViewerBadgesProps {
  readonly badges: readonly Badge[];
  /** The class of each image. */
  readonly className: string;
}

/** The first badges of a viewer; one whose image does not come leaves no hole. */
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
