import {
  BellRing,
  BookText,
  Layers,
  type LucideIcon,
  MonitorPlay,
  PartyPopper,
  Settings,
  SlidersHorizontal,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { selectView, VIEWS, type View } from '../stores/dashboard-store.ts';
import { useDashboard, useSelect, useWords } from './context.ts';
import { AlertsSign, ClaimsSign, SettingsSign, ViewersSign } from './view-signs.tsx';

const ICONS: Readonly<Record<View, LucideIcon>> = {
  live: MonitorPlay,
  alerts: BellRing,
  overlay: Layers,
  show: PartyPopper,
  stream: SlidersHorizontal,
  viewers: Users,
  history: BookText,
  settings: Settings,
};

const SIGNS: { readonly [V in View]?: () => ReactNode } = {
  alerts: AlertsSign,
  viewers: ViewersSign,
  history: ClaimsSign,
  settings: SettingsSign,
};

/** The places of the dashboard, as a row or, in the menu of a dock, as a list. */
export function ViewTabs({ onShow }: { readonly onShow?: () => void }) {
  const { t } = useWords();
  const present = useSelect(selectView);
  return (
    <nav className="views" aria-label={t('view.label')}>
      {VIEWS.map((view) => (
        <ViewTab
          key={view}
          view={view}
          isPresent={view === present}
          nameClass={onShow ? '' : nameClassOf(view, view === present)}
          onShow={onShow}
        />
      ))}
    </nav>
  );
}

/** In a row settings are a gear, and with little room only the place that is shown has its name. */
function nameClassOf(view: View, isPresent: boolean): string {
  if (view === 'settings') return 'only-heard';
  return isPresent ? '' : 'heard-when-narrow';
}

interface ViewTabProps {
  readonly view: View;
  readonly isPresent: boolean;
  readonly nameClass: string;
  readonly onShow: (() => void) | undefined;
}

function ViewTab({ view, isPresent, nameClass, onShow }: ViewTabProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const Icon = ICONS[view];
  const ViewSign = SIGNS[view];
  return (
    <button
      type="button"
      className="view"
      data-view={view}
      aria-current={isPresent ? 'page' : undefined}
      title={t(`view.${view}`)}
      onClick={() => {
        dashboard.show(view);
        onShow?.();
      }}
    >
      <Icon size={16} aria-hidden />
      <span className={nameClass}>{t(`view.${view}`)}</span>
      {ViewSign ? <ViewSign /> : null}
    </button>
  );
}
