import type { DeskAlert } from '../../../shared/contract/alerts.ts';
import type { PageKey } from '../../../shared/locales/index.ts';
import { usePage, useWords } from '../context.ts';

/** Queued no later than this after it was received: the same moment (milliseconds). */
const AT_ONCE_MS = 1_000;

/** What is known of an alert's way to the screen, with the time of each step. */
export function Receipts({ alert }: { readonly alert: DeskAlert }) {
  const words = useWords();
  const { clock } = usePage().host;
  const now = clock.now();
  return (
    <p className="receipts">
      {stepsOf(alert).map(({ word, at }) => (
        <span key={word} className="receipt">
          {words.t(word)}{' '}
          <time dateTime={new Date(at).toISOString()} title={words.dateTime(at)}>
            {isSameDay(at, now) ? words.time(at) : words.moment(at, now)}
          </time>
        </span>
      ))}
    </p>
  );
}

interface Step {
  readonly word: PageKey;
  readonly at: number;
}

function stepsOf({ event, queuedAt, paintedAt, endedAt }: DeskAlert): readonly Step[] {
  const steps: (Step | null)[] = [
    { word: 'receipt.received', at: event.receivedAt },
    queuedAt - event.receivedAt > AT_ONCE_MS ? { word: 'receipt.queued', at: queuedAt } : null,
    paintedAt === null ? null : { word: 'receipt.painted', at: paintedAt },
    endedAt === null
      ? null
      : { word: paintedAt === null ? 'receipt.ended' : 'receipt.over', at: endedAt },
  ];
  return steps.filter((step) => step !== null);
}

function isSameDay(at: number, now: number): boolean {
  return new Date(at).toDateString() === new Date(now).toDateString();
}
