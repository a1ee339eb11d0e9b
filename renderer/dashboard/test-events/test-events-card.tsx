import { Check, LoaderCircle, TriangleAlert, WandSparkles } from 'lucide-react';
import { EVENT_KINDS, type EventKind } from '../../../shared/events.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { KIND_ICONS } from '../live/event-body.tsx';
import { ActionProblem } from '../problems.tsx';

export function TestEventsCard() {
  const { t } = useWords();
  return (
    <Card
      icon={WandSparkles}
      title={t('tests.title')}
      className="tests-card"
      aside={<span className="card-note">{t('tests.text')}</span>}
    >
      <div className="tests">
        {EVENT_KINDS.map((kind) => (
          <TestButton key={kind} kind={kind} />
        ))}
      </div>
      {EVENT_KINDS.map((kind) => (
        <ActionProblem key={kind} action={`test:${kind}`} />
      ))}
    </Card>
  );
}

const PHASE_ICONS = { pending: LoaderCircle, done: Check, failed: TriangleAlert } as const;

function TestButton({ kind }: { readonly kind: EventKind }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { phase } = useSelect(actionOf(`test:${kind}`));
  const Icon = phase === 'idle' || phase === 'found' ? KIND_ICONS[kind] : PHASE_ICONS[phase];
  const name = t(`kind.${kind}`);
  return (
    <button
      type="button"
      className="test"
      data-phase={phase}
      aria-busy={phase === 'pending'}
      aria-label={t('tests.play', { kind: name })}
      title={t('tests.play', { kind: name })}
      onClick={() => void dashboard.playTest(kind)}
    >
      <Icon size={20} aria-hidden className={phase === 'pending' ? 'spinning' : undefined} />
      <span>{phase === 'done' ? t('tests.sent') : name}</span>
      <span className="only-heard" role="status">
        {phase === 'done' ? t('tests.sent-kind', { kind: name }) : ''}
      </span>
    </button>
  );
}

/** Plays a test where there are no events yet. */
export function TryButton({ kind }: { readonly kind: EventKind }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <ActionButton
      action={`test:${kind}`}
      icon={KIND_ICONS[kind]}
      onPress={() => void dashboard.playTest(kind)}
    >
      {t('events.try', { kind: t(`kind.${kind}`) })}
    </ActionButton>
  );
}
