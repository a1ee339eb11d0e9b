import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import ko from '../../shared/locales/ko/obs.json' with { type: 'json' };
import { connectLive, settingsFor } from '../support/desktop-deeds.ts';
import { findElectron } from '../support/desktop-electron.ts';
import {
  type DesktopPlace,
  type LaunchedApp,
  launchApp,
  leavePlace,
  makePlace,
} from '../support/desktop-launch.ts';
import { HANGS_MS } from '../support/hangs.ts';
import { settingsOf } from '../support/obs-deeds.ts';
import {
  CANVAS,
  GAME,
  hasObsKit,
  type ObsHand,
  type RealObs,
  startRealObs,
} from '../support/obs-kit.ts';
import { openPlace } from '../support/places.ts';
import { type Stage, setStage } from '../support/stage.ts';

const WAITS = { timeout: HANGS_MS };

describe.skipIf(!hasObsKit || findElectron() === null)('the desktop app beside a real OBS', () => {
  let dir: string;
  let stage: Stage;
  let obs: RealObs;
  let hand: ObsHand;
  let place: DesktopPlace;
  let app: LaunchedApp;
  let page: Page;

  beforeAll(async () => {
    stage = await setStage();
    dir = await mkdtemp(join(tmpdir(), 'stagelight-obs-'));
    obs = await startRealObs({ dir, scenes: { Live: [GAME] } });
    hand = await obs.connect();
    place = await makePlace();
    // OBS's settings lie where the app looks for them.
    const environment = { XDG_CONFIG_HOME: join(obs.dir, 'home/.config') };
    app = await launchApp(place, { settings: settingsFor(stage), environment });
    page = await connectLive(app, stage);
    await openPlace(page, 'settings', 'obs');
  });
  afterAll(async () => {
    await app?.end();
    if (place) await leavePlace(place);
    hand?.close();
    await obs?.stop();
    await stage?.dispose();
    await rm(dir, { recursive: true, force: true });
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();

  it('finds it by one press, and its password is in no settings', async () => {
    await press(ko['obs.connect']);
    await page.locator('.obs-facts').getByText('Live', { exact: true }).waitFor(WAITS);
    expect(app.said).not.toContain(obs.password);
  });

  it('sets it up by one button, and proves by itself that viewers would see the overlay', async () => {
    await press(ko['obs.set-up']);
    await vi.waitFor(
      async () => expect(await settingsOf(hand, 'Stagelight')).toMatchObject(CANVAS),
      WAITS,
    );
    await page.getByText(ko['obs.proof-ready'], { exact: true }).first().waitFor(WAITS);
  });

  it('sees that OBS was killed, and is there again when OBS is', async () => {
    await obs.crash();
    await page.locator('.card-call').waitFor(WAITS);
    const { port, password } = obs;
    await obs.stop();
    obs = await startRealObs({ dir, port, password });
    hand = await obs.connect();
    await page.getByText(ko['obs.proof-ready'], { exact: true }).first().waitFor(WAITS);
  });
});
