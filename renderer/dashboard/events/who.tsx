import type { Badge as ViewerBadge } from '../../../shared/events.ts';
import { ViewerBadges } from '../../widgets/viewer-badges.tsx';
import { useWords } from '../context.ts';

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
      <ViewerBadges badges={badges} className="who-badge" />
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
