import { UserPlus } from 'lucide-react';
import { useWords } from '../context.ts';
import { usePeopleDesk } from './use-people.ts';

/** At the view's name: how many new followers nobody has looked at yet. */
export function PeopleSign() {
  const { t } = useWords();
  const { people, more } = usePeopleDesk().newFollowers;
  const count = people.length;
  if (count === 0) return null;
  return (
    <span className="view-sign view-count tone-accent">
      <UserPlus size={14} aria-hidden />
      <span aria-hidden>{more ? `${count}+` : count}</span>
      <span className="only-heard">
        {t(more ? 'view.people-new-more' : 'view.people-new', { count })}
      </span>
    </span>
  );
}
