import { ownSound } from '../../support/own-files.ts';
import { notePlayed, playedOn } from '../../support/page-sounds.ts';
import { openPlace } from '../../support/places.ts';
import { text } from '../../support/texts.ts';
import { expect, hostTest as test } from '../fixtures.ts';

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
    .getByRole('button', { name: text('rules.add-one', { name: '10,000빔 이상 후원' }) })
    .click();
  await page.getByRole('button', { name: text('variant.insert', { name: '이름' }) }).click();
  await page.keyboard.type('이/가 크게 쐈어요!');
  // 3. A sound of the streamer's own.
  await page
    .getByLabel(text('media.upload-for', { name: '소리' }))
    .setInputFiles(ownSound('내 소리.wav'));
  await expect(page.getByLabel(text('variant.sound'), { exact: true })).toHaveValue(
    /^[0-9a-f]{64}$/,
  );
  await expect(page.getByText('소리 · 8KB · 1곳에서 사용 중')).toBeVisible();
  // 4. A test on air.
  await page.getByRole('button', { name: text('rule-test.play') }).click();

  const card = overlay.locator('.sl-stage-slot');
  await expect(card).toContainText('테스트 시청자가 크게 쐈어요!');
  await expect.poll(async () => (await sounds()).length).toBe(1);
  expect(new URL((await sounds())[0] ?? '').pathname).toMatch(/\/media\/[0-9a-f]{64}$/);
  // What was set is there after a reload as well.
  await page.reload();
  await openPlace(page, 'alerts');
  await expect(page.getByRole('button', { name: /편집: .*10,000빔 이상/ })).toBeVisible();
});

test('a file that is no picture is refused with the reason, at its place', async ({
  page,
  dashboardUrl,
}) => {
  await page.goto(`${dashboardUrl}?lang=ko`);
  await openPlace(page, 'alerts', 'rules');
  await page.getByRole('button', { name: text('rules.add-one', { name: '모든 알림' }) }).click();
  const file = { name: 'bad.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') };
  await page.getByLabel(text('media.upload-for', { name: '이미지·영상' })).setInputFiles(file);
  const picker = page.locator('.media-picker').filter({ hasText: text('variant.image') });
  await expect(picker.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel(text('variant.image'), { exact: true })).toHaveValue('default');
});
