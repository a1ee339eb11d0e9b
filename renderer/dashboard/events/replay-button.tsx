import { Check, RotateCcw } from 'lucide-react';
import type { ValuedEvent } from '../../../shared/events.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { alertName } from '../alert-desk/alert-name.ts';
import { useDashboard, useSelect, useWords } from '../context.ts';

/** Plays the alert of an event again, or for the first time, whatever became of it. */
export function ReplayButton({ event }: { readonly event: ValuedEvent }) {
  const words = useWords();
  const dashboard = useDashboard();
  const { phase } = useSelect(actionOf(`alerts.replay#${event.seq}`));
  return (
    <IconButton
      icon={phase === 'done' ? Check : RotateCcw}
      label={words.t('desk.replay-one', { name: alertName(event, words) })}
      busy={phase === 'pending'}
      onPress={() => void dashboard.replayAlert(event.seq)}
    />
  );
}
