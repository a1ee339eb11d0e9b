import {
  BellRing,
  Cable,
  CircleCheck,
  Layers,
  type LucideIcon,
  MonitorPlay,
  Settings2,
  TriangleAlert,
} from 'lucide-react';
import { selectDesktop, selectView, type View } from '../stores/dashboard-store.ts';
import { DeskSign } from './alert-desk/desk-sign.tsx';
import { AppSign } from './app-settings/app-sign.tsx';
import { type Coverage, useCoverage } from './connection/coverage.ts';
import { useDashboard, useSelect, useWords } from './context.ts';

const VIEWS: readonly { readonly view: View; readonly icon: LucideIcon }[] = [
  { view: 'show', icon: MonitorPlay },
  { view: 'alerts', icon: BellRing },
  { view: 'overlay', icon: Layers },
  { view: 'connection', icon: Cable },
  { view: 'app', icon: Settings2 },
];

/**
 * What the page shows below its strip; a sign at a view says how things are there. The app's own view
 * is only where there is an app around the core.
 */
export function ViewTabs() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const present = useSelect(selectView);
  const inApp = useSelect(selectDesktop) !== null;
  const views = VIEWS.filter(({ view }) => inApp || view !== 'app');
  return (
    <nav className="views" aria-label={t('view.label')}>
      {views.map(({ view, icon: Icon }) => (
        <button
          key={view}
          type="button"
          className="view"
          aria-current={view === present ? 'page' : undefined}
          onClick={() => dashboard.show(view)}
        >
          <Icon size={16} aria-hidden />
          <span>{t(`view.${view}`)}</span>
          {view === 'alerts' ? <DeskSign /> : null}
          {view === 'connection' ? <CoverageSign /> : null}
          {view === 'app' ? <AppSign /> : null}
        </button>
      ))}
    </nav>
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
