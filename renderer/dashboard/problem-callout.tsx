import { CircleHelp, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { cureOf, type Problem, whatOf } from '../../shared/problem.ts';
import { Callout } from '../ui/callout.tsx';
import { useNow, useWords } from './context.ts';

interface ProblemCalloutProps {
  readonly problem: Problem;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

/** What went wrong, or what nobody knows, and what to do. */
export function ProblemCallout({ problem, aside, children }: ProblemCalloutProps) {
  const { pick } = useWords();
  const isUnknown = problem.outcome === 'unknown';
  const { retryAt } = problem;
  return (
    <Callout
      tone={isUnknown ? 'warn' : 'error'}
      icon={isUnknown ? CircleHelp : CircleX}
      role="alert"
      title={pick(whatOf(problem))}
      text={retryAt === undefined ? pick(cureOf(problem)) : <RetryTime at={retryAt} />}
      aside={aside}
    >
      {children}
    </Callout>
  );
}

const SECOND = 1_000;
/** Longer waits are told by the time of their end. */
const COUNTED_MS = 60 * SECOND;

/** From when something can be tried again, counted down over the last minute. */
function RetryTime({ at }: { readonly at: number }) {
  const { t, moment } = useWords();
  const now = useNow(SECOND);
  const left = at - now;
  if (left <= 0) return t('answer.retry-now');
  if (left > COUNTED_MS) return t('answer.retry-from', { time: moment(at, now) });
  return (
    // No live region: a number that ticks is not to be read out every second.
    <span role="timer">
      <Left word="answer.retry-in" ms={left} />
    </span>
  );
}

interface LeftProps {
  readonly word: 'answer.retry-in' | 'answer.waiting-left';
  readonly ms: number;
}

/** Whole seconds, never fewer than are left. */
export function Left({ word, ms }: LeftProps) {
  const { t, duration } = useWords();
  return t(word, { duration: duration(Math.ceil(ms / SECOND) * SECOND) });
}
