import { SAMPLE_TEXTS } from '../../../shared/locales/samples.ts';
import { ownSound } from '../../support/own-files.ts';
import { notePlayed, playedOn } from '../../support/page-sounds.ts';
import { openPlace } from '../../support/places.ts';
import { text } from '../../support/texts.ts';
import { expect, hostTest as test } from '../fixtures.ts';

/** What the rule is called, made of its conditions. */
const BIG_RULE = `${text('kind.DONATION')} · ${text('summary.beams-from', { from: 10_000 })}`;
const MY_SOUND = [
  text('media.sound'),
  text('media.kilobytes', { size: 8 }),
  text('media.uses', { count: 1 }),
].join(' · ');

test('a streamer gets from nothing to a themed alert with an own sound', async ({
  context,
  overlayUrl,
  dashboardUrl,
}) => {
  const overlay = await context.newPage();
  await notePlayed(overlay);
  await overlay.goto(overlayUrl);
  const sounds = () => playedOn(overlay);
  const page = await context.newPage();
  await page.goto(`${dashboardUrl}?lang=ko`);

  // 1. A theme.
  await openPlace(page, 'overlay');
  await page.getByRole('radio', { name: new RegExp(`^${text('themes.neon')}`) }).check();
  // 2. A rule for large donations, with own words.
  await openPlace(page, 'alerts', 'rules');
  await page
    .getByRole('button', {
      name: text('rules.add-one', { name: text('preset.big-donation', { from: 10_000 }) }),
    })
    .click();
  await page
    .getByRole('button', { name: text('variant.insert', { name: text('variable.name') }) })
    .click();
  await page.keyboard.type('이/가 크게 쐈어요!');
  // 3. A sound of the streamer's own.
  await page
    .getByLabel(text('media.upload-for', { name: text('variant.sound') }))
    .setInputFiles(ownSound('내 소리.wav'));
  await expect(page.getByLabel(text('variant.sound'), { exact: true })).toHaveValue(
    /^[0-9a-f]{64}$/,
  );
  await expect(page.getByText(MY_SOUND)).toBeVisible();
  // 4. A test on air.
  await page.getByRole('button', { name: text('rule-test.play') }).click();

  const card = overlay.locator('.sl-stage-slot');
  await expect(card).toContainText(`${SAMPLE_TEXTS.ko.nickname}가 크게 쐈어요!`);
  await expect.poll(async () => (await sounds()).length).toBe(1);
  expect(new URL((await sounds())[0] ?? '').pathname).toMatch(/\/media\/[0-9a-f]{64}$/);
  // What was set is there after a reload as well.
  await page.reload();
  await openPlace(page, 'alerts');
  await expect(
    page.getByRole('button', { name: text('rules.open', { name: BIG_RULE }) }),
  ).toBeVisible();
});

test('a file that is no picture is refused with the reason, at its place', async ({
  page,
  dashboardUrl,
}) => {
  await page.goto(`${dashboardUrl}?lang=ko`);
  await openPlace(page, 'alerts', 'rules');
  await page
    .getByRole('button', { name: text('rules.add-one', { name: text('preset.every') }) })
    .click();
  const file = { name: 'bad.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') };
  await page
    .getByLabel(text('media.upload-for', { name: text('variant.image') }))
    .setInputFiles(file);
  const picker = page.locator('.media-picker').filter({ hasText: text('variant.image') });
  await expect(picker.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel(text('variant.image'), { exact: true })).toHaveValue('default');
});
