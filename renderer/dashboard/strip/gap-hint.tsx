import { TriangleAlert } from 'lucide-react';
import { selectLifeline } from '../../stores/dashboard-store.ts';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { Lasting } from '../lasting.tsx';

/** Events may be missed right now: never out of sight, and the way to where it is explained. */
export function GapHint() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const openGap = useSelect(selectLifeline)?.openGap ?? null;
  if (!openGap) return null;
  return (
    <button
      type="button"
      className="gap-hint tone-warn"
      title={t('strip.missing-hint')}
      onClick={() => dashboard.show('connection')}
    >
      <TriangleAlert size={16} aria-hidden />
      {/* Only the words are read out; the seconds beside them are not. */}
      <span role="status">{t('strip.missing')}</span>
      <Lasting since={openGap.from} />
    </button>
  );
}
