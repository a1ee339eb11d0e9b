import { THEME_IDS } from '../../shared/overlay/names.ts';
import { openDashboard } from '../support/open-dashboard.ts';
import { enterAgain, GRAND, openScene } from '../support/pictures-page.ts';
import { simEvents } from '../support/sim-events.ts';
import { expect, test } from './fixtures.ts';

test('an overlay that goes easy on OBS still shows every line and alert', async ({
  page,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  const made = simEvents(stage.simulator);
  const dashboard = await openDashboard(dashboardUrl);
  const root = page.locator('html');
  await dashboard.ask('obs.load', { mode: 3 });
  await page.goto(overlayUrl);
  await expect(root).toHaveAttribute('data-load-step', '3');
  for (let line = 0; line < 5; line += 1) stage.simulator.publish(made.chat(`line ${line}`));
  await expect(page.locator('.sl-chat-line')).toHaveCount(5);
  stage.simulator.publish(made.donation);
  await expect(page.locator('.sl-stage-slot[data-phase="in"]')).toBeVisible();
  const running = () =>
    document.getAnimations().filter(({ playState }) => playState === 'running').length;
  expect(await page.evaluate(running)).toBe(0);
  await dashboard.until(
    'status',
    ({ alerts }) => alerts.neverAppeared === 0 && alerts.waiting === 0,
  );
  // A page that loads anew is told again; back at nothing, all of it is there.
  await page.reload();
  await expect(root).toHaveAttribute('data-load-step', '3');
  await dashboard.ask('obs.load', { mode: 'auto' });
  await dashboard.ask('obs.load', { mode: 0 });
  await expect(root).not.toHaveAttribute('data-load-step');
  dashboard.close();
});

test('what is dear goes step by step, in every theme', async ({ page, overlayUrl }) => {
  test.slow();
  /** Blurred shadows of the alert, particles, and movements of the alert and the chat. */
  const dear = () => {
    /** Offsets, blur and spread, as a browser writes them. */
    const isBlurred = (element: Element) =>
      [...getComputedStyle(element).boxShadow.matchAll(/\S+px \S+px (\S+)px \S+px/g)].some(
        ([, blur]) => Number(blur) > 0,
      );
    const seconds = (element: Element) =>
      Number.parseFloat(getComputedStyle(element).animationDuration);
    const all = (query: string) => [...document.querySelectorAll(query)];
    return {
      blur: all('.sl-alert, .sl-alert-sign').filter(isBlurred).length,
      sparks: all('.sl-sparks').filter((one) => getComputedStyle(one).display !== 'none').length,
      alert: all('.sl-stage-slot').some((slot) => seconds(slot) > 0),
    };
  };
  for (const theme of THEME_IDS) {
    const say = await openScene(page, overlayUrl, { theme, language: 'ko', alter: GRAND });
    await page.locator('.sl-stage-slot').waitFor();
    expect(await page.evaluate(dear), theme).toMatchObject({ sparks: 1, alert: true });
    say({ type: 'load', step: 1 });
    await expect(page.locator('html')).toHaveAttribute('data-load-step', '1');
    expect(await page.evaluate(dear), theme).toEqual({ blur: 0, sparks: 0, alert: true });
    say({ type: 'load', step: 3 });
    await expect(page.locator('html')).toHaveAttribute('data-load-step', '3');
    expect(await page.evaluate(dear), theme).toEqual({ blur: 0, sparks: 0, alert: false });
    await enterAgain(page);
    await expect(page.locator('.sl-alert')).toHaveCSS('opacity', '1');
  }
});
