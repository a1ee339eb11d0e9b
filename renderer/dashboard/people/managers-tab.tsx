import { Badge } from '../../ui/badge.tsx';
import { useNow, useWords } from '../context.ts';
import { AGES_EVERY_MS } from './followers-tab.tsx';
import { Moment } from './moment.tsx';
import { PeopleList } from './people-list.tsx';
import { PersonRow } from './person-row.tsx';
import { roleText } from './person-words.ts';
import { TAB_ICONS } from './tab-bar.tsx';
import { useList, useObstacle, useShelf } from './use-people.ts';

export function ManagersTab() {
  const words = useWords();
  const { t } = words;
  const { managers } = useShelf();
  const obstacle = useObstacle('READ:CHANNEL');
  const state = useList(managers, obstacle);
  const now = useNow(AGES_EVERY_MS);
  return (
    <PeopleList
      label={t('people.tab-managers')}
      icon={TAB_ICONS.managers}
      list={managers}
      state={state}
      obstacle={obstacle}
      none={t('people.no-managers')}
      noneText={t('people.no-managers-text')}
      row={(person) => (
        <PersonRow
          key={person.channelId}
          person={person}
          marks={<Badge tone="live">{roleText(person.role, words)}</Badge>}
          facts={<Moment at={person.since} now={now} />}
        />
      )}
    />
  );
}
