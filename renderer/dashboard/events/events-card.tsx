import { Inbox, ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import type { EventKind } from '../../../shared/events.ts';
import { rowsOf } from '../../stores/dashboard-events.ts';
import { withGaps } from '../../stores/dashboard-lifeline.ts';
import {
  actionOf,
  selectEvents,
  selectLifeline,
  selectShownKind,
} from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { GapRow } from '../connection/gap-row.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { KIND_ICONS } from '../kinds.ts';
import { EventRow } from './event-row.tsx';
import { KindFilter } from './kind-filter.tsx';

/** What happened lately, newest on top: half an eye finds it in the same place every time. */
export function EventsCard() {
  const { t } = useWords();
  const events = useSelect(selectEvents);
  const shown = useSelect(selectShownKind);
  const lifeline = useSelect(selectLifeline);
  const rows = useMemo(() => withGaps(rowsOf(events, shown), lifeline), [events, shown, lifeline]);
  return (
    <Card icon={ScrollText} title={t('events.title')} className="events" aside={<KindFilter />}>
      {rows.length === 0 ? (
        <NoEvents kind={shown} />
      ) : (
        // A scrolling region must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <ol className="event-list" aria-label={t('events.title')} tabIndex={0}>
          {rows.map((row) =>
            row.type === 'gap' ? (
              <GapRow key={`gap ${row.gap.from}`} gap={row.gap} />
            ) : (
              <EventRow key={row.event.seq} event={row.event} />
            ),
          )}
        </ol>
      )}
    </Card>
  );
}

/** What a first try is best seen with. */
const FIRST_TRY: EventKind = 'DONATION';

function NoEvents({ kind }: { readonly kind: EventKind | null }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const tried = kind ?? FIRST_TRY;
  const { phase } = useSelect(actionOf(`test:${tried}`));
  const name = t(`kind.${tried}`);
  return (
    <div className="empty">
      <Inbox size={32} aria-hidden />
      <p className="empty-title">
        {kind ? t('events.empty-kind', { kind: name }) : t('events.empty')}
      </p>
      <p className="empty-text">{kind ? t('events.empty-kind-text') : t('events.empty-text')}</p>
      <Button
        icon={KIND_ICONS[tried]}
        busy={phase === 'pending'}
        onPress={() => void dashboard.playTest(tried)}
      >
        {t('events.try', { kind: name })}
      </Button>
    </div>
  );
}
