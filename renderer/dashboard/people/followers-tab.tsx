import { memo } from 'react';
import type { Follower } from '../../../shared/contract/people.ts';
import { Badge } from '../../ui/badge.tsx';
import { useNow, useWords } from '../context.ts';
import { BlockButton } from './block-button.tsx';
import { Moment } from './moment.tsx';
import { PeopleList } from './people-list.tsx';
import { PersonRow } from './person-row.tsx';
import { TAB_ICONS } from './tab-bar.tsx';
import type { BlockingInUse } from './use-blocking.ts';
import { useList, useObstacle, usePeopleDesk, useShelf } from './use-people.ts';

/** Times that are minutes old and older are read again this often, milliseconds. */
export const AGES_EVERY_MS = 30_000;

export interface TabProps {
  readonly blocking: BlockingInUse;
}

export function FollowersTab({ blocking }: TabProps) {
  const { t } = useWords();
  const { followers } = useShelf();
  const obstacle = useObstacle('READ:CHANNEL');
  const state = useList(followers, obstacle);
  const now = useNow(AGES_EVERY_MS);
  const { people } = usePeopleDesk().newFollowers;
  const news = new Set(people.map(({ channelId }) => channelId));
  return (
    <PeopleList
      label={t('people.tab-followers')}
      icon={TAB_ICONS.followers}
      list={followers}
      state={state}
      obstacle={obstacle}
      none={t('people.no-followers')}
      noneText={t('people.no-followers-text')}
      row={(person) => (
        <FollowerRow
          key={person.channelId}
          person={person}
          isNew={news.has(person.channelId)}
          now={now}
          onAsk={blocking.askToBlock}
        />
      )}
    />
  );
}

interface FollowerRowProps {
  readonly person: Follower;
  readonly isNew: boolean;
  readonly now: number;
  readonly onAsk: BlockingInUse['askToBlock'];
}

/** A list grows by pages: those that are there are not drawn again for it. */
const FollowerRow = memo(function FollowerRow({ person, isNew, now, onAsk }: FollowerRowProps) {
  const { t } = useWords();
  return (
    <PersonRow
      person={person}
      marks={isNew ? <Badge tone="accent">{t('people.new')}</Badge> : null}
      facts={<Moment at={person.since} now={now} />}
    >
      <BlockButton person={person} onAsk={onAsk} />
    </PersonRow>
  );
});
