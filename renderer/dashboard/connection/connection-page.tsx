import { Cable } from 'lucide-react';
import type { AppStatus } from '../../../shared/status.ts';
import { selectReachable, selectStatus } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { useNow, useSelect, useWords } from '../context.ts';
import { CoverageCallout } from './coverage-callout.tsx';
import { LineTestCard } from './line-test-card.tsx';
import { ScopesCard } from './scopes-card.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { Vitals } from './vitals.tsx';
import { useWhen } from './when.ts';

/** The connection in detail: how it is, what happened to it, and what the app may do. */
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

/** How old the sign-in is and how long it lasts; never what it is. */
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
