import {
  CircleArrowUp,
  Gift,
  Hand,
  type LucideIcon,
  ShieldAlert,
  TriangleAlert,
  UserPlus,
} from 'lucide-react';
import type { DesktopState } from '../../shared/desktop.ts';
import {
  selectAlerts,
  selectDesktop,
  selectDrops,
  selectStatus,
  selectWidgets,
} from '../stores/dashboard-store.ts';
import type { Tone } from '../ui/badge.tsx';
import { useCoverage } from './connection/coverage.tsx';
import { useSelect, useWords } from './context.ts';
import { usePeople } from './people/use-people.ts';

interface SignProps {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly count?: string;
  /** What is heard. */
  readonly text: string;
}

/** What waits at a place, beside its name. */
export function Sign({ icon: Icon, tone, count, text }: SignProps) {
  return (
    <span className={`view-sign tone-${tone}`} title={text}>
      <Icon size={14} aria-hidden />
      {count ? <span aria-hidden>{count}</span> : null}
      <span className="only-heard">{text}</span>
    </span>
  );
}

/** Alerts held for approval. */
export function HeldSign() {
  const { t, number } = useWords();
  const { heldCount: held } = useSelect(selectAlerts);
  if (held === 0) return null;
  const text = t('view.alerts-held', { count: held });
  return <Sign icon={Hand} tone="warn" count={number(held)} text={text} />;
}

/** Alerts held for approval, else alerts that never appeared. */
export function AlertsSign() {
  const { t } = useWords();
  const { heldCount: held, neverAppearedCount: missed } = useSelect(selectAlerts);
  if (held > 0) return <HeldSign />;
  if (missed === 0) return null;
  const text = t('view.alerts-missed', { count: missed });
  return <Sign icon={TriangleAlert} tone="warn" text={text} />;
}

/** Widgets that were paused. */
export function WidgetsSign() {
  const { t } = useWords();
  const paused = useSelect(selectWidgets)?.packages.some((each) => each.paused !== null);
  return paused ? <Sign icon={TriangleAlert} tone="warn" text={t('widgets.paused')} /> : null;
}

/** New followers. */
export function ViewersSign() {
  const { t } = useWords();
  const { people, more } = usePeople().newFollowers;
  const count = people.length;
  if (count === 0) return null;
  const text = t(more ? 'view.viewers-new-more' : 'view.viewers-new', { count });
  return <Sign icon={UserPlus} tone="accent" count={more ? `${count}+` : `${count}`} text={text} />;
}

/** Claims of drops that wait to be paid. */
export function ClaimsSign() {
  const { t, number } = useWords();
  const unpaid = useSelect(selectDrops)?.unpaid ?? 0;
  if (unpaid === 0) return null;
  const text = t('view.claims', { count: unpaid });
  return <Sign icon={Gift} tone="accent" count={number(unpaid)} text={text} />;
}

/** Events may be missed right now. */
export function ConnectionSign() {
  const { t } = useWords();
  if (useCoverage() !== 'missing') return null;
  return <Sign icon={TriangleAlert} tone="warn" text={t('line.open-title')} />;
}

/** Permissions without which events do not come. */
export function PermissionsSign() {
  const { t } = useWords();
  const count = useSelect(selectStatus)?.scopes.missing.length ?? 0;
  if (count === 0) return null;
  return <Sign icon={ShieldAlert} tone="warn" text={t('scopes.missing')} />;
}

/** Hotkeys or a vault that need a look, else an update. */
export function AppSign() {
  const { t } = useWords();
  const desktop = useSelect(selectDesktop);
  if (!desktop) return null;
  if (needsAttention(desktop)) {
    return <Sign icon={TriangleAlert} tone="warn" text={t('view.settings-warn')} />;
  }
  if (desktop.update.kind !== 'available' && desktop.update.kind !== 'ready') return null;
  return <Sign icon={CircleArrowUp} tone="accent" text={t('view.settings-update')} />;
}

function needsAttention({ hotkeys, vault }: DesktopState): boolean {
  const broken = hotkeys.some(({ status }) => status !== 'active' && status !== 'off');
  return broken || (vault.protection === 'weak' && vault.allowWeak === null);
}

/** The first of its parts that needs a look. */
export function SettingsSign() {
  const isMissing = useCoverage() === 'missing';
  const lacks = (useSelect(selectStatus)?.scopes.missing.length ?? 0) > 0;
  if (isMissing) return <ConnectionSign />;
  return lacks ? <PermissionsSign /> : <AppSign />;
}
