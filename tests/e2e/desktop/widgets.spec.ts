import type { Page } from '@playwright/test';
import { WIDGET_PART_BYTES } from '../../../shared/contract/widgets.ts';
import { DEFAULT_OVERLAY } from '../../../shared/overlay/overlay-settings.ts';
import { command, commandDone, showOverlay } from '../../support/desktop-deeds.ts';
import { packFolder } from '../../support/widget-packages.ts';
import { expect, test } from './fixtures.ts';

async function answered<T>(page: Page, name: string, args: unknown): Promise<T> {
  const answer = await command(page, name, args);
  if (!answer.ok) throw new Error(`${name}: ${answer.problem.code}`);
  return answer.value as T;
}

/** As the page imports it. Returns its id. */
async function imported(page: Page, folder: string): Promise<string> {
  const zip = packFolder(folder);
  const begun = { name: 'widget.zip', bytes: zip.length };
  const { upload } = await answered<{ upload: string }>(page, 'widgets.begin', begun);
  for (let index = 0; index * WIDGET_PART_BYTES < zip.length; index += 1) {
    const part = zip.slice(index * WIDGET_PART_BYTES, (index + 1) * WIDGET_PART_BYTES);
    const data = Buffer.from(part).toString('base64');
    await commandDone(page, 'widgets.part', { upload, index, data });
  }
  type Found = { readonly draft: string; readonly name: string };
  const { draft, name } = await answered<Found>(page, 'widgets.finish', { upload });
  const wanted = { draft, name, hosts: [], replace: null };
  return (await answered<{ id: string }>(page, 'widgets.install', wanted)).id;
}

test('a widget of others is in the overlay window, and hears a test there', {
  tag: '@electron',
}, async ({ launch }) => {
  const launched = await launch();
  const page = await launched.dashboard();
  const id = await imported(page, 'vanilla-chat');
  const box = { x: 0.1, y: 0.1, width: 0.3, height: 0.5 };
  const settings = { package: id };
  const widget = { id: 'theirs', kind: 'custom', shown: true, box, settings };
  await commandDone(page, 'overlay.set', { layout: [...DEFAULT_OVERLAY.layout, widget] });
  const overlay = await showOverlay(launched);
  const frame = overlay.frameLocator('iframe.sl-custom');
  await expect(frame.locator('#lines')).toBeAttached();
  await expect(async () => {
    await commandDone(page, 'widgets.try', { id, what: 'message' });
    await expect(frame.locator('#lines li b').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
