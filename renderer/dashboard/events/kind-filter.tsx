import { EVENT_KINDS } from '../../../shared/events.ts';
import { selectShownKind, selectStatus } from '../../stores/dashboard-store.ts';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { KIND_ICONS } from '../kinds.ts';

/** How many came of each kind; pressing one shows that kind alone. */
export function KindFilter() {
  const { t, number } = useWords();
  const dashboard = useDashboard();
  const counts = useSelect(selectStatus)?.counts;
  const shown = useSelect(selectShownKind);
  return (
    <fieldset className="kinds" aria-label={t('events.filter')}>
      <button
        type="button"
        className="kind"
        aria-pressed={shown === null}
        onClick={() => dashboard.showKind(null)}
      >
        {t('events.all')}
      </button>
      {EVENT_KINDS.map((kind) => {
        const Icon = KIND_ICONS[kind];
        const count = counts?.[kind] ?? 0;
        const label = t('events.count', { kind: t(`kind.${kind}`), count });
        return (
          <button
            key={kind}
            type="button"
            className="kind"
            data-kind={kind}
            aria-pressed={shown === kind}
            title={label}
            onClick={() => dashboard.showKind(shown === kind ? null : kind)}
          >
            <Icon size={14} aria-hidden />
            <span className="kind-name">{t(`kind.${kind}`)}</span>{' '}
            <span className="kind-count">{number(count)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
