import type { Problem } from '../../../shared/problem.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../context.ts';
import { ProblemCallout } from '../problem-callout.tsx';

interface ViewerProblemProps {
  readonly problem: Problem;
  readonly onRetry: () => void;
}

/** Why the books could not be read, and another try. */
export function ViewerProblem({ problem, onRetry }: ViewerProblemProps) {
  const { t } = useWords();
  return (
    <ProblemCallout
      problem={problem}
      aside={<Button onPress={onRetry}>{t('live.card-retry')}</Button>}
    />
  );
}
