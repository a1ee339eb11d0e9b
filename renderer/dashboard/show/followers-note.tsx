import { useEffect } from 'react';
import { FOLLOWERS_MOST } from '../../../shared/contract/people.ts';
import { selectPeople } from '../../stores/dashboard-store.ts';
import { useDashboard, useSelect, useWords } from '../context.ts';

/** What “followers” means here, and how many are known; the rest of them are read while it is seen. */
export function FollowersNote() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const people = useSelect(selectPeople);
  useEffect(() => {
    void dashboard.ask('people.read-followers', {});
  }, [dashboard]);
  if (!people) return null;
  const { count, whole } = people.followersRead;
  return (
    <p className="card-note" role="status">
      {t('show.followers', { most: FOLLOWERS_MOST })}{' '}
      {t(`show.followers-${whole ? 'read' : 'reading'}`, { count })}
    </p>
  );
}
