import { Activity, Cable } from 'lucide-react';
import { useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { AppStatus } from '../../../shared/status.ts';
import { actionOf, selectReachable, selectStatus } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { useWhen } from '../times.tsx';
import { Vitals } from './connection-card.tsx';
import { CoverageCallout } from './coverage.tsx';
import { ScopesCard } from './scopes.tsx';
import { TimelineCard } from './timeline-card.tsx';

/** The connection page: state, history, and granted permissions. */
export function ConnectionPage() {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  const reachable = useSelect(selectReachable);
  if (!status) return null;
  const { session, tokens } = status;
  return (
    <div className="desk" data-stale={!reachable}>
      <div className="desk-setup">
        <Card icon={Cable} title={t('line.title')}>
          <CoverageCallout detailed />
          {session ? <Vitals session={session} detailed /> : null}
          <TokenFacts tokens={tokens} />
        </Card>
        <LineTestCard />
      </div>
      <TimelineCard />
      <div className="desk-health">
        <ScopesCard />
      </div>
    </div>
  );
}

/** The sign-in's age and lifetime, never the tokens. */
function TokenFacts({ tokens }: Pick<AppStatus, 'tokens'>) {
  const { t } = useWords();
  const { past, future } = useWhen(useNow(1_000));
  return (
    <>
      <h3>{t('line.token')}</h3>
      {tokens ? (
        <>
          <dl className="vitals">
            <div className="vital">
              <dt>{t('line.token-issued')}</dt>
              <dd>{past(tokens.issuedAt)}</dd>
            </div>
            <div className="vital">
              <dt>{t('line.token-expires')}</dt>
              <dd>{future(tokens.expiresAt)}</dd>
            </div>
          </dl>
          <p className="card-note">{t('line.token-note')}</p>
        </>
      ) : (
        <p className="card-note">{t('line.signed-out')}</p>
      )}
    </>
  );
}

type Outcome = CommandResult<'maintenance.test-line'>;

const selectTest = actionOf('maintenance.test-line');
/** Slower answers still suffice for events, but suggest a network problem. */
const SLOW_MS = 1_000;

/** Tests the network path to the platform without touching the session. */
function LineTestCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(selectTest);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const test = async () => {
    setOutcome(null);
    setOutcome(await dashboard.ask('maintenance.test-line', {}));
  };
  return (
    <Card icon={Activity} title={t('line-test.title')}>
      <p className="card-text">{t('line-test.text')}</p>
      <div className="card-row">
        <Button
          icon={Activity}
          busy={phase === 'pending'}
          disabled={!reachable}
          onPress={() => void test()}
        >
          {t('line-test.start')}
        </Button>
      </div>
      <ActionProblem action="maintenance.test-line" />
      <div role="status">{outcome ? <Good outcome={outcome} /> : null}</div>
    </Card>
  );
}

function Good({ outcome: { openMs, answerMs } }: { readonly outcome: Outcome }) {
  const { t } = useWords();
  const slow = answerMs > SLOW_MS;
  return (
    <Callout
      tone={slow ? 'warn' : 'live'}
      icon={Activity}
      title={t(slow ? 'line-test.slow' : 'line-test.good')}
      text={t('line-test.times', { open: rounded(openMs), answer: rounded(answerMs) })}
    />
  );
}

/** Whole milliseconds, at least 1: 0 ms would look unmeasured. */
function rounded(ms: number): number {
  return Math.max(1, Math.round(ms));
}
