import { SAMPLE_TEXTS } from '../../../shared/locales/samples.ts';
import { ownGif, ownSound } from '../../support/own-files.ts';
import { notePlayed, playedOn } from '../../support/page-sounds.ts';
import { giveVoices, heardOn } from '../../support/page-voices.ts';
import { openPlace } from '../../support/places.ts';
import { text } from '../../support/texts.ts';
import { expect, demoTest as test } from '../fixtures.ts';

const HASH = /^[0-9a-f]{64}$/;

test('whoever starts the demo gets from nothing to an own alert with GIF, sound and voice on the overlay', async ({
  page,
  context,
  demo,
}) => {
  const ready = await demo.waitFor(({ type }) => type === 'ready');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${ready['dashboardUrl']}?lang=ko`);
  await openPlace(page, 'alerts');
  await page.getByRole('button', { name: text('own-alert.make') }).click();

  // All that it takes is in sight at once.
  const gif = page.getByLabel(text('media.upload-for', { name: text('variant.image') }));
  const sound = page.getByLabel(text('media.upload-for', { name: text('variant.sound') }));
  const voice = page.getByLabel(text('variant.voice'));
  const test = page.getByRole('button', { name: text('rule-test.play') });
  for (const control of [gif, sound, voice, test])
    await expect(control).toBeInViewport({ ratio: 1 });
  await gif.setInputFiles(ownGif('내 캐릭터.gif'));
  const pictures = page.getByLabel(text('variant.image'), { exact: true });
  await expect(pictures).toHaveValue(HASH);
  await sound.setInputFiles(ownSound('팡파르.wav'));
  const sounds = page.getByLabel(text('variant.sound'), { exact: true });
  await expect(sounds).toHaveValue(HASH);
  await voice.selectOption({ label: text('variant.voice-any') });
  await expect(page.locator('.rule-says')).toHaveText(
    text('rules.outcome', { look: `${text('level.auto')} · ${text('speech.title')}` }),
  );

  // Without an overlay it would be seen nowhere: the page says so, and has the address.
  const nowhere = page.getByText(text('rule-test.no-overlay'));
  await expect(nowhere).toBeVisible();
  await page.getByRole('button', { name: text('rule-test.address') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('place.reveal') })
    .click();
  const address = page.getByRole('dialog').getByRole('textbox');
  const overlay = await context.newPage();
  await notePlayed(overlay);
  await giveVoices(overlay, ['유나']);
  await overlay.goto(await address.inputValue());
  // Unlike OBS, a browser may refuse sound until somebody has clicked into the page.
  await overlay.mouse.click(5, 5);
  await page.keyboard.press('Escape');
  await expect(nowhere).toBeHidden();
  await test.click();

  // The alerts of the demo wait: the test comes next.
  const card = overlay.locator('.sl-alert').filter({ hasText: SAMPLE_TEXTS.ko.nickname });
  await expect(card).toBeVisible();
  await expect(card).toHaveAttribute('data-level', 'large');
  const picture = card.locator('.sl-alert-media');
  await expect(picture).toHaveAttribute('src', `media/${await pictures.inputValue()}`);
  await expect(picture).toHaveJSProperty('naturalWidth', 24);
  const played = async () => (await playedOn(overlay)).map((each) => each.split('/').at(-1) ?? '');
  const own = await sounds.inputValue();
  await expect.poll(played).toContain(own);
  // Of the core as a sound, or, on a computer without voices, of the page. An alert waits a moment for
  // its voice; where the first one takes longer to make, on a busy computer, the next alert has it.
  await expect(async () => {
    const clips = (await played()).filter((each) => HASH.test(each) && each !== own);
    const heard = clips.length + (await heardOn(overlay)).length;
    if (heard === 0) await test.click();
    expect(heard).toBeGreaterThan(0);
  }).toPass({ intervals: [5_000] });
});
