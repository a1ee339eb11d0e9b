import { CircleX, TriangleAlert } from 'lucide-react';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import type { AppStatus, Notice } from '../../../shared/status.ts';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { useSelect, useWords } from '../context.ts';

/** More would bury what is to be done now. */
const SHOWN = 2;

/** What has just kept somebody from signing in, the reason of it first. */
export function SignInProblems() {
  const { t, pick } = useWords();
  const status = useSelect(selectStatus);
  const problems = status ? problemsOf(status) : [];
  return problems.map(({ id, level, problem }) => (
    <Callout
      key={id}
      tone={level === 'error' ? 'error' : 'warn'}
      icon={level === 'error' ? CircleX : TriangleAlert}
      iconName={t('login.problem-name')}
      role="alert"
      title={pick(whatOf(problem))}
      text={pick(cureOf(problem))}
    />
  ));
}

export function problemsOf({ notices, connection }: AppStatus): readonly Notice[] {
  const isReason = ({ problem }: Notice) => problem.code === connection.reason;
  const urgent = notices.filter(({ level }) => level !== 'info');
  return [...urgent.filter(isReason), ...urgent.filter((n) => !isReason(n))].slice(0, SHOWN);
}
