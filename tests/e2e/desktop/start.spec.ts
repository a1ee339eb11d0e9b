import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings } from '../../support/desktop-deeds.ts';
import { english, text, textLike } from '../../support/texts.ts';
import { expect, LEFT, test } from './fixtures.ts';

test('the first window paints the first run, in the language of the system', async ({ launch }) => {
  const launched = await launch();
  const page = await launched.app.firstWindow();
  await expect(page.getByRole('heading', { name: text('welcome.title') })).toBeVisible();
  expect(await page.locator('html').getAttribute('lang')).toBe('ko');
  expect(await launched.addresses()).toEqual(['app://dashboard/']);
});

for (const [language, heading] of [
  ['ko', text('welcome.title')],
  ['en', 'Welcome to Stagelight'],
] as const) {
  test(`with ${language} in the settings the window speaks ${language}`, async ({ launch }) => {
    const launched = await launch({ settings: { language } });
    const page = await launched.dashboard();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
  });
}

test('settings that cannot be read are set aside, which is said', async ({ launch, place }) => {
  const damaged = '{"version":1,"language":"en","desktop":{"mode"';
  await writeFile(join(place.userData, 'settings.json'), damaged);
  const launched = await launch({ settings: null });
  const page = await launched.dashboard();
  await expect(page.getByRole('heading', { name: text('welcome.title') })).toBeVisible();
  await page.getByRole('button', { name: text('setup.later') }).click();
  await page.locator('.attention').click();
  await expect(page.getByText(textLike('problem.settings-set-aside.what'))).toBeVisible();
  const names = (await readdir(place.userData)).filter((name) => name.startsWith('settings'));
  const aside = names.filter((name) => name !== 'settings.json');
  expect(aside.length).toBe(1);
  expect(await readFile(join(place.userData, aside[0] ?? ''), 'utf8')).toBe(damaged);
  expect((await readSettings(launched)).desktop.step).toBe('done');
});

test('one setting that makes no sense leaves the others as they were', async ({ launch }) => {
  const wrong = { ...LEFT, language: 'en', hotkeys: { 'alerts-skip': 5 } } as object;
  const launched = await launch({ settings: wrong });
  const page = await launched.dashboard();
  await expect(page.getByText(english('resume.title'))).toBeVisible();
  await page.locator('.attention').click();
  await expect(page.getByText(textLike('problem.settings-partly-kept.what', 'en'))).toBeVisible();
});
