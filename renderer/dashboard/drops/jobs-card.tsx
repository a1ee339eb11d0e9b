import { CircleHelp, CircleX, Eye, ListChecks, Play, SearchCheck, Square, X } from 'lucide-react';
import { useRef } from 'react';
import type { PayoutJob, PayoutOutcome } from '../../../shared/contract/drops.ts';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { CoreButton, CoreIconButton } from '../action-button.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { useWhen } from '../times.tsx';
import { stateName } from './drops-words.ts';

interface JobsCardProps {
  readonly jobs: readonly PayoutJob[];
  readonly onShow: (claimIds: readonly string[]) => void;
}

export function JobsCard({ jobs, onShow }: JobsCardProps) {
  const { t } = useWords();
  if (jobs.length === 0) return null;
  return (
    <Card id={JOBS_CARD} className="drops-linked" icon={ListChecks} title={t('drops.jobs')}>
      <ul className="stack roomy" aria-label={t('drops.jobs')}>
        {jobs.map((job) => (
          <Job key={job.jobId} job={job} onShow={onShow} />
        ))}
      </ul>
    </Card>
  );
}

const TONES: Readonly<Record<PayoutJob['phase'], Tone>> = {
  queued: 'neutral',
  running: 'accent',
  stopped: 'warn',
  done: 'live',
};

function Job({ job, onShow }: Pick<JobsCardProps, 'onShow'> & { readonly job: PayoutJob }) {
  const { t } = useWords();
  const when = useWhen(useNow(10_000));
  const { total, waiting, unknown, phase } = job;
  const done = total - waiting - unknown;
  const name = t(job.state === 'FULFILLED' ? 'drops.job-pay' : 'drops.job-unpay', { count: total });
  const line = useRef<HTMLLIElement>(null);
  return (
    <li className="stack part" ref={line} tabIndex={-1}>
      <div className="drops-job-head card-row">
        <span className="drops-job-name">{name}</span>
        <Badge tone={TONES[phase]}>
          {job.stopping ? t('drops.job-stopping') : t(`drops.job-${phase}`)}
        </Badge>
        <JobButtons job={job} name={name} onPressed={() => line.current?.focus()} />
      </div>
      <progress aria-label={name} value={done} max={total} />
      <p className="card-note">
        {t('drops.job-progress', { done, total })} · {t('drops.job-calls', { count: job.calls })} ·{' '}
        {t('drops.job-began', { when: when.past(job.createdAt) })}
      </p>
      <JobTrouble job={job} />
      {job.outcomes.length > 0 ? (
        <ul className="stack">
          {job.outcomes.map((outcome) => (
            <Outcome key={outcome.status} jobId={job.jobId} outcome={outcome} onShow={onShow} />
          ))}
        </ul>
      ) : null}
      {(['cancel', 'resume', 'dismiss-job'] as const).map((command) => (
        <ActionProblem key={command} action={`drops.${command}#${job.jobId}`} />
      ))}
    </li>
  );
}

/** Why a job stopped, or that results are unknown: one of both, because the look answers both. */
export function JobTrouble({ job }: { readonly job: PayoutJob }) {
  const { t, pick } = useWords();
  const { waiting, unknown, phase, problem } = job;
  if (phase !== 'stopped' && unknown === 0) return null;
  const left =
    waiting > 0 && phase === 'stopped' ? (
      <p className="callout-text">{t('drops.job-waiting', { count: waiting })}</p>
    ) : null;
  if (unknown > 0) {
    return (
      <Callout
        tone="warn"
        icon={CircleHelp}
        role="status"
        title={t('drops.job-unknown', { count: unknown })}
        text={t('drops.job-unknown-text')}
      >
        {problem ? <p className="callout-text">{pick(whatOf(problem))}</p> : null}
        {left}
      </Callout>
    );
  }
  return (
    <Callout
      tone={problem ? 'error' : 'warn'}
      icon={problem ? CircleX : Square}
      role="status"
      title={problem ? pick(whatOf(problem)) : t('drops.job-by-hand')}
      text={problem ? pick(cureOf(problem)) : null}
    >
      {left}
    </Callout>
  );
}

interface JobButtonsProps {
  readonly job: PayoutJob;
  readonly name: string;
  /** Stop and resume share one place: a second press must not undo the first. */
  readonly onPressed: () => void;
}

function JobButtons({ job, name, onPressed }: JobButtonsProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { jobId, phase } = job;
  const detail = String(jobId);
  const isStopped = phase === 'stopped';
  const word = isStopped ? 'resume' : 'cancel';
  const isLook = isStopped && job.unknown > 0;
  const text = t(isLook ? 'drops.job-check' : `drops.job-${word}`);
  return (
    <span className="deeds">
      {phase === 'done' ? null : (
        <CoreButton
          key={word}
          action={`drops.resume#${detail}`}
          icon={isStopped ? (isLook ? SearchCheck : Play) : Square}
          variant={isStopped ? 'primary' : 'plain'}
          busy={!isStopped && job.stopping}
          label={`${text}: ${name}`}
          onPress={() => {
            void dashboard.ask(`drops.${word}`, { jobId }, detail);
            onPressed();
          }}
        >
          {text}
        </CoreButton>
      )}
      {isStopped || phase === 'done' ? (
        <CoreIconButton
          icon={X}
          label={`${t('drops.job-dismiss')}: ${name}`}
          onPress={() => void dashboard.ask('drops.dismiss-job', { jobId }, detail)}
        />
      ) : null}
    </span>
  );
}

const OUTCOME_TONES: Readonly<Record<string, Tone>> = { SUCCESS: 'live', SEEN: 'live' };

interface OutcomeProps extends Pick<JobsCardProps, 'onShow'> {
  readonly jobId: number;
  readonly outcome: PayoutOutcome;
}

function Outcome({ jobId, outcome, onShow }: OutcomeProps) {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const { status, count } = outcome;
  const name = stateName('status', status, t);
  const detail = `${jobId}-${status}` as const;
  const show = async () => {
    const found = await dashboard.ask('drops.job-claims', { jobId, status }, detail);
    if (found) onShow(found.claimIds);
  };
  return (
    <li className="drops-outcome">
      <div className="drops-job-head card-row">
        <Badge tone={OUTCOME_TONES[status] ?? 'error'}>{name}</Badge>
        <code>{status}</code>
        <strong>{t('drops.count', { count })}</strong>
        <IconButton icon={Eye} label={t('drops.job-show', { name })} onPress={() => void show()} />
      </div>
      <p className="card-text">
        {pick(outcome.explanation)} {pick(outcome.action)}
      </p>
      <ActionProblem action={`drops.job-claims#${detail}`} />
    </li>
  );
}

/** Cards that other cards link to. */
export const JOBS_CARD = 'drops-jobs';
export const CLAIMS_CARD = 'drops-claims';
export const ATTENTION_CARD = 'drops-attention';
