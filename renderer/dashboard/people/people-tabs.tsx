import { memo, type ReactNode, useState } from 'react';
import {
  type BlockedPerson,
  type Follower,
  type Manager,
  SUBSCRIBER_ORDERS,
  type Subscriber,
} from '../../../shared/contract/people.ts';
import { Badge } from '../../ui/badge.tsx';
import { Segments } from '../../ui/fields.tsx';
import { useDashboard, useWords } from '../context.ts';
import { BlockButton, UnblockButton } from './blocking.tsx';
import { LookupTab } from './lookup-tab.tsx';
import { ObstacleNote } from './obstacle-note.tsx';
import { PeopleList } from './people-list.tsx';
import { Moment, PersonRow, relativeTime, roleText } from './person-row.tsx';
import {
  type PeopleTab,
  useObstacle,
  usePeople,
  usePeopleList,
  usePeopleView,
} from './use-people.ts';

const TABS: Readonly<Record<PeopleTab, () => ReactNode>> = {
  followers: FollowersTab,
  subscribers: SubscribersTab,
  managers: ManagersTab,
  blocked: BlockedTab,
  lookup: LookupTab,
};

export function TabContent({ tab }: { readonly tab: PeopleTab }) {
  const Tab = TABS[tab];
  return <Tab />;
}

function FollowersTab() {
  const dashboard = useDashboard();
  const list = usePeopleList<Follower, number>({
    name: 'followers',
    scope: 'READ:CHANNEL',
    first: 0,
    read: (page, onWait) => dashboard.read('people.followers', { page }, onWait),
  });
  const news = new Set(usePeople().newFollowers.people.map(({ channelId }) => channelId));
  return (
    <PeopleList
      tab="followers"
      list={list}
      row={(person, now) => (
        <FollowerRow
          key={person.channelId}
          person={person}
          isNew={news.has(person.channelId)}
          now={now}
        />
      )}
    />
  );
}

interface RowProps<T extends Follower> {
  readonly person: T;
  readonly now: number;
}

// Rows are memoized: adding a page does not rerender existing ones.

export const FollowerRow = memo(function FollowerRow({
  person,
  isNew,
  now,
}: RowProps<Follower> & { readonly isNew: boolean }) {
  const { t } = useWords();
  return (
    <PersonRow
      person={person}
      marks={isNew ? <Badge tone="accent">{t('people.new')}</Badge> : null}
      facts={<Moment at={person.since} now={now} />}
    >
      <BlockButton person={person} />
    </PersonRow>
  );
});

function SubscribersTab() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const view = usePeopleView();
  const [order, setOrder] = useState(view.order);
  const list = usePeopleList<Subscriber, number>({
    name: `subscribers ${order}`,
    scope: 'READ:SUBSCRIPTION',
    first: 0,
    read: (page, onWait) => dashboard.read('people.subscribers', { page, sort: order }, onWait),
  });
  return (
    <PeopleList
      tab="subscribers"
      list={list}
      tools={
        <Segments
          label={t('people.order')}
          choices={SUBSCRIBER_ORDERS.map((value) => ({ value, label: t(`people.order-${value}`) }))}
          chosen={order}
          onChoose={(chosen) => {
            view.order = chosen;
            setOrder(chosen);
          }}
        />
      }
      row={(person, now) => <SubscriberRow key={person.channelId} person={person} now={now} />}
    />
  );
}

const SubscriberRow = memo(function SubscriberRow({ person, now }: RowProps<Subscriber>) {
  const { t } = useWords();
  const { months, tier } = person;
  return (
    <PersonRow
      person={person}
      marks={
        <>
          <Badge tone="accent">
            {months === null ? t('people.months-unknown') : t('people.months', { count: months })}
          </Badge>
          {tier === null ? null : <Badge>{t('people.tier', { tier })}</Badge>}
        </>
      }
      facts={<Moment at={person.since} now={now} />}
    >
      <BlockButton person={person} />
    </PersonRow>
  );
});

function ManagersTab() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const list = usePeopleList<Manager, null>({
    name: 'managers',
    scope: 'READ:CHANNEL',
    first: null,
    read: async (_all, onWait) => ({
      ...(await dashboard.read('people.managers', {}, onWait)),
      next: null,
    }),
  });
  return (
    <PeopleList
      tab="managers"
      list={list}
      row={(person, now) => (
        <PersonRow
          key={person.channelId}
          person={person}
          marks={<Badge tone="live">{roleText(person.role, t)}</Badge>}
          facts={<Moment at={person.since} now={now} />}
        />
      )}
    />
  );
}

function BlockedTab() {
  const dashboard = useDashboard();
  const { blocksRevision } = usePeople();
  const writing = useObstacle('WRITE:USER_BLOCK');
  const list = usePeopleList<BlockedPerson, string | null>({
    name: 'blocked',
    scope: 'READ:USER_BLOCK',
    first: null,
    read: (next, onWait) => dashboard.read('people.blocked', { next }, onWait),
    // Changes when a block changes, here or on another page.
    revision: blocksRevision,
  });
  return (
    <>
      {writing?.kind === 'scope' && !list.obstacle ? <ObstacleNote obstacle={writing} /> : null}
      <PeopleList
        tab="blocked"
        list={list}
        row={(person, now) => <BlockedRow key={person.channelId} person={person} now={now} />}
      />
    </>
  );
}

const BlockedRow = memo(function BlockedRow({ person, now }: RowProps<BlockedPerson>) {
  return (
    <PersonRow
      person={person}
      marks={<Until person={person} now={now} />}
      facts={<Moment at={person.since} now={now} />}
    >
      <UnblockButton person={person} />
    </PersonRow>
  );
});

function Until({ person: { until }, now }: RowProps<BlockedPerson>) {
  const { t, language, dateTime, moment } = useWords();
  if (until === null) return <Badge tone="error">{t('people.for-good')}</Badge>;
  if (until === 'unknown') return <Badge tone="warn">{t('people.until-unknown')}</Badge>;
  const when = relativeTime(until, now, language);
  const time = moment(until, now);
  const left = when === null ? t('people.until-soon', { time }) : t('people.until', { when, time });
  return (
    <Badge tone="warn" title={dateTime(until)}>
      {until <= now ? t('people.until-over') : left}
    </Badge>
  );
}
