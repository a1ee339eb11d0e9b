import type { Page, WebSocketRoute } from '@playwright/test';
import type { OverlayDown } from '../../shared/overlay/overlay-feed.ts';

/** Tells a page more than it began with. */
export type Say = (...frames: readonly OverlayDown[]) => void;

/**
 * Opens an overlay on a feed of the test's own. The greeting is the core's, so that the page knows its
 * build; what comes then are these frames, a configuration among them, and what is said later.
 */
export async function openOverlay(
  page: Page,
  url: string,
  frames: readonly OverlayDown[],
): Promise<Say> {
  const open: { route: WebSocketRoute | null } = { route: null };
  const say: Say = (...more) => {
    for (const frame of more) open.route?.send(JSON.stringify(frame));
  };
  await page.routeWebSocket(/\/feed(\?|$)/, (route) => {
    const core = route.connectToServer();
    route.onMessage((text) => {
      if (String(text).includes('"attach"')) core.send(text);
    });
    core.onMessage((text) => {
      if (!String(text).includes('"hello"')) return;
      open.route = route;
      route.send(text);
      say(...frames);
    });
  });
  await page.goto(url);
  await page.locator('.sl-overlay[data-places]').waitFor({ state: 'attached' });
  return say;
}
