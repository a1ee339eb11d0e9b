import { Check, LoaderCircle, TriangleAlert, WandSparkles } from 'lucide-react';
import { EVENT_KINDS, type EventKind } from '../../../shared/events.ts';
import type { ActionState } from '../../stores/dashboard-actions.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { KIND_ICONS } from '../live/event-body.tsx';
import { ActionProblem } from '../problems.tsx';

/** A button per kind that plays a test event on the overlay. */
export function TestEventsCard() {
  const { t } = useWords();
  return (
    <Card icon={WandSparkles} title={t('tests.title')}>
      <div className="tests">
        {EVENT_KINDS.map((kind) => (
          <TestButton key={kind} kind={kind} />
        ))}
      </div>
      {EVENT_KINDS.map((kind) => (
        <ActionProblem key={kind} action={`test:${kind}`} />
      ))}
      <p className="card-note">{t('tests.text')}</p>
    </Card>
  );
}

const PHASE_ICONS = { pending: LoaderCircle, done: Check, failed: TriangleAlert } as const;

function iconOf(kind: EventKind, { phase }: ActionState) {
  return phase === 'idle' ? KIND_ICONS[kind] : PHASE_ICONS[phase];
}

function TestButton({ kind }: { readonly kind: EventKind }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const action = useSelect(actionOf(`test:${kind}`));
  const Icon = iconOf(kind, action);
  const name = t(`kind.${kind}`);
  return (
    <button
      type="button"
      className="test"
      data-phase={action.phase}
      aria-busy={action.phase === 'pending'}
      aria-label={t('tests.play', { kind: name })}
      title={t('tests.play', { kind: name })}
      onClick={() => void dashboard.playTest(kind)}
    >
      <Icon size={20} aria-hidden className={action.phase === 'pending' ? 'spinning' : undefined} />
      <span>{action.phase === 'done' ? t('tests.sent') : name}</span>
      <span className="only-heard" role="status">
        {action.phase === 'done' ? t('tests.sent-kind', { kind: name }) : ''}
      </span>
    </button>
  );
}
