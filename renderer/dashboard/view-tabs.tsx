import {
  BellRing,
  BookText,
  Cable,
  CircleCheck,
  Gift,
  Layers,
  type LucideIcon,
  MonitorPlay,
  Settings2,
  SlidersHorizontal,
  TriangleAlert,
  Users,
} from 'lucide-react';
import { selectView, VIEWS, type View } from '../stores/dashboard-store.ts';
import { DeskSign } from './alerts/alerts-sign.tsx';
import { type Coverage, useCoverage } from './connection/coverage.ts';
import { useDashboard, useSelect, useWords } from './context.ts';
import { AppSign } from './desktop/desktop-sign.tsx';
import { PeopleSign } from './people/people-sign.tsx';

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

/** What the page shows below its strip; a sign at a view says how things are there. */
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
      {view === 'alerts' ? <DeskSign /> : null}
      {view === 'people' ? <PeopleSign /> : null}
      {view === 'connection' ? <CoverageSign /> : null}
      {view === 'app' ? <AppSign /> : null}
    </button>
  );
}

function CoverageSign() {
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
