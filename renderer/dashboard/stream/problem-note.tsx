import { CircleX } from 'lucide-react';
import type { Problem } from '../../../shared/problem.ts';
import { Callout } from '../../ui/callout.tsx';
import { useWords } from '../context.ts';

/** What went wrong and what to do; nothing where nothing did. */
export function ProblemNote({ problem }: { readonly problem: Problem | null }) {
  const { pick } = useWords();
  if (!problem) return null;
  return (
    <Callout
      tone="error"
      icon={CircleX}
      role="alert"
      title={pick(problem.what)}
      text={pick(problem.cure)}
    />
  );
}
