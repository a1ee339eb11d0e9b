import type { Page } from '@playwright/test';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import type { CommandArgs } from '../../shared/contract/index.ts';
import { askCore } from '../support/ask-core.ts';
import { expectOpenToAll } from '../support/open-to-all.ts';
import { openPlace } from '../support/places.ts';
import { simEvents } from '../support/sim-events.ts';
import { text } from '../support/texts.ts';
import { expect, hostTest as test } from './fixtures.ts';

/** What came out of one element of the page. */
interface Heard {
  readonly address: string;
  /** How long it was louder than silence, milliseconds of sound. */
  readonly loudMs: number;
  readonly ended: boolean;
  readonly stopped: boolean;
}

/** Measures every sound of the page on its way to the loudspeaker. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: object[] = [];
    Object.defineProperty(window, 'heard', { value: heard });
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      const element = this;
      const one = {
        address: this.src,
        loudMs: 0,
        ended: false,
        get stopped() {
          return element.paused;
        },
      };
      heard.push(one);
      const context = new AudioContext();
      const meter = context.createScriptProcessor(1_024, 1, 1);
      context.createMediaElementSource(this).connect(meter);
      meter.connect(context.destination);
      meter.onaudioprocess = ({ inputBuffer }) => {
        const samples = inputBuffer.getChannelData(0);
        const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
        if (Math.sqrt(power) > 0.01) one.loudMs += inputBuffer.duration * 1_000;
      };
      this.addEventListener('ended', () => {
        one.ended = true;
      });
      return play.call(this);
    };
  });
}

const voicesOn = async (page: Page): Promise<readonly Heard[]> => {
  const heard = await page.evaluate(() =>
    (window as unknown as { heard: Heard[] }).heard.map((one) => ({ ...one })),
  );
  return heard.filter(({ address }) => /\/media\/[0-9a-f]{64}$/.test(address));
};

function gift(simulator: Simulator, donationText: string): SimEvent {
  const { donation } = simEvents(simulator);
  if (donation.kind !== 'DONATION') throw new Error('no donation');
  return { kind: 'DONATION', data: { ...donation.data, donationText } };
}

const LONG_KO = '오늘 방송 정말 재미있게 보고 있어요 앞으로도 오래오래 함께해요 언제나 응원할게요';
const LONG_EN =
  'this show is a joy to watch every single evening, please keep going for many years';

test('what espeak-ng says is sound of the overlay page, in both languages, and stops with a skip', async ({
  page,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  await listen(page);
  // No other sound, so that what is measured is the voice.
  const rules = [
    { id: 'quiet', variants: [{ silent: true }] },
  ] as CommandArgs<'overlay.set'>['rules'];
  await askCore(dashboardUrl, 'overlay.set', { speech: { on: true, from: 'core' }, rules });
  await page.goto(overlayUrl);
  // A browser plays nothing before somebody has clicked; OBS does.
  await page.mouse.click(5, 5);

  const say = async (donationText: string): Promise<Heard> => {
    const before = (await voicesOn(page)).length;
    stage.simulator.publish(gift(stage.simulator, donationText));
    // At its own end, or with its alert where this computer is too busy to begin it at once.
    await expect.poll(async () => (await voicesOn(page))[before]?.stopped).toBe(true);
    await askCore(dashboardUrl, 'alerts.skip', {});
    return (await voicesOn(page))[before] as Heard;
  };
  const short = await say('네');
  const korean = await say(LONG_KO);
  const english = await say(LONG_EN);
  expect(short.loudMs).toBeGreaterThan(500);
  expect(korean.loudMs).toBeGreaterThan(short.loudMs * 1.5);
  expect(english.loudMs).toBeGreaterThan(short.loudMs * 1.2);

  stage.simulator.publish(gift(stage.simulator, `${LONG_KO} ${LONG_KO} ${LONG_KO}`));
  await expect.poll(async () => (await voicesOn(page))[3]?.loudMs ?? 0).toBeGreaterThan(200);
  await askCore(dashboardUrl, 'alerts.skip', {});
  await expect.poll(async () => (await voicesOn(page))[3]?.stopped).toBe(true);
  // Three times as long as the one before: it was not at its end.
  expect((await voicesOn(page))[3]?.ended).toBe(false);
});

test('a voice is heard on the dashboard before it is on air', async ({ page, dashboardUrl }) => {
  await listen(page);
  await page.goto(dashboardUrl);
  await openPlace(page, 'alerts', 'settings');
  const speech = page.getByRole('region', { name: 'TTS', exact: true });
  await speech.getByRole('switch', { name: text('speech.on') }).check();
  await speech.getByLabel(text('speech.voice'), { exact: true }).selectOption('espeak-ng/ko');
  await speech.getByLabel(text('speech.scope')).selectOption('grand');
  await speech.getByLabel(text('speech.pitch')).fill('1.5');
  const grand = text('speech.scope-level', { level: text('level.grand') });
  await expect(
    speech.getByRole('option', { name: text('speech.scope-own', { name: grand }) }),
  ).toBeAttached();
  await speech.getByText(text('speech.hosted')).click();
  await expectOpenToAll(page, 'voices');
  await speech.getByRole('button', { name: text('speech.try') }).click();
  await expect(speech.getByRole('button', { name: text('speech.stop') })).toBeVisible();
  await expect.poll(async () => (await voicesOn(page))[0]?.loudMs ?? 0).toBeGreaterThan(500);
  await speech.getByRole('button', { name: text('speech.stop') }).click();
  await expect.poll(async () => (await voicesOn(page))[0]?.stopped).toBe(true);
});
