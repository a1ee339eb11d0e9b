import {
  CircleHelp,
  CircleX,
  CloudOff,
  FileWarning,
  Hourglass,
  RotateCcw,
  SearchCheck,
  Unlink,
  Unplug,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { cureOf, type Problem, whatOf } from '../../shared/problem.ts';
import { ADDRESS_GONE } from '../bridge/bridge-problems.ts';
import type { ActionName, ActionState } from '../stores/dashboard-actions.ts';
import { actionOf, selectAddressGone, selectReachable } from '../stores/dashboard-store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { useDashboard, useNow, useSelect, useWords } from './context.ts';

interface ProblemCalloutProps {
  readonly problem: Problem;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

/** A problem, or an unknown result, and what to do. */
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
/** Longer waits show the time of their end. */
const COUNTED_MS = 60 * SECOND;

/** When to retry, counted down over the last minute. */
function RetryTime({ at }: { readonly at: number }) {
  const { t, moment } = useWords();
  const now = useNow(SECOND);
  const left = at - now;
  if (left <= 0) return t('answer.retry-now');
  if (left > COUNTED_MS) return t('answer.retry-from', { time: moment(at, now) });
  return <Left word="answer.retry-in" ms={left} />;
}

interface LeftProps {
  readonly word: 'answer.retry-in' | 'answer.waiting-left';
  readonly ms: number;
}

/** Remaining whole seconds, rounded up. */
function Left({ word, ms }: LeftProps) {
  const { t, duration } = useWords();
  const text = t(word, { duration: duration(Math.ceil(ms / SECOND) * SECOND) });
  // Not a live region: screen readers must not read a ticking number.
  return <span role="timer">{text}</span>;
}

/** Shorter waits show nothing. */
const LONG_MS = 3 * SECOND;

/** Shows what a long action waits for; nothing for short waits. */
function PendingNote({ since, waitUntil }: Extract<ActionState, { phase: 'pending' }>) {
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

/** Counts down the wait the platform asked for; nothing when it is over. */
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
      text={<Left word="answer.waiting-left" ms={left} />}
    />
  );
}

interface ActionProblemProps {
  readonly action: ActionName;
  /** Repeats it if the answer was lost and nothing can be read; left out: as it was asked for. */
  readonly repeat?: (() => void) | undefined;
  /** It lies over something else, or stays where nobody tries again: it can be put away. */
  readonly closable?: boolean;
}

/** Why an action failed and what to do, or that it takes long; otherwise nothing. */
export function ActionProblem({ action, repeat, closable = false }: ActionProblemProps) {
  const { t } = useWords();
  const close = closable ? <CloseProblem action={action} /> : undefined;
  const state = useSelect(actionOf(action));
  switch (state.phase) {
    case 'pending':
      return <PendingNote {...state} />;
    case 'failed':
      return (
        <ProblemCallout problem={state.problem} aside={close}>
          {state.problem.outcome === 'unknown' ? (
            <LostAnswer action={action} state={state} repeat={repeat ?? state.again} />
          ) : null}
        </ProblemCallout>
      );
    case 'found':
      return state.isDone ? (
        <Callout tone="live" role="status" title={t('answer.found-done')} />
      ) : (
        <Callout
          tone="warn"
          icon={CircleX}
          role="alert"
          title={t('answer.found-not-done')}
          text={t('answer.found-not-done-text')}
          aside={close}
        />
      );
    case 'idle':
    case 'done':
      return null;
  }
}

export function CloseProblem({ action }: Pick<ActionProblemProps, 'action'>) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return <IconButton icon={X} label={t('popup.close')} onPress={() => dashboard.forget(action)} />;
}

interface LostAnswerProps extends Omit<ActionProblemProps, 'closable'> {
  readonly state: Extract<ActionState, { phase: 'failed' }>;
}

/** What a look found so far, and the button that looks or, where nothing can be read, repeats. */
function LostAnswer({ action, state, repeat }: LostAnswerProps) {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const said = state.look;
  const news = () => {
    if (said === undefined || said === 'looking') return null;
    if (said === 'unclear') return t('answer.unclear');
    return t('answer.look-failed', { why: pick(whatOf(said)) });
  };
  return (
    <>
      <p className="callout-text" role="status">
        {news()}
      </p>
      <div className="card-row answers">
        {state.read ? (
          <Button
            icon={SearchCheck}
            busy={said === 'looking'}
            disabled={!reachable}
            onPress={() => void dashboard.look(action)}
          >
            {t('answer.look')}
          </Button>
        ) : null}
        {repeat ? (
          <Button icon={RotateCcw} disabled={!reachable} onPress={repeat}>
            {t('answer.repeat')}
          </Button>
        ) : null}
      </div>
    </>
  );
}

export function CoreUnreachable() {
  const { t, pick } = useWords();
  const reachable = useSelect(selectReachable);
  const gone = useSelect(selectAddressGone);
  if (reachable) return null;
  return gone ? (
    <Callout
      tone="error"
      icon={Unlink}
      role="alert"
      title={pick(whatOf(ADDRESS_GONE))}
      text={pick(cureOf(ADDRESS_GONE))}
    />
  ) : (
    <Callout
      tone="error"
      icon={CloudOff}
      role="alert"
      title={t('app.unreachable')}
      text={t('app.unreachable-hint')}
    />
  );
}

export function ProblemNote({ problem }: { readonly problem: Problem | null }) {
  return problem ? <ProblemCallout problem={problem} /> : null;
}

interface DamagedNoteProps {
  readonly of: 'drops' | 'people';
  readonly count: number;
}

/** How many entries of the platform's lists were unreadable. */
export function DamagedNote({ of, count }: DamagedNoteProps) {
  const { t } = useWords();
  if (count === 0) return null;
  return (
    <Callout
      tone="warn"
      icon={FileWarning}
      role="status"
      title={t(`${of}.damaged`, { count })}
      text={t(`${of}.damaged-text`)}
    />
  );
}
