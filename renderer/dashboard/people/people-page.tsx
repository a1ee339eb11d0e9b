import { Users } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import type { Person } from '../../../shared/contract/people.ts';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../context.ts';
import { ViewerCard } from '../live/viewer-card.tsx';
import { ActionProblem } from '../problems.tsx';
import { BlockCard, BlockDialogs, useBlocking } from './blocking.tsx';
import { NewFollowersCard } from './new-followers-card.tsx';
import { TabContent } from './people-tabs.tsx';
import { nameOf, PersonActions } from './person-row.tsx';
import { PEOPLE_TABS, type PeopleTab, TAB_ICONS, usePeopleView } from './use-people.ts';

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
            className="stack roomy"
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

interface TabBarProps {
  readonly id: string;
  readonly present: PeopleTab;
  readonly onShow: (tab: PeopleTab) => void;
}

function TabBar({ id, present, onShow }: TabBarProps) {
  const { t } = useWords();
  const bar = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent) => {
    const next = tabAt(PEOPLE_TABS.indexOf(present), event.key);
    if (!next) return;
    event.preventDefault();
    onShow(next);
    bar.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}${next}`)}`)?.focus();
  };
  return (
    <div ref={bar} className="people-tabs" role="tablist" aria-label={t('people.tabs')}>
      {PEOPLE_TABS.map((tab) => {
        const Icon = TAB_ICONS[tab];
        return (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}${tab}`}
            className="people-tab"
            aria-selected={tab === present}
            aria-controls={`${id}panel`}
            tabIndex={tab === present ? 0 : -1}
            onClick={() => onShow(tab)}
            onKeyDown={go}
          >
            <Icon size={14} aria-hidden />
            <span>{t(`people.tab-${tab}`)}</span>
          </button>
        );
      })}
    </div>
  );
}

/** The tab a key leads to, around the ends. */
function tabAt(from: number, key: string): PeopleTab | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    Home: 0,
    End: -1,
  };
  const to = steps[key];
  return to === undefined ? undefined : PEOPLE_TABS.at(to % PEOPLE_TABS.length);
}
