import { CircleArrowUp, TriangleAlert } from 'lucide-react';
import type { DesktopState } from '../../../shared/desktop.ts';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { useSelect, useWords } from '../context.ts';

/** At the page's tab: something of the app wants a look, or there is an update. */
export function AppSign() {
  const { t } = useWords();
  const desktop = useSelect(selectDesktop);
  if (!desktop) return null;
  const warns = wantsALook(desktop);
  if (!warns && desktop.update.kind !== 'available' && desktop.update.kind !== 'ready') return null;
  const Icon = warns ? TriangleAlert : CircleArrowUp;
  return (
    <span className={`view-sign tone-${warns ? 'warn' : 'accent'}`}>
      <Icon size={14} aria-hidden />
      <span className="only-heard">{t(warns ? 'view.app-warn' : 'view.app-update')}</span>
    </span>
  );
}

function wantsALook({ hotkeys, vault }: DesktopState): boolean {
  const broken = hotkeys.some(({ status }) => status !== 'active' && status !== 'off');
  return broken || (vault.protection === 'weak' && vault.allowWeak === null);
}
