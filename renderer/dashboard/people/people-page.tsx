import { Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Person } from '../../../shared/contract/people.ts';
import { Card } from '../../ui/card.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../context.ts';
import { ViewerCard } from '../live/viewer-card.tsx';
import { ActionProblem } from '../problems.tsx';
import { BlockCard, BlockDialogs, useBlocking } from './blocking.tsx';
import { NewFollowersCard } from './new-followers-card.tsx';
import { TabContent } from './people-tabs.tsx';
import { nameOf, PersonActions } from './person-row.tsx';
import { PEOPLE_TABS, TAB_ICONS, usePeopleView } from './use-people.ts';

export function PeoplePage() {
  const { t } = useWords();
  const view = usePeopleView();
  const [tab, setTab] = useState(view.tab);
  const [viewer, setViewer] = useState<Person | null>(null);
  const blocking = useBlocking();
  const { failed, askToBlock, unblock } = blocking;
  const actions = useMemo(
    () => ({ openHistory: setViewer, askToBlock, unblock }),
    [askToBlock, unblock],
  );
  return (
    <PersonActions value={actions}>
      <div className="people columns">
        <NewFollowersCard />
        <Card icon={Users} title={t('view.people')} className="people-main">
          <Tabs
            label={t('people.tabs')}
            tabs={PEOPLE_TABS.map((value) => ({
              value,
              label: t(`people.tab-${value}`),
              icon: TAB_ICONS[value],
            }))}
            present={tab}
            onShow={(chosen) => {
              view.tab = chosen;
              setTab(chosen);
            }}
          >
            {failed ? <ActionProblem action={failed} /> : null}
            <TabContent tab={tab} />
          </Tabs>
        </Card>
        <BlockCard onAsk={askToBlock} />
        <BlockDialogs blocking={blocking} />
        {viewer ? (
          <ViewerCard
            viewer={{ channelId: viewer.channelId, name: nameOf(viewer), badges: [] }}
            onClose={() => setViewer(null)}
          />
        ) : null}
      </div>
    </PersonActions>
  );
}
