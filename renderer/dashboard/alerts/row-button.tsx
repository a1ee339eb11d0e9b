import type { LucideIcon } from 'lucide-react';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useSelect } from '../context.ts';

interface RowButtonProps {
  readonly icon: LucideIcon;
  /** Its name, with that of the alert. */
  readonly label: string;
  /** It shows movement while this is under way. */
  readonly action: ActionName;
  /** A word beside the icon. */
  readonly word?: string;
  readonly variant?: 'primary' | 'plain';
  readonly onPress: () => void;
}

/** Does something to one alert. */
export function RowButton({ icon, label, action, word, variant, onPress }: RowButtonProps) {
  const busy = useSelect(actionOf(action)).phase === 'pending';
  if (word === undefined) {
    return <IconButton icon={icon} label={label} busy={busy} onPress={onPress} />;
  }
  return (
    <Button
      icon={icon}
      label={label}
      busy={busy}
      variant={variant ?? 'plain'}
      title={label}
      onPress={onPress}
    >
      {word}
    </Button>
  );
}
