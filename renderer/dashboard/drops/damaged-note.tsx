import { FileWarning } from 'lucide-react';
import { Callout } from '../../ui/callout.tsx';
import { useWords } from '../context.ts';

/** Says how many entries of the platform's lists could not be read; nothing where all could. */
export function DamagedNote({ count }: { readonly count: number }) {
  const { t } = useWords();
  if (count === 0) return null;
  return (
    <Callout
      tone="warn"
      icon={FileWarning}
      role="status"
      title={t('drops.damaged', { count })}
      text={t('drops.damaged-text')}
    />
  );
}
