import { Users } from 'lucide-react';
import { useId, useState } from 'react';
import type { Manager, Person } from '../../../shared/contract/people.ts';
import { assertNever } from '../../../shared/events.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { ViewerCard } from '../live/viewer-card.tsx';
import { ActionProblem } from '../problems.tsx';
import { BlockedTab } from './blocked-tab.tsx';
import { BlockCard, BlockDialogs, useBlocking } from './blocking.tsx';
import { AGES_EVERY_MS, FollowersTab, NewFollowersCard, type TabProps } from './followers-tab.tsx';
import { LookupTab } from './lookup-tab.tsx';
import { PeopleList } from './people-list.tsx';
import { Moment, nameOf, OpenHistory, PersonRow, roleText } from './person-row.tsx';
import { SubscribersTab } from './subscribers-tab.tsx';
import { TAB_ICONS, TabBar } from './tab-bar.tsx';
import { type PeopleTab, useObstacle, usePeopleList, usePeopleView } from './use-people.ts';

/** Followers, subscribers, managers, and blocked channels. */
export function PeoplePage() {
  const { t } = useWords();
  const view = usePeopleView();
  const id = useId();
  const [tab, setTab] = useState<PeopleTab>(view.tab);
  const [viewer, setViewer] = useState<Person | null>(null);
  const blocking = useBlocking();
  const show = (chosen: PeopleTab) => {
    view.tab = chosen;
    setTab(chosen);
  };
  return (
    <OpenHistory value={setViewer}>
      <div className="people">
        <NewFollowersCard blocking={blocking} />
        <Card icon={Users} title={t('view.people')} className="people-main">
          <TabBar id={id} present={tab} onShow={show} />
          <div
            id={`${id}panel`}
            className="people-panel"
            role="tabpanel"
            aria-labelledby={`${id}${tab}`}
          >
            {blocking.failed && tab !== 'blocked' ? (
              <ActionProblem action={blocking.failed} />
            ) : null}
            <TabContent tab={tab} blocking={blocking} />
          </div>
        </Card>
        <BlockCard blocking={blocking} />
        <BlockDialogs blocking={blocking} />
        {viewer ? (
          <ViewerCard
            viewer={{ channelId: viewer.channelId, name: nameOf(viewer), badges: [] }}
            onClose={() => setViewer(null)}
          />
        ) : null}
      </div>
    </OpenHistory>
  );
}

function TabContent({ tab, blocking }: TabProps & { readonly tab: PeopleTab }) {
  switch (tab) {
    case 'followers':
      return <FollowersTab blocking={blocking} />;
    case 'subscribers':
      return <SubscribersTab blocking={blocking} />;
    case 'managers':
      return <ManagersTab />;
    case 'blocked':
      return <BlockedTab blocking={blocking} />;
    case 'lookup':
      return <LookupTab blocking={blocking} />;
    default:
      return assertNever(tab);
  }
}

function ManagersTab() {
  const words = useWords();
  const { t } = words;
  const dashboard = useDashboard();
  const obstacle = useObstacle('READ:CHANNEL');
  const list = usePeopleList<Manager, null>({
    name: 'managers',
    first: null,
    read: async (_all, onWait) => ({
      ...(await dashboard.read('people.managers', {}, onWait)),
      next: null,
    }),
    obstacle,
  });
  const now = useNow(AGES_EVERY_MS);
  return (
    <PeopleList
      label={t('people.tab-managers')}
      icon={TAB_ICONS.managers}
      list={list}
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
