import { Hourglass, Unplug } from 'lucide-react';
import { selectReachable } from '../stores/dashboard-store.ts';
import { Callout } from '../ui/callout.tsx';
import { useNow, useSelect, useWords } from './context.ts';
import { Left } from './problem-callout.tsx';

const SECOND = 1_000;
/** What is done sooner needs no word. */
const LONG_MS = 3 * SECOND;

interface PendingNoteProps {
  /** Since when the answer is on its way, epoch milliseconds. */
  readonly since: number;
  /** The platform asked to wait until then; null: it did not. */
  readonly waitUntil: number | null;
}

/** That something is still under way, and what it waits for; nothing where that is plain to see. */
export function PendingNote({ since, waitUntil }: PendingNoteProps) {
  const { t } = useWords();
  const now = useNow(SECOND);
  const reachable = useSelect(selectReachable);
  if (!reachable) {
    return <Callout tone="warn" icon={Unplug} role="status" title={t('answer.line-lost')} />;
  }
  if (waitUntil !== null && waitUntil > now) return <WaitNote left={waitUntil - now} />;
  if (now - since < LONG_MS) return null;
  return <Callout tone="neutral" icon={Hourglass} role="status" title={t('answer.running')} />;
}

/** That the platform asked to wait, counted down; nothing once the wait is over. */
export function WaitingNote({ until }: { readonly until: number | null }) {
  return until === null ? null : <Counted until={until} />;
}

function Counted({ until }: { readonly until: number }) {
  const now = useNow(SECOND);
  return until > now ? <WaitNote left={until - now} /> : null;
}

function WaitNote({ left }: { readonly left: number }) {
  const { t } = useWords();
  return (
    <Callout
      tone="neutral"
      icon={Hourglass}
      title={<span role="status">{t('answer.waiting')}</span>}
      text={
        // No live region: a number that ticks is not to be read out every second.
        <span role="timer">
          <Left word="answer.waiting-left" ms={left} />
        </span>
      }
    />
  );
}
