import { Activity, CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import type { AppStatus, Notice } from '../../../shared/status.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionIconButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

/** Notices, and what was received but not processed. */
export function HealthCard() {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  if (!status) return null;
  const { notices } = status;
  const refused =
    status.refusals.length > 0 || status.unknownEvents > 0 || status.alerts.neverAppeared > 0;
  const fine = notices.length === 0 && !refused;
  return (
    <Card id="health" icon={Activity} title={t('health.title')}>
      {fine ? (
        <Callout
          tone="neutral"
          icon={CircleCheck}
          title={t('health.fine')}
          text={t('health.fine-text')}
        />
      ) : null}
      {notices.length > 0 ? (
        <>
          <h3>{t('health.notices')}</h3>
          <ul className="stack">
            {notices.map((notice) => (
              <li key={notice.id}>
                <NoticeLine notice={notice} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {refused ? <Refusals status={status} /> : null}
    </Card>
  );
}

const LEVELS = {
  info: { icon: Info, tone: 'accent' },
  warn: { icon: TriangleAlert, tone: 'warn' },
  error: { icon: CircleX, tone: 'error' },
} as const;

function NoticeLine({ notice }: { readonly notice: Notice }) {
  const { t, pick, time, dateTime } = useWords();
  const dashboard = useDashboard();
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
          <ActionIconButton
            action={`dismiss:${notice.id}`}
            icon={X}
            label={t('health.dismiss', { what })}
            onPress={() => void dashboard.dismissNotice(notice.id)}
          />
        </>
      }
    >
      <ActionProblem action={`dismiss:${notice.id}`} />
    </Callout>
  );
}

function Refusals({ status }: { readonly status: AppStatus }) {
  const words = useWords();
  const { t, number } = words;
  return (
    <>
      <h3>{t('health.counters')}</h3>
      <dl className="counters">
        {status.alerts.neverAppeared > 0 ? (
          <Counter name={t('health.never-appeared')} value={number(status.alerts.neverAppeared)} />
        ) : null}
        {status.unknownEvents > 0 ? (
          <Counter name={t('health.unknown')} value={number(status.unknownEvents)} />
        ) : null}
        {status.refusals.map(({ reason, count }) => (
          <Counter
            key={reason}
            name={refusalText(reason, words)}
            code={reason}
            value={number(count)}
          />
        ))}
      </dl>
    </>
  );
}

function refusalText(reason: string, { t }: Words): string {
  const key = `refusal.${reason}`;
  return isWord(key) ? t(key) : t('refusal.unnamed');
}

interface CounterProps {
  readonly name: string;
  readonly code?: string;
  readonly value: string;
}

function Counter({ name, code, value }: CounterProps) {
  return (
    <div className="counter">
      <dt>
        {name}
        {code ? <code title={code}>{code}</code> : null}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
