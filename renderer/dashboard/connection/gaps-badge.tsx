import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { useWords } from '../context.ts';

interface GapsBadgeProps {
  readonly count: number;
  /** One of them is open now. */
  readonly open: boolean;
}

/** How many gaps there are, in a pill. */
export function GapsBadge({ count, open }: GapsBadgeProps) {
  const { t } = useWords();
  if (count === 0) {
    return (
      <Badge tone="live" icon={CircleCheck}>
        {t('line.no-gaps')}
      </Badge>
    );
  }
  return (
    <Badge tone={open ? 'warn' : 'neutral'} icon={TriangleAlert}>
      {t('line.gaps', { count })}
    </Badge>
  );
}
