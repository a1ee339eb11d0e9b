import { Sparkles } from 'lucide-react';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { CoreButton } from '../action-button.tsx';
import { useSelect, useWords } from '../context.ts';

interface TryButtonProps {
  readonly action: ActionName;
  /** Begins an activity with made-up content. */
  readonly onPress: () => void;
}

/** In the demo, whose made-up viewers answer what is said in chat: shows the activity at one press. */
export function TryButton({ action, onPress }: TryButtonProps) {
  const { t } = useWords();
  const isDemo = useSelect(selectStatus)?.demo === true;
  if (!isDemo) return null;
  return (
    <CoreButton action={action} icon={Sparkles} onPress={onPress}>
      {t('show.try')}
    </CoreButton>
  );
}
