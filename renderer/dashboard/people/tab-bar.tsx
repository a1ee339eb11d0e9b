import { Ban, Heart, type LucideIcon, ScanSearch, ShieldCheck, Sparkles } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useWords } from '../context.ts';
import { PEOPLE_TABS, type PeopleTab } from './use-people.ts';

export const TAB_ICONS: Readonly<Record<PeopleTab, LucideIcon>> = {
  followers: Heart,
  subscribers: Sparkles,
  managers: ShieldCheck,
  blocked: Ban,
  lookup: ScanSearch,
};

interface TabBarProps {
  readonly id: string;
  readonly present: PeopleTab;
  readonly onShow: (tab: PeopleTab) => void;
}

/** The page's tabs. Arrow keys, Home and End move between them. */
export function TabBar({ id, present, onShow }: TabBarProps) {
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
