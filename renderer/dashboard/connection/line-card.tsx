import { Cable } from 'lucide-react';
import { summaryOf } from '../../stores/dashboard-lifeline.ts';
import { selectLifeline, selectStatus } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { isCovered, useCoverage } from './coverage.ts';
import { CoverageCallout } from './coverage-callout.tsx';
import { GapsBadge } from './gaps-badge.tsx';
import { Vitals } from './vitals.tsx';

/** The connection at a glance, beside the show. */
export function LineCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const session = useSelect(selectStatus)?.session ?? null;
  return (
    <Card
      icon={Cable}
      title={t('line.title')}
      aside={
        <div className="line-aside">
          <RecentGaps />
          <Button variant="ghost" onPress={() => dashboard.show('connection')}>
            {t('line.more')}
          </Button>
        </div>
      }
    >
      <CoverageCallout detailed={false} />
      {session ? <Vitals session={session} detailed={false} /> : null}
    </Card>
  );
}

const MINUTE = 60_000;

function RecentGaps() {
  const lifeline = useSelect(selectLifeline);
  const now = useNow(MINUTE);
  const coverage = useCoverage();
  if (!lifeline) return null;
  const { count } = summaryOf(lifeline, now);
  // That there is no gap says nothing where nothing was to be received.
  if (count === 0 && !isCovered(coverage)) return null;
  return <GapsBadge count={count} open={lifeline.openGap !== null} />;
}
