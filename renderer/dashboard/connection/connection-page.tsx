import { Cable, Gauge } from 'lucide-react';
import { useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { AppStatus } from '../../../shared/status.ts';
import { selectReachable, selectStatus } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { useWhen } from '../times.tsx';
import { CoverageCallout } from './coverage.tsx';
import { HealthCard } from './health-card.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { Vital, Vitals } from './vitals.tsx';

export function ConnectionPage() {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  const reachable = useSelect(selectReachable);
  if (!status) return null;
  const { session, tokens } = status;
  return (
    <div className="desk" data-stale={!reachable}>
      <div className="queue-setup flow">
        <Card icon={Cable} title={t('line.title')}>
          <CoverageCallout />
          {session ? <Vitals session={session} /> : null}
          <TokenFacts tokens={tokens} />
        </Card>
        <HealthCard />
      </div>
      <TimelineCard />
      <div className="queue-health flow">
        <LineTestCard />
      </div>
    </div>
  );
}

/** The sign-in's age and lifetime, never the tokens. */
function TokenFacts({ tokens }: Pick<AppStatus, 'tokens'>) {
  const { t } = useWords();
  const { past, future } = useWhen(useNow(1_000));
  return (
    <div className="apart stack roomy">
      <h3>{t('line.token')}</h3>
      {tokens ? (
        <>
          <dl className="stack roomy">
            <Vital name={t('line.token-issued')} value={past(tokens.issuedAt)} />
            <Vital name={t('line.token-expires')} value={future(tokens.expiresAt)} />
          </dl>
          <p className="card-note">{t('line.token-note')}</p>
        </>
      ) : (
        <p className="card-note">{t('line.signed-out')}</p>
      )}
    </div>
  );
}

type Outcome = CommandResult<'maintenance.test-line'>;

/** Slower answers still suffice for events, but suggest a network problem. */
const SLOW_MS = 1_000;

/** Tests the network path to the platform without touching the session. */
function LineTestCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const test = async () => {
    setOutcome(null);
    setOutcome(await dashboard.ask('maintenance.test-line', {}));
  };
  return (
    <Card icon={Gauge} title={t('line-test.title')}>
      <p className="card-text">{t('line-test.text')}</p>
      <div className="card-row">
        <CoreButton action="maintenance.test-line" icon={Gauge} onPress={() => void test()}>
          {t('line-test.start')}
        </CoreButton>
      </div>
      <ActionProblem action="maintenance.test-line" />
      <div role="status">{outcome ? <Good outcome={outcome} /> : null}</div>
    </Card>
  );
}

/** Whole milliseconds, at least 1: 0 ms would look unmeasured. */
const rounded = (ms: number) => Math.max(1, Math.round(ms));

function Good({ outcome: { openMs, answerMs } }: { readonly outcome: Outcome }) {
  const { t } = useWords();
  const slow = answerMs > SLOW_MS;
  return (
    <Callout
      tone={slow ? 'warn' : 'live'}
      icon={Gauge}
      title={t(slow ? 'line-test.slow' : 'line-test.good')}
      text={t('line-test.times', { open: rounded(openMs), answer: rounded(answerMs) })}
    />
  );
}
