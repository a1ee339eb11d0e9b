import { Hand, TriangleAlert } from 'lucide-react';
import { selectAlerts } from '../../stores/dashboard-store.ts';
import { useSelect, useWords } from '../context.ts';

/** At the page's tab: alerts want a look, or some never appeared. */
export function DeskSign() {
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
