import { Users } from 'lucide-react';
import { useId, useState } from 'react';
import type { Person } from '../../../shared/contract/people.ts';
import { assertNever } from '../../../shared/events.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { useNow, useWords } from '../context.ts';
import { ViewerCard } from '../live/viewer-card.tsx';
import { ActionProblem } from '../problems.tsx';
import { BlockedTab } from './blocked-tab.tsx';
import { BlockCard, BlockDialogs, useBlocking } from './blocking.tsx';
import { AGES_EVERY_MS, FollowersTab, NewFollowersCard, type TabProps } from './followers-tab.tsx';
import { LookupTab } from './lookup-tab.tsx';
import { PeopleList } from './people-list.tsx';
import type { PeopleTab } from './people-shelf.ts';
import { Moment, nameOf, OpenHistory, PersonRow, roleText } from './person-row.tsx';
import { SubscribersTab } from './subscribers-tab.tsx';
import { TAB_ICONS, TabBar } from './tab-bar.tsx';
import { useList, useObstacle, useShelf } from './use-people.ts';

/** Who follows, subscribes, helps and is blocked. */
export function PeoplePage() {
  const { t } = useWords();
  const shelf = useShelf();
  const id = useId();
  const [tab, setTab] = useState<PeopleTab>(shelf.tab);
  const [viewer, setViewer] = useState<Person | null>(null);
  const blocking = useBlocking();
  const show = (chosen: PeopleTab) => {
    shelf.tab = chosen;
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
