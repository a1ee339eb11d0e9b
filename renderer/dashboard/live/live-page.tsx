import { AlertsCard } from '../alerts/alerts-card.tsx';
import { HealthCard } from '../connection/health-card.tsx';
import { LineCard } from '../connection/line-card.tsx';
import { OverlayCard } from '../overlay/overlay-card.tsx';
import { TestEventsCard } from '../test-events/test-events-card.tsx';
import { FeedCard } from './feed-card.tsx';
import { LiveBar } from './live-bar.tsx';

/** The page for the show: what comes in large in the middle, what goes on air beside it. */
export function LivePage() {
  return (
    <>
      <LiveBar />
      <div className="desk desk-live">
        <FeedCard />
        <div className="desk-setup">
          <AlertsCard />
          <OverlayCard />
          <TestEventsCard />
        </div>
        <div className="desk-health">
          <LineCard />
          <HealthCard />
        </div>
      </div>
    </>
  );
}
