import type { SenderRole, Badge as ViewerBadge } from '../../../shared/events.ts';
import type { MarkedRole } from '../../../shared/overlay/names.ts';
import { ROLE_ICONS } from '../../widgets/role-icons.ts';
import { ViewerBadges } from '../../widgets/viewer-badges.tsx';
import { useWords } from '../context.ts';

interface WhoProps {
  /** null: they chose to stay anonymous. */
  readonly name: string | null;
  readonly badges?: readonly ViewerBadge[];
  readonly role?: SenderRole;
}

/** A viewer's role, badges and name. */
export function Who({ name, badges = [], role = 'viewer' }: WhoProps) {
  const { t } = useWords();
  return (
    <span className="who">
      {role === 'viewer' ? null : <RoleMark of={role} />}
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

function RoleMark({ of: role }: { readonly of: MarkedRole }) {
  const { t } = useWords();
  const Icon = ROLE_ICONS[role];
  const name = t(`role.${role}`);
  return (
    <span className="who-role" data-role={role} role="img" aria-label={name} title={name}>
      <Icon size={12} fill="currentColor" aria-hidden />
    </span>
  );
}
