import { CircleCheck, CircleHelp, CircleX, RotateCcw, SearchCheck, X } from 'lucide-react';
import { useState } from 'react';
import {
  isUnread,
  partOf,
  type StreamChange,
  type StreamFieldName,
  type StreamOutcome,
  type StreamPart,
} from '../../../shared/contract/stream.ts';
import { cureOf, type Problem, whatOf } from '../../../shared/problem.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';
import { selectReachable } from '../../stores/dashboard-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';

/** What became of a change of several parts at once. */
export interface ChangeEnd {
  readonly outcome: StreamOutcome;
  /** What was asked for. */
  readonly change: StreamChange;
}

/** Most important first. */
const ENDS = ['failed', 'unknown', 'done'] as const;
const OUTCOME_STYLES = {
  failed: { tone: 'error', icon: CircleX },
  unknown: { tone: 'warn', icon: CircleHelp },
  done: { tone: 'live', icon: CircleCheck },
} as const;

type PartOutcome = StreamOutcome['parts'][number];

function endOf(problem: Problem | null): (typeof ENDS)[number] {
  if (problem === null) return 'done';
  return problem.outcome === 'unknown' ? 'unknown' : 'failed';
}

interface OutcomeProps {
  readonly end: ChangeEnd | null;
  /** null: closed. */
  readonly onChange: (end: ChangeEnd | null) => void;
}

/** One status for all parts of a change, and a look at those whose answer was lost. */
export function Outcome({ end, onChange }: OutcomeProps) {
  const { t, pick } = useWords();
  const look = useOutcomeLook(end, onChange);
  const reachable = useSelect(selectReachable);
  const parts = end?.outcome.parts ?? [];
  if (parts.length === 0) return null;
  const ends = parts.map(({ problem }) => endOf(problem));
  const worst = ENDS.find((each) => ends.includes(each)) ?? 'done';
  return (
    <Callout
      {...OUTCOME_STYLES[worst]}
      role={worst === 'done' ? 'status' : 'alert'}
      title={parts
        .map(({ part, problem }) =>
          t(`stream.part-${endOf(problem)}`, { part: t(`stream.part.${part}`) }),
        )
        .join(' · ')}
      aside={
        <IconButton icon={X} label={t('stream.outcome-close')} onPress={() => onChange(null)} />
      }
    >
      {parts.map(({ part, problem }) =>
        problem === null ? null : (
          <p key={part} className="callout-text">
            {pick(whatOf(problem))} {pick(cureOf(problem))}
          </p>
        ),
      )}
      {ends.includes('unknown') ? (
        <>
          <p className="callout-text" role="status">
            {look.said}
          </p>
          <div className="card-row answers">
            <Button
              icon={look.canTell ? SearchCheck : RotateCcw}
              busy={look.busy}
              disabled={!reachable}
              onPress={() => void look.start()}
            >
              {t(look.canTell ? 'answer.look' : 'answer.repeat')}
            </Button>
          </div>
        </>
      ) : null}
    </Callout>
  );
}

/**
 * Looks what became of the parts whose answer was lost; found ones replace their problem. What the
 * platform does not report is set once more instead.
 */
function useOutcomeLook(end: ChangeEnd | null, onChange: OutcomeProps['onChange']) {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  /** Whether reading can tell what became of an unknown part. */
  const canTell =
    end?.outcome.parts.some(
      (each) => endOf(each.problem) === 'unknown' && isTold(end.change, each),
    ) ?? false;
  const lookAt = async (change: StreamChange, each: PartOutcome): Promise<PartOutcome> => {
    if (endOf(each.problem) !== 'unknown') return each;
    if (!isTold(change, each)) {
      // A press that looks sets nothing.
      if (canTell) return each;
      await dashboard.read('stream.set-chat', { ...ofPart(change, each.part), basedOn: {} });
      return { part: each.part, problem: null };
    }
    const { found } = await dashboard.read('stream.check', ofPart(change, each.part));
    if (found === 'unclear') return each;
    return { part: each.part, problem: found === 'done' ? null : NOT_DONE };
  };
  return {
    canTell,
    busy,
    said,
    async start() {
      if (end === null) return;
      setBusy(true);
      setSaid(null);
      try {
        const { change, outcome } = end;
        const parts = await Promise.all(outcome.parts.map((each) => lookAt(change, each)));
        if (parts.some(({ problem }) => endOf(problem) === 'unknown')) setSaid(t('answer.unclear'));
        onChange({ change, outcome: { parts } });
      } catch (failure) {
        const problem = problemOfFailure(failure);
        setSaid(t('answer.look-failed', { why: pick(whatOf(problem)) }));
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Whether the platform reports something of this part. */
function isTold(change: StreamChange, { part }: PartOutcome): boolean {
  return !Object.keys(ofPart(change, part)).every((field) => isUnread(field as StreamFieldName));
}

const NOT_DONE: Problem = { code: 'change-not-made' };

function ofPart(change: StreamChange, part: StreamPart): StreamChange {
  const fields = Object.entries(change);
  return Object.fromEntries(fields.filter(([name]) => partOf(name as StreamFieldName) === part));
}
