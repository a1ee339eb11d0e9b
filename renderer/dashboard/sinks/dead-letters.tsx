import { RotateCw } from 'lucide-react';
import type { DeadLetter, SinkRow } from '../../../shared/contract/sinks.ts';
import { whatOf } from '../../../shared/problem.ts';
import { Button } from '../../ui/button.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { ActionProblem, ProblemNote } from '../problems.tsx';
import { useReading } from '../query.ts';
import { useWhen } from '../times.tsx';

const EVERY_MINUTE_MS = 60_000;

interface DeadLettersProps {
  readonly row: SinkRow;
  readonly onClose: () => void;
}

/** Events that a sink gave up, to look at and to send again. */
export function DeadLetters({ row: { id, name, deadLetters }, onClose }: DeadLettersProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  // Read anew when some have arrived.
  const { value, problem } = useReading(`sinks-${deadLetters}`, 'sinks.letters', { id });
  const letters = deadLetters === 0 ? [] : (value?.letters ?? []);
  const resend = (seq: number | null) => void dashboard.ask('sinks.resend', { id, seq }, id);
  return (
    <section className="sink-letters" aria-label={t('sinks.letters-title', { name })}>
      <p className="card-text">
        {t(deadLetters === 0 ? 'sinks.letters-none' : 'sinks.letters-text')}
      </p>
      <ProblemNote problem={problem} />
      <ol className="sink-letter-list">
        {letters.map((letter) => (
          <li key={letter.seq}>
            <Letter letter={letter} onResend={() => resend(letter.seq)} />
          </li>
        ))}
      </ol>
      <div className="card-row">
        {deadLetters > 0 ? (
          <CoreButton action={`sinks.resend#${id}`} icon={RotateCw} onPress={() => resend(null)}>
            {t('sinks.again-all')}
          </CoreButton>
        ) : null}
        <Button variant="ghost" onPress={onClose}>
          {t('sinks.close')}
        </Button>
      </div>
      <ActionProblem action={`sinks.resend#${id}`} />
    </section>
  );
}

interface LetterProps {
  readonly letter: DeadLetter;
  readonly onResend: () => void;
}

function Letter({ letter: { seq, kind, receivedAt, problem }, onResend }: LetterProps) {
  const { t, pick } = useWords();
  const { past } = useWhen(useNow(EVERY_MINUTE_MS));
  return (
    <>
      <span className="words">
        <span>
          {t('sinks.letter', { seq })} · {t(`sinks.event-${kind}`)} · {past(receivedAt)}
        </span>
        <span className="card-note">{pick(whatOf(problem))}</span>
      </span>
      <CoreButton label={t('sinks.again-of', { seq })} onPress={onResend}>
        {t('sinks.again')}
      </CoreButton>
    </>
  );
}
