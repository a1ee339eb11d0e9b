import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CommandResult } from '../../../../shared/contract/index.ts';
import type { SpeechSettings } from '../../../../shared/overlay/alert-rules.ts';
import { askedOf, openPlace } from '../draw-dashboard.tsx';
import { PROBLEM, PROBLEM_TEXT } from '../support.ts';
import { drawDesk } from './alert-queue-support.ts';

const card = () => within(screen.getByRole('region', { name: 'Text-to-speech' }));
const choose = (name: string, value: string) =>
  fireEvent.change(card().getByLabelText(name), { target: { value } });

type Found = CommandResult<'speech.voices'>;
const LOCAL: Found = {
  voices: [
    { provider: 'espeak-ng', name: 'ko', lang: 'ko' },
    { provider: 'espeak-ng', name: 'en-us', lang: 'en-us' },
  ],
  hosted: null,
};
const HOSTED: Found = {
  voices: [{ provider: 'hosted', name: 'nova', lang: '' }, ...LOCAL.voices],
  hosted: { service: 'openai', account: '' },
};

async function drawVoices(found: Found, speech: Partial<SpeechSettings> = {}) {
  const page = await drawDesk({
    part: 'settings',
    overlay: { speech: { on: true, from: 'core', ...speech } },
  });
  await page.core((bridge) => bridge.lastOf('speech.voices').answer(found));
  return page;
}

const options = () =>
  [...(card().getByLabelText('Voice') as HTMLSelectElement).options].map(({ text }) => text);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the voices of the core', () => {
  it('are listed with those of the service', async () => {
    await drawVoices(HOSTED);
    expect(options()).toEqual([
      'Match the text’s language',
      'nova · OpenAI',
      'ko · espeak-ng',
      'en-us · espeak-ng',
      'Another voice of the service…',
    ]);
  });

  it('are missing: what to install is said, and they are looked for again', async () => {
    const page = await drawVoices({ voices: [], hosted: null });
    expect(card().getByText(/sudo apt install espeak-ng/)).toBeVisible();
    expect(card().getByRole('button', { name: 'Listen' })).toBeDisabled();
    fireEvent.click(card().getByRole('button', { name: 'Look again' }));
    await page.core((bridge) => bridge.lastOf('speech.voices').answer(LOCAL));
    expect(options()).toHaveLength(3);
  });

  it.each([
    ['Voice', 'espeak-ng/ko', { voice: 'espeak-ng/ko' }],
    ['Voice', '', { voice: null }],
    ['Speed', '1.3', { rate: 1.3 }],
    ['Pitch', '0.7', { pitch: 0.7 }],
    ['Volume', '45', { volume: 0.45 }],
  ])('take "%s" as %s for all alerts', async (name, value, fields) => {
    const page = await drawVoices(LOCAL, { voice: 'espeak-ng/en-us' });
    choose(name, value);
    const [change] = askedOf(page, 'overlay.set');
    expect(change).toMatchObject({ speech: fields });
  });

  it('can be others for a tier, and the usual ones again', async () => {
    const page = await drawVoices(LOCAL, { byLevel: { small: { rate: 2 } } });
    choose('Applies to', 'grand');
    choose('Pitch', '1.5');
    expect(askedOf(page, 'overlay.set').at(-1)).toEqual({
      speech: { byLevel: { small: { rate: 2 }, grand: { pitch: 1.5 } } },
    });
    expect(card().getByRole('option', { name: 'Size: Full screen (own voice)' })).toBeVisible();
    choose('Applies to', 'small');
    fireEvent.click(card().getByRole('button', { name: 'Same as all alerts' }));
    for (let round = 0; round < 2; round += 1) {
      await page.core((bridge) => bridge.lastOf('overlay.set').answer({}));
      await page.pass(100);
    }
    expect(askedOf(page, 'overlay.set').at(-1)).toEqual({
      speech: { byLevel: { grand: { pitch: 1.5 } } },
    });
  });

  it('may be one that only the service knows, by its name', async () => {
    const page = await drawVoices(HOSTED, { voice: 'hosted/' });
    fireEvent.change(card().getByLabelText('Voice name or ID'), { target: { value: ' mine ' } });
    expect(askedOf(page, 'overlay.set')).toEqual([
      { speech: expect.objectContaining({ voice: 'hosted/mine' }) },
    ]);
  });
});

function fakeAudio() {
  const played: string[] = [];
  const pause = vi.fn();
  vi.stubGlobal(
    'Audio',
    class {
      constructor(address: string) {
        played.push(address);
      }
      play = async () => undefined;
      pause = pause;
    },
  );
  return { played, pause };
}

describe('a sample', () => {
  it('is not heard on a page that was left while it was made', async () => {
    const { played } = fakeAudio();
    const page = await drawVoices(LOCAL);
    fireEvent.click(card().getByRole('button', { name: 'Listen' }));
    openPlace('live');
    await page.core((bridge) =>
      bridge.lastOf('speech.try').answer({ clip: 'a'.repeat(64), provider: 'espeak-ng' }),
    );
    expect(played).toEqual([]);
  });

  it('is made by the core and played on this page, and can be stopped', async () => {
    const { played, pause } = fakeAudio();
    const page = await drawVoices(LOCAL, { rate: 1.5 });
    fireEvent.click(card().getByRole('button', { name: 'Listen' }));
    const asked = page.bridge.lastOf('speech.try');
    expect(asked.args).toMatchObject({ voice: null, rate: 1.5, pitch: 1 });
    await page.core(() => asked.answer({ clip: 'a'.repeat(64), provider: 'espeak-ng' }));
    expect(played).toEqual([`media/${'a'.repeat(64)}`]);
    fireEvent.click(card().getByRole('button', { name: 'Stop' }));
    expect(pause).toHaveBeenCalledTimes(1);
  });

  it('that cannot be made says why', async () => {
    const page = await drawVoices(LOCAL);
    fireEvent.click(card().getByRole('button', { name: 'Listen' }));
    await page.core((bridge) => bridge.lastOf('speech.try').refuse(PROBLEM));
    expect(card().getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });
});

describe('the service with the streamer’s own key', () => {
  it('takes service, account and key, and shows no key again', async () => {
    const page = await drawVoices(LOCAL);
    choose('Service', 'azure');
    const connect = card().getByRole('button', { name: 'Connect' });
    expect(connect).toBeDisabled();
    choose('Region', ' koreacentral ');
    choose('API key', 'sk-secret');
    fireEvent.click(connect);
    const asked = page.bridge.lastOf('speech.connect');
    expect(asked.args).toEqual({ service: 'azure', account: 'koreacentral', key: 'sk-secret' });
    await page.core(() => asked.answer(undefined));
    await page.core((bridge) => bridge.lastOf('speech.voices').answer(HOSTED));
    expect(card().getByText('Connected to OpenAI')).toBeInTheDocument();
    expect(document.body.innerHTML).not.toContain('sk-secret');
    fireEvent.click(card().getByRole('button', { name: 'Remove key' }));
    expect(page.bridge.last.name).toBe('speech.disconnect');
  });
});
