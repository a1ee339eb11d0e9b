import { ListChecks, LoaderCircle, Play, SearchCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { PayoutJob } from '../../../shared/contract/drops.ts';
import { selectDrops } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { goToCard } from '../../ui/card.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { JOBS_CARD, JobTrouble } from './jobs-card.tsx';

interface JobNoteProps {
  readonly jobId: number;
  readonly onFollowed: () => void;
}

/** What becomes of the job that was started here. It takes the focus from the removed dialog. */
export function JobNote({ jobId, onFollowed }: JobNoteProps) {
  const { t } = useWords();
  const way = useRef<HTMLSpanElement>(null);
  const job = useSelect(selectDrops)?.jobs.find((each) => each.jobId === jobId);
  useEffect(() => way.current?.querySelector('button')?.focus(), []);
  const [isAskedFor, setAskedFor] = useState(false);
  // Not before: until its first news has come, the list of jobs may not be there.
  useEffect(() => {
    if (!isAskedFor || !job) return;
    goToCard(JOBS_CARD);
    onFollowed();
  }, [isAskedFor, job, onFollowed]);
  const wasThere = useRef(false);
  if (job) wasThere.current = true;
  // It was taken off the list.
  if (!job && wasThere.current) return null;
  const isTrouble = job !== undefined && (job.phase === 'stopped' || job.unknown > 0);
  return (
    <div className="stack">
      {isTrouble ? <JobTrouble job={job} /> : <Progress job={job} />}
      <div className="card-row">
        {job?.phase === 'stopped' ? <Resume job={job} /> : null}
        <span ref={way}>
          <Button icon={ListChecks} onPress={() => setAskedFor(true)}>
            {t('drops.show-jobs')}
          </Button>
        </span>
      </div>
      <ActionProblem action={`drops.resume#${jobId}`} />
    </div>
  );
}

/** Goes on with a stopped job, which looks at unknown results first. */
function Resume({ job: { jobId, unknown } }: { readonly job: PayoutJob }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const detail = String(jobId);
  const isLook = unknown > 0;
  return (
    <CoreButton
      action={`drops.resume#${detail}`}
      icon={isLook ? SearchCheck : Play}
      onPress={() => void dashboard.ask('drops.resume', { jobId }, detail)}
    >
      {t(isLook ? 'drops.job-check' : 'drops.job-resume')}
    </CoreButton>
  );
}

const CHANGED: readonly string[] = ['SUCCESS', 'SEEN'];

interface ProgressProps {
  /** undefined: its first news is still to come. */
  readonly job: PayoutJob | undefined;
}

function Progress({ job }: ProgressProps) {
  const { t } = useWords();
  if (job?.phase !== 'done') {
    const done = job ? job.total - job.waiting - job.unknown : 0;
    return (
      <Callout
        tone="accent"
        icon={LoaderCircle}
        spinning
        role="status"
        title={t('drops.taken')}
        text={job ? t('drops.job-progress', { done, total: job.total }) : null}
      />
    );
  }
  const changed = job.outcomes
    .filter(({ status }) => CHANGED.includes(status))
    .reduce((sum, { count }) => sum + count, 0);
  const rest = job.total - changed;
  return (
    <Callout
      tone={rest > 0 ? 'warn' : 'live'}
      role="status"
      title={t('drops.job-changed', { count: changed })}
      text={rest > 0 ? t('drops.job-not-changed', { count: rest }) : null}
    />
  );
}
