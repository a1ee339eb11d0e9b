import type { Page, WebSocketRoute } from '@playwright/test';
import type { ObsState } from '../../shared/contract/obs.ts';
import { parseJson } from '../../shared/json.ts';

type Answers = Readonly<Record<string, object>>;

/**
 * Stands for the core's side of OBS: the answer is the way to say how OBS is. What the page asks of it
 * is answered by name, and kept in `asked`.
 */
export async function playObs(
  page: Page,
  answers: Answers,
  asked: string[] = [],
): Promise<(obs: ObsState) => void> {
  const open: { route: WebSocketRoute | null } = { route: null };
  await page.routeWebSocket(/\/bridge$/, (route) => {
    open.route = route;
    const core = route.connectToServer();
    route.onMessage((text) => {
      const frame = parseJson(String(text)) as { id: number; name: string };
      const value = answers[frame.name];
      if (!frame.name.startsWith('obs.') || value === undefined) return core.send(text);
      asked.push(frame.name);
      return route.send(JSON.stringify({ type: 'result', id: frame.id, ok: true, value }));
    });
  });
  return (value) => open.route?.send(JSON.stringify({ type: 'feed', feed: 'obs', value }));
}
