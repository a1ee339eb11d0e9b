import type { Problem } from '../../../shared/problem.ts';
import { ProblemCallout } from '../problem-callout.tsx';

/** What went wrong and what to do; nothing where nothing did. */
export function ProblemNote({ problem }: { readonly problem: Problem | null }) {
  return problem ? <ProblemCallout problem={problem} /> : null;
}
