import type { Page, WebSocketRoute } from '@playwright/test';
import { NO_STRIP, type ObsChange, type ObsState } from '../../shared/contract/obs.ts';
import { parseJson } from '../../shared/json.ts';
import { tabTo } from '../support/keyboard.ts';
import { expectOpenToAll, lookAs, nameOf, SIGHTS, speak } from '../support/open-to-all.ts';
import { openPlace } from '../support/places.ts';
import { foundIn, OBS_OFF, obsWith, waitingFor } from '../unit/dashboard/obs/obs-fixtures.ts';
import { expect, test } from './fixtures.ts';

const CHANGES: readonly ObsChange[] = [
  { kind: 'create', scene: 'Game', input: 'Stagelight' },
  { kind: 'settings', input: 'Stagelight', fields: ['size', 'shutdown', 'audio'] },
];

const STATES: Readonly<Record<string, ObsState>> = {
  off: OBS_OFF,
  waiting: waitingFor('password-wrong'),
  elsewhere: waitingFor('not-obs', { host: '192.168.0.7' }),
  proved: obsWith({
    proof: { state: 'proved', at: 0, scene: 'Game', by: 'program' },
    undoable: { at: 0, scenes: ['Game'] },
    load: { step: 1, mode: 'auto', reason: 'render', lostPercent: 12.5 },
    strip: {
      ...NO_STRIP,
      stream: { state: 'live', since: 0 },
      record: { state: 'paused', duration: 3_600_000 },
      dropped: 2.4,
      fps: 60,
      studioMode: true,
    },
  }),
  found: obsWith({
    ...foundIn(
      { code: 'no-source', source: null, by: [], fixable: false },
      { code: 'covered', source: 'x'.repeat(500), by: [], fixable: true },
      { code: 'not-in-picture', source: 'Stagelight', by: [], fixable: false },
    ),
    load: { step: 3, mode: 3, reason: 'not-overlay', lostPercent: 40 },
    strip: { ...NO_STRIP, stream: { state: 'off', failure: 'refused' }, hasKey: false },
    scenes: ['Game', ...Array.from({ length: 199 }, (_, at) => `${at}${'x'.repeat(at)}`)],
  }),
};

/** Stands for the core's side of OBS: says how it is, and answers what is asked of it. */
async function playObs(page: Page, asked: string[]): Promise<(obs: ObsState) => void> {
  const open: { route: WebSocketRoute | null } = { route: null };
  await page.routeWebSocket(/\/bridge$/, (route) => {
    open.route = route;
    const core = route.connectToServer();
    route.onMessage((text) => {
      const frame = parseJson(String(text)) as { id: number; name: string };
      if (!frame.name.startsWith('obs.')) return core.send(text);
      asked.push(frame.name);
      const value = frame.name === 'obs.find' ? { found: 'server-off' } : { changes: CHANGES };
      return route.send(JSON.stringify({ type: 'result', id: frame.id, ok: true, value }));
    });
  });
  return (value) => open.route?.send(JSON.stringify({ type: 'feed', feed: 'obs', value }));
}

test('the page of OBS is open to everybody, whatever OBS does', async ({ page, dashboardUrl }) => {
  test.slow();
  const asked: string[] = [];
  const say = await playObs(page, asked);
  await page.goto(dashboardUrl);
  await openPlace(page, 'settings', 'obs');
  say(OBS_OFF);
  const connect = page.locator('.card-call .button-primary');
  await tabTo(page, connect);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('WebSocket');
  await tabTo(page, page.getByLabel('비밀번호', { exact: true }));
  await page.keyboard.type('secret');
  await page.keyboard.press('Enter');
  await expect.poll(() => asked).toEqual(['obs.find', 'obs.connect']);
  for (const sight of SIGHTS) {
    await lookAs(page, sight);
    await speak(page, sight.language);
    for (const [name, state] of Object.entries(STATES)) {
      say(state);
      const shows = state.link.state === 'connected' ? '.obs-changes' : '.card-call';
      await expect(page.locator(shows)).toBeVisible();
      // What is another button now fades into its colours.
      await lookAs(page, sight);
      await expectOpenToAll(page, `${name}, ${nameOf(sight)}`);
    }
  }
});
