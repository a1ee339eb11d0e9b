import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { text, wholeText } from '../../support/texts.ts';
import { packFolder } from '../../support/widget-packages.ts';
import { expect, hostTest as test } from '../fixtures.ts';

test('a streamer imports a widget, says whom it may load from, sets it, tries it, and puts it on the overlay', async ({
  page,
  dashboardUrl,
  overlayUrl,
  complaints,
}) => {
  await page.goto(dashboardUrl);
  await openPlace(page, 'overlay', 'widgets');
  const file = (name: string) => ({
    name: `${name}.zip`,
    mimeType: 'application/zip',
    buffer: Buffer.from(packFolder(name)),
  });
  await test.step('nothing runs before the streamer has said whom it may load from', async () => {
    await page.getByLabel(text('widgets.import-zip')).setInputFiles(file('jquery-chat'));
    await expect(page.getByText(text('widgets.new', { name: 'Chat with jQuery' }))).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /cdnjs\.cloudflare\.com/ })).not.toBeChecked();
    await expect(page.locator('iframe.sl-custom')).toHaveCount(0);
    await page.getByRole('checkbox', { name: /fonts\.googleapis\.com/ }).check();
    for (const sight of OPPOSITES) {
      await speak(page, sight.language);
      await lookAs(page, sight);
      await expectOpenToAll(page, `a found widget, ${nameOf(sight)}`);
    }
    await speak(page, 'ko');
    await page.getByRole('button', { name: text('widgets.install') }).press('Enter');
  });
  const frame = page.frameLocator('iframe.sl-custom');
  await test.step('a test plays in the preview', async () => {
    await expect(async () => {
      await page
        .getByRole('button', { name: text('widgets.try-message'), exact: true })
        .press('Enter');
      await expect(frame.locator('.row').first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByText(wholeText('widgets.blocked', /.*cdnjs.*/))).toBeVisible();
  });
  await test.step('its fields are a form, and the preview follows', async () => {
    await page.getByText('Text', { exact: true }).click();
    await page.getByRole('slider', { name: 'Size' }).fill('40');
    await expect(frame.locator('.chat')).toHaveCSS('font-size', '40px');
    await page.getByRole('button', { name: text('widgets.reset') }).press('Enter');
    await expect(frame.locator('.chat')).toHaveCSS('font-size', '24px');
  });
  await test.step('the page is open to everybody in every size and theme', async () => {
    for (const sight of OPPOSITES) {
      await speak(page, sight.language);
      await lookAs(page, sight);
      await expectOpenToAll(page, `widgets, ${nameOf(sight)}`);
    }
    await speak(page, 'ko');
  });
  await test.step('it goes on the overlay, and leaves it with its package', async () => {
    await page.getByRole('button', { name: text('widgets.add') }).press('Enter');
    await expect(page.getByText(text('widgets.added'))).toBeVisible();
    const overlay = await page.context().newPage();
    await overlay.goto(overlayUrl);
    await expect(overlay.frameLocator('iframe.sl-custom').locator('.chat')).toBeAttached();
    await openPlace(page, 'overlay', 'layout');
    const editor = page.locator('.overlay-frame iframe[aria-hidden]').first().contentFrame();
    const inEditor = editor.locator('iframe.sl-custom').contentFrame();
    await expect(inEditor.locator('.chat')).toBeAttached();
    await openPlace(page, 'overlay', 'widgets');
    await page
      .getByRole('button', { name: `${text('widgets.remove')}: Chat with jQuery` })
      .press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('widgets.remove') })
      .press('Enter');
    await expect(overlay.locator('iframe.sl-custom')).toHaveCount(0);
    await expect(page.getByText(text('widgets.none'))).toBeVisible();
    await overlay.close();
  });
  // What its policy refused is said by the browser as well.
  complaints.splice(0);
});
