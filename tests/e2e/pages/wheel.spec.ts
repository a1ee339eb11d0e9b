import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { chatOf } from '../../support/sim-events.ts';
import { text } from '../../support/texts.ts';
import { expect, hostTest as test } from '../fixtures.ts';

const SEND = 'POST /api/openapi/open/v1/chats/send';
const SCRIPT = resolve(import.meta.dirname, '../../../docs/check-wheel.sh');
const SECTIONS = [
  '노래*3',
  text('sample-show.wheel-4'),
  '세상에서 가장 매운 삼선 볶음밥 곱빼기 다 먹기*2',
];

async function openToAll(page: Page, what: string): Promise<void> {
  for (const { language, ...look } of OPPOSITES) {
    await speak(page, language);
    await lookAs(page, look);
    await expectOpenToAll(page, `${what}, ${nameOf(look)}`);
  }
  await speak(page, 'ko');
}

test('a wheel is bound before it is spun, stops where it would after a kill, and can be checked', async ({
  page,
  context,
  stage,
}, info) => {
  const { simulator } = stage;
  let host = await stage.startLive(['--events']);
  await page.goto(await host.addressOf('dashboardUrl'));
  await openPlace(page, 'show', 'wheel');
  const commitment = page.getByRole('textbox', { name: text('wheel.commitment') });
  const spin = page.getByRole('button', { name: text('wheel.spin'), exact: true });
  await test.step('it is made with the keyboard alone, and says in chat what binds it', async () => {
    await page.getByLabel(text('wheel.title-field')).fill('벌칙');
    await page.getByLabel(text('wheel.sections'), { exact: true }).fill(SECTIONS.join('\n'));
    await page.getByLabel(text('wheel.seconds')).fill('2');
    await page.getByRole('switch', { name: text('wheel.by-chat') }).press('Space');
    await page.getByRole('button', { name: text('show.overlay-add') }).press('Enter');
    await expect(page.getByRole('button', { name: text('show.overlay-add') })).toHaveCount(0);
    await page.getByRole('button', { name: text('wheel.begin') }).press('Enter');
    await expect(commitment).toHaveValue(/^[0-9a-f]{64}$/);
    await expect(page.locator('.wheel-chances strong')).toHaveText(['50%', '16.7%', '33.3%']);
    await expect.poll(() => simulator.requestLog.count(SEND)).toBe(1);
  });
  const bound = await commitment.inputValue();
  const overlay = await context.newPage();
  await overlay.goto(await host.addressOf('overlayUrl'));
  const disc = overlay.locator('.sl-wheel-disc');
  const won = overlay.locator('.sl-wheel-won');
  await test.step('viewers see the chances, and the streamer spins it in chat', async () => {
    await expect(overlay.locator('.sl-wheel-name')).toHaveCount(3);
    await expect(overlay.locator('.sl-wheel-foot')).toContainText(bound.slice(0, 4));
    simulator.publish(chatOf(stage.simulator, 'viewer', '!룰렛'));
    simulator.publish(chatOf(stage.simulator, simulator.streamerChannelId, '！룰렛'));
    await expect(disc).toHaveAttribute('data-turned');
    await expect(won).toHaveCount(0);
    await expect(spin).toBeDisabled();
    const turns = () => disc.evaluate((each) => getComputedStyle(each).animationDuration);
    expect(await turns()).toBe('2s');
    // Whoever wants no movement, and an OBS that is short of time, see the result alone.
    await overlay.emulateMedia({ reducedMotion: 'reduce' });
    expect(await turns()).toBe('0s');
    await overlay.emulateMedia({ reducedMotion: null });
    await overlay.locator('html').evaluate((root) => root.setAttribute('data-load-step', '3'));
    expect(await turns()).toBe('0s');
    await overlay.locator('html').evaluate((root) => root.removeAttribute('data-load-step'));
    await expect(won).toBeVisible();
    await expect(page.locator('.wheel-result strong')).toHaveText(await won.innerText());
    await expect.poll(() => simulator.requestLog.count(SEND)).toBe(2);
    await openToAll(page, 'a wheel that was spun');
  });
  await test.step('killed while it turns, it goes on to where it would have stopped', async () => {
    const goal = () => disc.evaluate((each) => getComputedStyle(each).getPropertyValue('--ov-to'));
    const before = await goal();
    await spin.press('Enter');
    await expect.poll(goal).not.toBe(before);
    const meant = await goal();
    await Promise.all([page, overlay].map((each) => each.goto('about:blank')));
    host.child.kill('SIGKILL');
    await host.exited;
    host = await stage.startLive(['--events']);
    await page.goto(await host.addressOf('dashboardUrl'));
    await overlay.goto(await host.addressOf('overlayUrl'));
    await openPlace(page, 'show', 'wheel');
    await expect(commitment).toHaveValue(bound);
    await expect(won).toBeVisible();
    expect(await goal()).toBe(meant);
    await expect(page.locator('.wheel-spins li')).toHaveCount(2);
    await expect(page.getByRole('textbox', { name: text('wheel.seed') })).toHaveCount(0);
  });
  await test.step('put away it tells its secret, and its file is checked by the script', async () => {
    await page.getByRole('button', { name: text('wheel.end') }).press('Enter');
    await expect(page.getByRole('textbox', { name: text('wheel.seed') })).toHaveValue(
      /^[0-9a-f]{64}$/,
    );
    await expect(overlay.locator('.sl-wheel')).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: text('wheel.export') }).press('Enter');
    const file = info.outputPath('wheel.txt');
    await (await download).saveAs(file);
    const { stdout } = await promisify(execFile)('bash', [SCRIPT, file]);
    expect(stdout).toContain('The seed spins exactly these.');
    await openToAll(page, 'a wheel that was put away');
  });
});
