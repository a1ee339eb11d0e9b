import { SENDER_ROLES, type SenderRole } from '../../../shared/events.ts';
import type { Voters } from '../../../shared/overlay/show-views.ts';
import type { Audience } from './activity.ts';

const LOWEST: Readonly<Record<Exclude<Voters, 'followers'>, SenderRole>> = {
  everyone: 'viewer',
  subscribers: 'subscriber',
  managers: 'manager',
};

/** Whether a viewer may do what a group may. Subscribers and managers may do what followers may. */
export function isAmong(
  group: Voters,
  who: string,
  role: SenderRole,
  audience: Pick<Audience, 'isFollower'>,
): boolean {
  const isAtLeast = (lowest: SenderRole): boolean =>
    SENDER_ROLES.indexOf(role) <= SENDER_ROLES.indexOf(lowest);
  if (group !== 'followers') return isAtLeast(LOWEST[group]);
  return isAtLeast(LOWEST.subscribers) || audience.isFollower(who);
}
