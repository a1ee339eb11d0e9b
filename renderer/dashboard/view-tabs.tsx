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
import { type Coverage, useCoverage } from './connection/coverage.tsx';
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

/** The view tabs; badges show states. */
export function ViewTabs() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const present = useSelect(selectView);
  return (
    <nav className="views" aria-label={t('view.label')}>
      {VIEWS.map((view) => (
        <ViewTab key={view} view={view} isPresent={view === present} onShow={dashboard.show} />
      ))}
    </nav>
  );
}

interface ViewTabProps {
  readonly view: View;
  readonly isPresent: boolean;
  readonly onShow: (view: View) => void;
}

function ViewTab({ view, isPresent, onShow }: ViewTabProps) {
  const { t } = useWords();
  const Icon = ICONS[view];
  return (
    <button
      type="button"
      className="view"
      aria-current={isPresent ? 'page' : undefined}
      title={t(`view.${view}`)}
      onClick={() => onShow(view)}
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

function CoverageBadge() {
  const { t } = useWords();
  const coverage = useCoverage();
  const sign = signOf(coverage);
  if (!sign) return null;
  const { icon: Icon, tone, word } = sign;
  return (
    <span className={`view-sign tone-${tone}`}>
      <Icon size={14} aria-hidden />
      <span className="only-heard">{t(word)}</span>
    </span>
  );
}

function signOf(coverage: Coverage) {
  switch (coverage) {
    case 'covered':
    case 'covered-partly':
      return { icon: CircleCheck, tone: 'live', word: `line.${coverage}` } as const;
    case 'missing':
      return { icon: TriangleAlert, tone: 'warn', word: 'line.open-title' } as const;
    case 'unknown':
    case 'first':
    case 'off':
      return null;
  }
}

/** The tab's badge: held alerts, or alerts that never appeared. */
function AlertsBadge() {
  const { t, number } = useWords();
  const { heldCount, neverAppearedCount } = useSelect(selectAlerts);
  if (heldCount > 0) {
    return (
      <span className="view-sign view-count tone-warn">
        <Hand size={14} aria-hidden />
        <span aria-hidden>{number(heldCount)}</span>
        <span className="only-heard">{t('view.alerts-held', { count: heldCount })}</span>
      </span>
    );
  }
  if (neverAppearedCount === 0) return null;
  return (
    <span className="view-sign tone-warn">
      <TriangleAlert size={14} aria-hidden />
      <span className="only-heard">{t('view.alerts-missed', { count: neverAppearedCount })}</span>
    </span>
  );
}

/** The tab's badge: unseen new followers. */
function PeopleBadge() {
  const { t } = useWords();
  const { people, more } = usePeople().newFollowers;
  const count = people.length;
  if (count === 0) return null;
  return (
    <span className="view-sign view-count tone-accent">
      <UserPlus size={14} aria-hidden />
      <span aria-hidden>{more ? `${count}+` : count}</span>
      <span className="only-heard">
        {t(more ? 'view.people-new-more' : 'view.people-new', { count })}
      </span>
    </span>
  );
}

/** The tab's badge: the app needs attention, or an update is available. */
function DesktopBadge() {
  const { t } = useWords();
  const desktop = useSelect(selectDesktop);
  if (!desktop) return null;
  const warns = needsAttention(desktop);
  if (!warns && desktop.update.kind !== 'available' && desktop.update.kind !== 'ready') return null;
  const Icon = warns ? TriangleAlert : CircleArrowUp;
  return (
    <span className={`view-sign tone-${warns ? 'warn' : 'accent'}`}>
      <Icon size={14} aria-hidden />
      <span className="only-heard">{t(warns ? 'view.app-warn' : 'view.app-update')}</span>
    </span>
  );
}

function needsAttention({ hotkeys, vault }: DesktopState): boolean {
  const broken = hotkeys.some(({ status }) => status !== 'active' && status !== 'off');
  return broken || (vault.protection === 'weak' && vault.allowWeak === null);
}
