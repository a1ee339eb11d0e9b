import { memo } from 'react';
import type { BlockedPerson } from '../../../shared/contract/people.ts';
import { Badge } from '../../ui/badge.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { type BlockingState, UnblockButton } from './blocking.tsx';
import { AGES_EVERY_MS, type TabProps } from './followers-tab.tsx';
import { ObstacleNote } from './obstacle-note.tsx';
import { PeopleList } from './people-list.tsx';
import { Moment, PersonRow, relativeTime } from './person-row.tsx';
import { TAB_ICONS } from './tab-bar.tsx';
import { useObstacle, usePeople, usePeopleList } from './use-people.ts';

export function BlockedTab({ blocking }: TabProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { blocksRevision } = usePeople();
  const obstacle = useObstacle('READ:USER_BLOCK');
  const writing = useObstacle('WRITE:USER_BLOCK');
  const list = usePeopleList<BlockedPerson, string | null>({
    name: 'blocked',
    first: null,
    read: (next, onWait) => dashboard.read('people.blocked', { next }, onWait),
    obstacle,
    // Changes when a block changes, here or on another page.
    revision: blocksRevision,
  });
  const now = useNow(AGES_EVERY_MS);
  return (
    <>
      {blocking.failed ? <ActionProblem action={blocking.failed} /> : null}
      {writing?.kind === 'scope' && !obstacle ? <ObstacleNote obstacle={writing} /> : null}
      <PeopleList
        label={t('people.tab-blocked')}
        icon={TAB_ICONS.blocked}
        list={list}
        obstacle={obstacle}
        none={t('people.no-blocked')}
        noneText={t('people.no-blocked-text')}
        row={(person) => (
          <BlockedRow
            key={person.channelId}
            person={person}
            now={now}
            onUnblock={blocking.unblock}
          />
        )}
      />
    </>
  );
}

interface BlockedRowProps {
  readonly person: BlockedPerson;
  readonly now: number;
  readonly onUnblock: BlockingState['unblock'];
}

const BlockedRow = memo(function BlockedRow({ person, now, onUnblock }: BlockedRowProps) {
  return (
    <PersonRow
      person={person}
      marks={<Until person={person} now={now} />}
      facts={<Moment at={person.since} now={now} />}
    >
      <UnblockButton person={person} until={person.until} onUnblock={onUnblock} />
    </PersonRow>
  );
});

function Until({ person, now }: { readonly person: BlockedPerson; readonly now: number }) {
  const { t, language, dateTime, moment } = useWords();
  const { until } = person;
  if (until === null) return <Badge tone="error">{t('people.for-good')}</Badge>;
  if (until === 'unknown') return <Badge tone="warn">{t('people.until-unknown')}</Badge>;
  const when = relativeTime(until, now, language);
  const time = moment(until, now);
  return (
    <Badge tone="warn" title={dateTime(until)}>
      {until <= now ? t('people.until-over') : null}
      {until > now && when === null ? t('people.until-soon', { time }) : null}
      {until > now && when !== null ? t('people.until', { when, time }) : null}
    </Badge>
  );
}
