import type { ReactNode } from 'react';
import type { DeskAlert } from '../../../shared/contract/alerts.ts';
import { useWords } from '../context.ts';
import { useKeptFocus } from './use-kept-focus.ts';

interface DeskListProps<A extends DeskAlert> {
  readonly label: string;
  readonly alerts: readonly A[];
  /** How many there are in all; the list holds the first of them. */
  readonly count: number;
  /** What is said while there are none. */
  readonly empty: string;
  readonly row: (alert: A) => ReactNode;
  /** Below them: what can be done to all. */
  readonly children?: ReactNode;
}

/** Alerts in a list that scrolls when it is long. */
export function DeskList<A extends DeskAlert>(props: DeskListProps<A>) {
  const { label, alerts, count, empty, row, children } = props;
  const { t } = useWords();
  const kept = useKeptFocus(alerts);
  const more = count - alerts.length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears where the keyboard is
    <div className="desk-list" ref={kept.ref} onFocus={kept.onFocus} onBlur={kept.onBlur}>
      {count === 0 ? (
        <p className="desk-none" tabIndex={-1}>
          {empty}
        </p>
      ) : null}
      {alerts.length > 0 ? (
        <ol className="desk-rows" aria-label={label}>
          {alerts.map(row)}
        </ol>
      ) : null}
      {more > 0 ? <p className="card-note">{t('desk.more', { count: more })}</p> : null}
      {children}
    </div>
  );
}
