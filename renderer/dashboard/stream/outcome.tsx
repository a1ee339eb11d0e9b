import { CircleCheck, CircleX, X } from 'lucide-react';
import type { StreamOutcome } from '../../../shared/control/stream-commands.ts';
import { IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useWords } from '../context.ts';

interface OutcomeProps {
  readonly outcome: StreamOutcome | null;
  readonly onClose: () => void;
}

/** What became of each part that was to be set. */
export function Outcome({ outcome, onClose }: OutcomeProps) {
  const { t, pick } = useWords();
  if (outcome === null || outcome.parts.length === 0) return null;
  const failed = outcome.parts.some(({ problem }) => problem !== null);
  return (
    <Callout
      tone={failed ? 'error' : 'live'}
      icon={failed ? CircleX : CircleCheck}
      role={failed ? 'alert' : 'status'}
      title={outcome.parts
        .map(({ part, problem }) =>
          t(problem === null ? 'stream.part-done' : 'stream.part-failed', {
            part: t(`stream.part.${part}`),
          }),
        )
        .join(' · ')}
      aside={<IconButton icon={X} label={t('stream.outcome-close')} onPress={onClose} />}
    >
      {outcome.parts.map(({ part, problem }) =>
        problem === null ? null : (
          <p key={part} className="callout-text">
            {pick(problem.what)} {pick(problem.cure)}
          </p>
        ),
      )}
    </Callout>
  );
}
