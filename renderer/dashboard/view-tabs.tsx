import {
  BellRing,
  BookText,
  Cable,
  CircleArrowUp,
  CircleCheck,
  Gift,
  Hand,
  Layers,
  type LucideIcon,
  MonitorPlay,
  Settings2,
  SlidersHorizontal,
  TriangleAlert,
  UserPlus,
  Users,
} from 'lucide-react';
import type { DesktopState } from '../../shared/desktop.ts';
import {
  selectAlerts,
  selectDesktop,
  selectView,
  VIEWS,
  type View,
} from '../stores/dashboard-store.ts';
import type { Tone } from '../ui/badge.tsx';
import { isCovered, useCoverage } from './connection/coverage.tsx';
import { useDashboard, useSelect, useWords } from './context.ts';
import { usePeople } from './people/use-people.ts';

const ICONS: Readonly<Record<View, LucideIcon>> = {
  show: MonitorPlay,
  alerts: BellRing,
  overlay: Layers,
  stream: SlidersHorizontal,
  people: Users,
  drops: Gift,
  books: BookText,
  connection: Cable,
  app: Settings2,
};

export function ViewTabs() {
  const { t } = useWords();
  const present = useSelect(selectView);
  return (
    <nav className="views" aria-label={t('view.label')}>
      {VIEWS.map((view) => (
        <ViewTab key={view} view={view} isPresent={view === present} />
      ))}
    </nav>
  );
}

function ViewTab({ view, isPresent }: { readonly view: View; readonly isPresent: boolean }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const Icon = ICONS[view];
  return (
    <button
      type="button"
      className="view"
      aria-current={isPresent ? 'page' : undefined}
      title={t(`view.${view}`)}
      onClick={() => dashboard.show(view)}
    >
      <Icon size={16} aria-hidden />
      <span className="view-name">{t(`view.${view}`)}</span>
      {view === 'alerts' ? <AlertsBadge /> : null}
      {view === 'people' ? <PeopleBadge /> : null}
      {view === 'connection' ? <CoverageBadge /> : null}
      {view === 'app' ? <DesktopBadge /> : null}
    </button>
  );
}

interface SignProps {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly count?: string;
  /** What is heard. */
  readonly text: string;
}

function Sign({ icon: Icon, tone, count, text }: SignProps) {
  return (
    <span className={`view-sign ${count ? 'view-count' : ''} tone-${tone}`}>
      <Icon size={14} aria-hidden />
      {count ? <span aria-hidden>{count}</span> : null}
      <span className="only-heard">{text}</span>
    </span>
  );
}

function CoverageBadge() {
  const { t } = useWords();
  const coverage = useCoverage();
  if (isCovered(coverage)) {
    return <Sign icon={CircleCheck} tone="live" text={t(`line.${coverage}`)} />;
  }
  if (coverage !== 'missing') return null;
  return <Sign icon={TriangleAlert} tone="warn" text={t('line.open-title')} />;
}

function AlertsBadge() {
  const { t, number } = useWords();
  const { heldCount: held, neverAppearedCount: missed } = useSelect(selectAlerts);
  if (held > 0) {
    const text = t('view.alerts-held', { count: held });
    return <Sign icon={Hand} tone="warn" count={number(held)} text={text} />;
  }
  if (missed === 0) return null;
  const text = t('view.alerts-missed', { count: missed });
  return <Sign icon={TriangleAlert} tone="warn" text={text} />;
}

function PeopleBadge() {
  const { t } = useWords();
  const { people, more } = usePeople().newFollowers;
  const count = people.length;
  if (count === 0) return null;
  const text = t(more ? 'view.people-new-more' : 'view.people-new', { count });
  return <Sign icon={UserPlus} tone="accent" count={more ? `${count}+` : `${count}`} text={text} />;
}

function DesktopBadge() {
  const { t } = useWords();
  const desktop = useSelect(selectDesktop);
  if (!desktop) return null;
  if (needsAttention(desktop)) {
    return <Sign icon={TriangleAlert} tone="warn" text={t('view.app-warn')} />;
  }
  if (desktop.update.kind !== 'available' && desktop.update.kind !== 'ready') return null;
  return <Sign icon={CircleArrowUp} tone="accent" text={t('view.app-update')} />;
}

function needsAttention({ hotkeys, vault }: DesktopState): boolean {
  const broken = hotkeys.some(({ status }) => status !== 'active' && status !== 'off');
  return broken || (vault.protection === 'weak' && vault.allowWeak === null);
}
