import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, type LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { viewerOf } from '../../../shared/anonymous.ts';
import { type BookRowView, sortOf } from '../../../shared/contract/reports.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../context.ts';
import { EventBody } from '../live/event-body.tsx';

interface RecordRowProps {
  readonly row: BookRowView;
  readonly onFind: (channelId: string) => void;
}

/** One event of the books, with what became of its alert. */
export const RecordRow = memo(function RecordRow({ row, onFind }: RecordRowProps) {
  const { t, dateTime } = useWords();
  const { event } = row;
  const viewer = viewerOf(event);
  return (
    <li className="books-row" data-sort={sortOf(event)}>
      <div className="books-row-head">
        <span className="books-row-sort">{t(`books.sort-${sortOf(event)}`)}</span>
        <time dateTime={new Date(event.receivedAt).toISOString()}>
          {dateTime(event.receivedAt)}
        </time>
        <ReceiptSign row={row} />
        {viewer === null ? null : (
          <Button
            variant="ghost"
            label={t('books.records-of-id', { id: viewer })}
            onPress={() => onFind(viewer)}
          >
            {t('books.records-of')}
          </Button>
        )}
      </div>
      <div className="books-row-body">
        <EventBody event={event} />
      </div>
    </li>
  );
});

type Receipt = NonNullable<BookRowView['receipt']>;

const LOOKS: Readonly<Record<Receipt['state'], { icon: LucideIcon; tone: string }>> = {
  queued: { icon: CircleDashed, tone: 'neutral' },
  painted: { icon: CircleCheck, tone: 'live' },
  over: { icon: CircleCheck, tone: 'live' },
  'never-appeared': { icon: CircleAlert, tone: 'warn' },
};

function ReceiptSign({ row: { receipt } }: Pick<RecordRowProps, 'row'>) {
  const words = useWords();
  if (!receipt) return null;
  const { tone } = LOOKS[receipt.state];
  const Icon = receipt.note === null ? LOOKS[receipt.state].icon : CircleSlash;
  const times = [
    words.t('books.receipt-queued', { when: words.dateTime(receipt.queuedAt) }),
    ...(receipt.paintedAt === null
      ? []
      : [words.t('books.receipt-painted', { when: words.dateTime(receipt.paintedAt) })]),
    ...(receipt.endedAt === null
      ? []
      : [words.t('books.receipt-ended', { when: words.dateTime(receipt.endedAt) })]),
  ];
  return (
    <span
      className={`books-receipt tone-${receipt.note === null ? tone : 'neutral'}`}
      title={times.join('\n')}
    >
      <Icon size={12} aria-hidden />
      {receipt.note === null
        ? words.t(`books.state-${receipt.state}`)
        : words.t(`books.note-${receipt.note}`)}
      {receipt.paintedAt === null ? null : (
        <time dateTime={new Date(receipt.paintedAt).toISOString()}>
          {words.time(receipt.paintedAt)}
        </time>
      )}
    </span>
  );
}
