import { commandDone, connectLive, settingsFor } from '../../support/desktop-deeds.ts';
import { giveVoices, heardOn } from '../../support/page-voices.ts';
import { simEvents } from '../../support/sim-events.ts';
import { expect, test } from './fixtures.ts';

test('the app’s window reads alerts aloud, also while it is hidden, and falls silent with them', async ({
  launch,
  stage,
}) => {
  const launched = await launch({ settings: settingsFor(stage) });
  const page = await connectLive(launched, stage);
  await giveVoices(page, ['Yuna']);
  await page.reload();
  await commandDone(page, 'overlay.set', { speech: { on: true, from: 'app' } });
  const window = await launched.app.browserWindow(page);
  await window.evaluate((found) => found.hide());

  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect.poll(() => heardOn(page)).toHaveLength(1);
  const [text] = await heardOn(page);
  expect(text).toContain('donation words 1');
  await commandDone(page, 'alerts.skip', {});
  await expect.poll(() => heardOn(page)).toEqual([text, '-']);

  await commandDone(page, 'overlay.set', { speech: { from: 'page' } });
  await window.evaluate((found) => found.show());
  stage.simulator.publish(simEvents(stage.simulator, '2').donation);
  await expect(page.getByText('donation words 2').first()).toBeVisible();
  expect(await heardOn(page)).toEqual([text, '-']);
});
