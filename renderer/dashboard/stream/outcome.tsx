import { CircleCheck, CircleHelp, CircleX, X } from 'lucide-react';
import type { StreamOutcome } from '../../../shared/contract/stream.ts';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import { IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useWords } from '../context.ts';

interface OutcomeProps {
  readonly outcome: StreamOutcome | null;
  readonly onClose: () => void;
}

/** The one that matters most first. */
const ENDS = ['failed', 'unknown', 'done'] as const;
const LOOKS = {
  failed: { tone: 'error', icon: CircleX },
  unknown: { tone: 'warn', icon: CircleHelp },
  done: { tone: 'live', icon: CircleCheck },
} as const;

function endOf(problem: StreamOutcome['parts'][number]['problem']): (typeof ENDS)[number] {
  if (problem === null) return 'done';
  return problem.outcome === 'unknown' ? 'unknown' : 'failed';
}

/** What became of each part that was to be set. */
export function Outcome({ outcome, onClose }: OutcomeProps) {
  const { t, pick } = useWords();
  if (outcome === null || outcome.parts.length === 0) return null;
  const ends = outcome.parts.map(({ problem }) => endOf(problem));
  const end = ENDS.find((each) => ends.includes(each)) ?? 'done';
  const look = LOOKS[end];
  return (
    <Callout
      tone={look.tone}
      icon={look.icon}
      role={end === 'done' ? 'status' : 'alert'}
      title={outcome.parts
        .map(({ part, problem }) =>
          t(`stream.part-${endOf(problem)}`, { part: t(`stream.part.${part}`) }),
        )
        .join(' · ')}
      aside={<IconButton icon={X} label={t('stream.outcome-close')} onPress={onClose} />}
    >
      {outcome.parts.map(({ part, problem }) =>
        problem === null ? null : (
          <p key={part} className="callout-text">
            {pick(whatOf(problem))} {pick(cureOf(problem))}
          </p>
        ),
      )}
    </Callout>
  );
}
