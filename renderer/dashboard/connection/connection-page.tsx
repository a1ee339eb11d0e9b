import { Cable } from 'lucide-react';
import { selectReachable, selectStatus } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { useSelect, useWords } from '../context.ts';
import { CoverageCallout } from './coverage-callout.tsx';
import { LineTestCard } from './line-test-card.tsx';
import { ScopesCard } from './scopes-card.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { TokenFacts } from './token-facts.tsx';
import { Vitals } from './vitals.tsx';

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
