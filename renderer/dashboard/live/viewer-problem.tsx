import { CircleX } from 'lucide-react';
import type { Problem } from '../../../shared/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useWords } from '../context.ts';

interface ViewerProblemProps {
  readonly problem: Problem;
  readonly onRetry: () => void;
}

/** Why the books could not be read, and another try. */
export function ViewerProblem({ problem, onRetry }: ViewerProblemProps) {
  const { t, pick } = useWords();
  return (
    <Callout
      tone="error"
      icon={CircleX}
      role="alert"
      title={pick(problem.what)}
      text={pick(problem.cure)}
      aside={<Button onPress={onRetry}>{t('live.card-retry')}</Button>}
    />
  );
}
