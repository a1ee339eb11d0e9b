import { Cable, CircleCheck, type LucideIcon, MonitorPlay, TriangleAlert } from 'lucide-react';
import { selectView, type View } from '../stores/dashboard-store.ts';
import { type Coverage, useCoverage } from './connection/coverage.ts';
import { useDashboard, useSelect, useWords } from './context.ts';

const VIEWS: readonly { readonly view: View; readonly icon: LucideIcon }[] = [
  { view: 'show', icon: MonitorPlay },
  { view: 'connection', icon: Cable },
];

/** What the page shows below its strip; a sign at the connection says whether all is well there. */
export function ViewTabs() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const present = useSelect(selectView);
  return (
    <nav className="views" aria-label={t('view.label')}>
      {VIEWS.map(({ view, icon: Icon }) => (
        <button
          key={view}
          type="button"
          className="view"
          aria-current={view === present ? 'page' : undefined}
          onClick={() => dashboard.show(view)}
        >
          <Icon size={16} aria-hidden />
          <span>{t(`view.${view}`)}</span>
          {view === 'connection' ? <CoverageSign /> : null}
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
