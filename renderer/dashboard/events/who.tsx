import type { Badge as ViewerBadge } from '../../../shared/events.ts';
import { SafeImage } from '../../widgets/safe-image.tsx';
import { useWords } from '../context.ts';

const SHOWN_BADGES = 4;

interface WhoProps {
  /** null: they chose to stay anonymous. */
  readonly name: string | null;
  readonly badges?: readonly ViewerBadge[];
}

/** A viewer's badges and name. */
export function Who({ name, badges = [] }: WhoProps) {
  const { t } = useWords();
  return (
    <span className="who">
      {badges.slice(0, SHOWN_BADGES).map((badge, place) => (
        <SafeImage
          // The badges of one event never change places, and two may have one id.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={place}
          className="who-badge"
          url={badge.imageUrl}
          name={badge.name}
          fallback={null}
        />
      ))}
      {name ? (
        <bdi className="who-name" title={name}>
          {name}
        </bdi>
      ) : (
        <span className="who-none">
          {t(name === null ? 'events.anonymous' : 'events.nameless')}
        </span>
      )}
    </span>
  );
}
