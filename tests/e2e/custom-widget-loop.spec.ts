import { layoutSchema } from '../../shared/overlay/widgets.ts';
import { askCore } from '../support/ask-core.ts';
import { openPlace } from '../support/places.ts';
import { simEvents } from '../support/sim-events.ts';
import { text } from '../support/texts.ts';
import { importWidget, packFolder } from '../support/widget-packages.ts';
import { expect, hostTest as test } from './fixtures.ts';

test('an endless loop stops neither the overlay nor its alerts, is named, and can be started again', async ({
  page,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  const { id } = await importWidget(dashboardUrl, packFolder('loop'));
  const box = { x: 0, y: 0, width: 0.3, height: 0.3 };
  const alerts = { x: 0.3, y: 0.1, width: 0.4, height: 0.6 };
  await askCore(dashboardUrl, 'overlay.set', {
    layout: layoutSchema.parse([
      { id: 'loop', kind: 'custom', box, settings: { package: id } },
      { id: 'alerts', kind: 'alerts', box: alerts },
    ]),
  });
  await page.goto(overlayUrl);
  await expect(page.locator('iframe.sl-custom')).toBeAttached();
  const made = simEvents(stage.simulator, 'while it loops');
  stage.simulator.publish(made.donation);
  await expect(page.getByText('donation words while it loops')).toBeVisible();
  await askCore(dashboardUrl, 'alerts.skip', {});
  // Its frame goes as soon as it has been silent for too long.
  await expect(page.locator('iframe.sl-custom')).toHaveCount(0);
  const dashboard = await page.context().newPage();
  await dashboard.goto(dashboardUrl);
  await openPlace(dashboard, 'overlay', 'widgets');
  await expect(dashboard.getByText(text('widgets.fault-stuck')).first()).toBeVisible();
  await dashboard.getByRole('button', { name: text('widgets.start') }).press('Enter');
  await expect(page.locator('iframe.sl-custom')).toBeAttached();
  // The preview goes first: a frame that still loads complains if its files go under it.
  await dashboard.close();
  await askCore(dashboardUrl, 'overlay.set', { layout: [] });
  await expect(page.locator('iframe.sl-custom')).toHaveCount(0);
  await askCore(dashboardUrl, 'widgets.remove', { id });
});
