import type { ReactNode } from 'react';
import type { MarkedRole } from '../../shared/overlay/names.ts';
import { ROLE_ICONS } from './role-icons.ts';
import { useWords } from './widget-words.tsx';

/** Stable names: docs/themes.md. */
const CLASSES: Readonly<Record<MarkedRole, string>> = {
  streamer: 'sl-chat-role sl-chat-streamer',
  manager: 'sl-chat-role sl-chat-manager',
  subscriber: 'sl-chat-role sl-chat-subscriber',
};

/** The mark of a role before a name. Roles differ in their drawing, not in their colour alone. */
export function RoleBadge({ of: role }: { readonly of: MarkedRole }): ReactNode {
  const { t } = useWords();
  const Icon = ROLE_ICONS[role];
  return (
    <span className={CLASSES[role]} role="img" aria-label={t(`chat.${role}`)}>
      <Icon aria-hidden="true" fill="currentColor" strokeWidth={1.5} />
    </span>
  );
}
