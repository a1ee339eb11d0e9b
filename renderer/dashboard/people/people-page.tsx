import { Users } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { Person } from '../../../shared/contract/people.ts';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../context.ts';
import { ViewerCard } from '../live/viewer-card.tsx';
import { ActionProblem } from '../problems.tsx';
import { BlockCard, BlockDialogs, useBlocking } from './blocking.tsx';
import { NewFollowersCard } from './new-followers-card.tsx';
import { TabContent } from './people-tabs.tsx';
import { nameOf, PersonActions } from './person-row.tsx';
import { TabBar } from './tab-bar.tsx';
import { usePeopleView } from './use-people.ts';

export function PeoplePage() {
  const { t } = useWords();
  const view = usePeopleView();
  const id = useId();
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
          <TabBar
            id={id}
            present={tab}
            onShow={(chosen) => {
              view.tab = chosen;
              setTab(chosen);
            }}
          />
          <div
            id={`${id}panel`}
            className="people-panel stack"
            role="tabpanel"
            aria-labelledby={`${id}${tab}`}
          >
            {failed ? <ActionProblem action={failed} /> : null}
            <TabContent tab={tab} />
          </div>
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
