import { THEME_IDS } from '../../shared/overlay/names.ts';
import { enterAgain, GRAND, openScene } from '../support/pictures-page.ts';
import { donation, playing } from '../support/stage-events.ts';
import { expect, pageTest as test } from './fixtures.ts';

test('an overlay that goes easy on OBS still shows every line and alert', async ({
  page,
  core,
  overlayUrl,
}) => {
  const root = page.locator('html');
  core.tellLoadStep(3);
  await page.goto(overlayUrl);
  await expect(root).toHaveAttribute('data-load-step', '3');
  core.say(5);
  await expect(page.locator('.sl-chat-line')).toHaveCount(5);
  core.tellAlert(playing(donation(6)));
  await expect(page.locator('.sl-stage-slot[data-phase="in"]')).toBeVisible();
  const running = () =>
    document.getAnimations().filter(({ playState }) => playState === 'running').length;
  expect(await page.evaluate(running)).toBe(0);
  await expect.poll(() => core.heard).toContain('page 1 painted 6');
  // A page that loads anew is told again; back at nothing, all of it is there.
  await page.reload();
  await expect(root).toHaveAttribute('data-load-step', '3');
  core.tellLoadStep(0);
  await expect(root).not.toHaveAttribute('data-load-step');
});

test('what is dear goes step by step, in every theme', async ({ page, overlayUrl }) => {
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
