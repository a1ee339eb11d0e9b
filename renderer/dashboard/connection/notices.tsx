import { CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import type { Notice } from '../../../shared/status.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';

const LEVELS = {
  info: { icon: Info, tone: 'accent' },
  warn: { icon: TriangleAlert, tone: 'warn' },
  error: { icon: CircleX, tone: 'error' },
} as const;

/** What the core wants the streamer to know, each until it is dismissed. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const { t } = useWords();
  return (
    <>
      <h3>{t('health.notices')}</h3>
      <ul className="notices">
        {notices.map((notice) => (
          <li key={notice.id}>
            <NoticeLine notice={notice} />
          </li>
        ))}
      </ul>
    </>
  );
}

function NoticeLine({ notice }: { readonly notice: Notice }) {
  const { t, pick, time, dateTime } = useWords();
  const dashboard = useDashboard();
  const { phase } = useSelect(actionOf(`dismiss:${notice.id}`));
  const { icon, tone } = LEVELS[notice.level];
  const what = pick(whatOf(notice.problem));
  return (
    <Callout
      tone={tone}
      icon={icon}
      iconName={t(`level.${notice.level}`)}
      title={what}
      text={pick(cureOf(notice.problem))}
      aside={
        <>
          <time title={dateTime(notice.at)}>{time(notice.at)}</time>
          <IconButton
            icon={X}
            label={t('health.dismiss', { what })}
            busy={phase === 'pending'}
            onPress={() => void dashboard.dismissNotice(notice.id)}
          />
        </>
      }
    >
      <ActionProblem action={`dismiss:${notice.id}`} />
    </Callout>
  );
}
