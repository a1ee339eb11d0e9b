import { NO_STRIP, type ObsChange, type ObsState } from '../../../shared/contract/obs.ts';
import { EMPTY_OBS } from '../../support/empty-states.ts';
import { tabTo } from '../../support/keyboard.ts';
import { expectOpenToAll, lookAs, nameOf, SIGHTS, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import type { Answers } from '../../support/served-core.ts';
import { text } from '../../support/texts.ts';
import { foundIn, obsWith, waitingFor } from '../../unit/dashboard/obs/obs-fixtures.ts';
import { expect, pageTest as test } from '../fixtures.ts';

const CHANGES: readonly ObsChange[] = [
  { kind: 'create', scene: 'Game', input: 'Stagelight' },
  { kind: 'settings', input: 'Stagelight', fields: ['size', 'shutdown', 'audio'] },
];

const STATES: Readonly<Record<string, ObsState>> = {
  off: EMPTY_OBS,
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
    streamKey: { server: 'rtmp://ingest.example.com/live', putAt: 0 },
  }),
  far: obsWith({ host: '192.168.0.7', elsewhere: true, streaming: false }),
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

const SET_UP = 'obs-set-up';

const ANSWERS: Answers = {
  'obs.find': () => ({ found: 'server-off' }),
  'obs.plan': () => ({ changes: [...CHANGES] }),
  'obs.stream-target': () => ({ now: 'Other TV', server: 'rtmp://ingest.example.com/live' }),
};

test('the page of OBS is open to everybody, whatever OBS does', { tag: '@look' }, async ({
  page,
  core,
  dashboardUrl,
}) => {
  core.answer(ANSWERS);
  await page.goto(dashboardUrl);
  await openPlace(page, 'settings', 'obs');
  const connect = page.locator('.card-call .button-primary');
  await tabTo(page, connect);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('WebSocket');
  await tabTo(page, page.getByLabel(text('obs.password'), { exact: true }));
  await page.keyboard.type('secret');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => core.changes)
    .toEqual([
      { name: 'obs.find', args: {} },
      { name: 'obs.connect', args: { host: '127.0.0.1', port: 4455, password: 'secret' } },
    ]);
  for (const sight of SIGHTS) {
    await lookAs(page, sight);
    await speak(page, sight.language);
    for (const [name, state] of Object.entries(STATES)) {
      core.tell('obs', state);
      const isThere = state.link.state === 'connected';
      const shows = isThere && !state.elsewhere ? '.obs-changes' : '.card-call, .callout';
      await expect(page.locator(shows).first()).toBeVisible();
      // The one button comes first, as long as nothing is set up.
      if (name === 'found') await expect(page.locator('.obs-desk .card').first()).toHaveId(SET_UP);
      await expectOpenToAll(page, `${name}, ${nameOf(sight)}`);
    }
  }
});
