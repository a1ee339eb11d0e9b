import { benchOverlayBurst } from './overlay-burst.ts';
import { benchOverlayCost } from './overlay-cost.ts';
import { benchOverlayMinute } from './overlay-minute.ts';
import { benchOverlayAlerts, benchOverlayIdle } from './overlay-still.ts';
import type { PageStage } from './page-stage.ts';
import type { Section } from './report.ts';

/** What the overlay costs the streamer's machine, in one run with the plain page. */
export async function benchOverlay(stage: PageStage, seconds: number): Promise<Section[]> {
  return [
    await benchOverlayIdle(stage, seconds),
    await benchOverlayCost(stage, seconds),
    await benchOverlayBurst(stage),
    await benchOverlayMinute(stage, seconds),
    // Last: nothing but chat is to be on the pages before.
    await benchOverlayAlerts(stage),
  ];
}
