import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SpeechSettings } from '../../../../shared/overlay/alert-rules.ts';
import {
  changedOverlay,
  DEFAULT_OVERLAY,
  type OverlayChange,
} from '../../../../shared/overlay/overlay-settings.ts';
import { sayDesktop } from '../desktop/app-fixtures.ts';
import type { Drawn } from '../draw-dashboard.tsx';
import { askedOf } from '../draw-dashboard.tsx';
import { PROBLEM, PROBLEM_TEXT } from '../support.ts';
import { drawDesk } from './alert-queue-support.ts';

const card = (name: string) => within(screen.getByRole('region', { name }));
const queue = () => card('How alerts play');
const speech = () => card('Text-to-speech');
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** All that was asked to be set, the core taking everything. */
async function taken(page: Drawn): Promise<readonly unknown[]> {
  for (let round = 0; round < 3; round += 1) {
    await page.core((bridge) => {
      for (const each of bridge.asked) each.answer({});
    });
    await page.pass(100);
  }
  return askedOf(page, 'overlay.set');
}

describe('the settings of the queue', () => {
  it.each([
    ['Minimum donation for an alert', '500', { minimumBeams: 500 }],
    ['Group small donations when behind by', '120', { behindMaxS: 120 }],
    ['Small donations up to', '2500.4', { smallBeams: 2_500 }],
  ])('take "%s" as %s', async (name, value, fields) => {
    const page = await drawDesk({ part: 'settings' });
    type(queue().getByLabelText(name), value);
    expect(page.bridge.last).toMatchObject({ name: 'overlay.set', args: { queue: fields } });
  });

  it.each([
    ['Group small donations when behind by', '9'],
    ['Group small donations when behind by', '3601'],
    ['Minimum donation for an alert', '-1'],
    ['Small donations up to', ''],
  ])('keep "%s" to themselves while %s is in it', async (name, value) => {
    const page = await drawDesk({ part: 'settings' });
    type(queue().getByLabelText(name), value);
    expect(askedOf(page, 'overlay.set')).toEqual([]);
  });

  it.each([
    ['Play right away', { holdS: 20 }, { approve: false, holdS: 0 }],
    ['Hold, then play', { approve: true }, { approve: false, holdS: 10 }],
    ['Hold, then play', { approve: true, holdS: 30 }, { approve: false, holdS: 30 }],
    ['Wait for approval', { holdS: 30 }, { approve: true }],
  ])('let alerts "%s" from %o on', async (name, before, fields) => {
    const page = await drawDesk({ part: 'settings', overlay: { queue: before } });
    fireEvent.click(queue().getByRole('radio', { name }));
    expect(page.bridge.last.args).toEqual({ queue: fields });
    expect(queue().getByRole('radio', { name })).toBeChecked();
  });

  it.each([
    [{}, 'Play right away', false],
    [{ holdS: 15 }, 'Hold, then play', true],
    [{ approve: true, holdS: 15 }, 'Wait for approval', false],
  ])('show %o as "%s"', async (settings, name, hasSeconds) => {
    await drawDesk({ part: 'settings', overlay: { queue: settings } });
    expect(queue().getByRole('radio', { name })).toBeChecked();
    expect(queue().queryByLabelText('Hold for') !== null).toBe(hasSeconds);
  });

  it('send two changes in a row together, and lose neither', async () => {
    const page = await drawDesk({ part: 'settings' });
    type(queue().getByLabelText('Minimum donation for an alert'), '5');
    type(queue().getByLabelText('Small donations up to'), '70');
    expect(await taken(page)).toEqual([
      { queue: { minimumBeams: 5 } },
      { queue: { minimumBeams: 5, smallBeams: 70 } },
    ]);
  });

  it('go back, and say why, when the core does not take them', async () => {
    const page = await drawDesk({ part: 'settings' });
    fireEvent.click(queue().getByRole('radio', { name: 'Wait for approval' }));
    await page.core((bridge) => bridge.last.refuse());
    expect(queue().getByRole('radio', { name: 'Play right away' })).toBeChecked();
    expect(queue().getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });

  it('are corrected by what the core says', async () => {
    const page = await drawDesk({ part: 'settings' });
    const value = changedOverlay(DEFAULT_OVERLAY, { queue: { minimumBeams: 700 } });
    await page.core((bridge) => bridge.feeds.tell({ type: 'feed', feed: 'overlay', value }));
    expect(queue().getByLabelText('Minimum donation for an alert')).toHaveValue(700);
  });
});

describe('the defaults of all alerts', () => {
  const defaults = () => card('Defaults for all alerts');

  it.each([
    ['Master volume', '40', { volume: 0.4 }],
    ['Default time on screen', '9.5', { durationS: 9.5 }],
    ['Alert zoom', '125', { scale: 1.25 }],
    ['Alert font', 'do-hyeon', { font: 'do-hyeon' }],
  ])('take "%s" as %s', async (name, value, fields) => {
    const page = await drawDesk({ part: 'settings' });
    type(defaults().getByLabelText(name), value);
    expect(page.bridge.last).toMatchObject({
      name: 'overlay.set',
      args: { alertDefaults: fields },
    });
  });

  it('offer the theme’s typeface, those shipped and those of the media library', async () => {
    const page = await drawDesk({ part: 'settings', overlay: { alertDefaults: { font: HASH } } });
    const item = {
      hash: HASH,
      name: 'My <face>.woff2',
      bytes: 9,
      uses: 1,
      type: 'font/woff2',
    } as const;
    const value = [{ ...item, addedAt: 1, broken: false }];
    await page.core((bridge) => {
      bridge.feeds.tell({ type: 'feed', feed: 'media', value });
    });
    const names = within(defaults().getByLabelText('Alert font')).getAllByRole('option');
    expect(names.map(({ textContent }) => textContent)).toEqual([
      ...['Theme font', 'Pretendard', 'Do Hyeon', 'My <face>.woff2'],
    ]);
    expect(defaults().getByLabelText('Alert font')).toHaveValue(HASH);
    type(defaults().getByLabelText('Alert font'), 'theme');
    expect(page.bridge.last.args).toEqual({ alertDefaults: { font: null } });
  });

  it('say where a browser cannot measure sound', async () => {
    await drawDesk({ part: 'settings' });
    fireEvent.click(defaults().getByRole('button', { name: 'Listen' }));
    expect(defaults().getByText('This page can’t play it.')).toBeVisible();
    expect(defaults().getByRole('meter')).toHaveAttribute('aria-valuetext', '-60 dB');
  });
});

const HASH = 'c'.repeat(64);

interface FakeVoice {
  readonly name: string;
  readonly lang: string;
  readonly localService: boolean;
  readonly default: boolean;
}

const voice = (name: string, lang: string): FakeVoice => ({
  name,
  lang,
  localService: true,
  default: false,
});

/** A browser that has these voices; what it was told to say. */
function stubSpeech(voices: FakeVoice[]) {
  const said: Record<string, unknown>[] = [];
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak: (utterance: Record<string, unknown>) => said.push(utterance),
    cancel: vi.fn(),
  });
  vi.stubGlobal('speechSynthesis', speech);
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  return { speech, said, voices };
}

const drawSpeech = (changes: Partial<SpeechSettings> = {}) => {
  const overlay: OverlayChange = { speech: { on: true, from: 'page', ...changes } };
  return drawDesk({ part: 'settings', overlay });
};
const listen = () => speech().getByRole('button', { name: 'Listen' });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('reading aloud', () => {
  it('is switched on before there is anything to set about it', async () => {
    const page = await drawDesk({ part: 'settings' });
    expect(speech().queryByLabelText('Voice')).toBeNull();
    fireEvent.click(speech().getByRole('switch', { name: 'Read alerts aloud' }));
    expect(askedOf(page, 'overlay.set')).toEqual([{ speech: { on: true } }]);
    expect(speech().getByLabelText('Voice')).toBeVisible();
  });

  it.each([
    ['Minimum donation to read', '500', { minimumBeams: 500 }],
    ['Maximum length', '80', { longest: 80 }],
    ['Speed', '1.3', { rate: 1.3 }],
    ['Volume', '45', { volume: 0.45 }],
    ['Words not to read', 'one\n\ntwo\none', { blockedWords: ['one', 'two'] }],
  ])('takes "%s"', async (name, value, fields) => {
    const page = await drawSpeech();
    type(speech().getByLabelText(name), value);
    expect(page.bridge.last.args).toEqual({ speech: fields });
  });

  it('is done by the app only where there is one', async () => {
    const page = await drawSpeech();
    expect(speech().queryByRole('radio', { name: 'This app’s window' })).toBeNull();
    await page.core((bridge) => sayDesktop(bridge));
    fireEvent.click(speech().getByRole('radio', { name: 'This app’s window' }));
    expect(page.bridge.last.args).toEqual({ speech: { from: 'app' } });
  });

  it('says that no app is there to read, and can be given back to the overlay', async () => {
    const page = await drawSpeech({ from: 'app' });
    expect(speech().getByText(/^No app window is open/)).toBeVisible();
    fireEvent.click(speech().getByRole('radio', { name: 'Overlay page’s voices' }));
    expect(page.bridge.last.args).toEqual({ speech: { from: 'page' } });
  });
});

describe('the voices', () => {
  const options = () =>
    [...(speech().getByLabelText('Voice') as HTMLSelectElement).options].map(({ text }) => text);

  it.each([
    ['has no speech at all', null],
    ['has speech without a voice', []],
  ])('are missing where the page %s, and that is said', async (_what, voices) => {
    if (voices) stubSpeech(voices);
    await drawSpeech();
    expect(speech().getByText(/^This page has no voices/)).toBeVisible();
    expect(listen()).toBeDisabled();
  });

  it('are listed, those of our languages first, each name once', async () => {
    stubSpeech([
      voice('Anna', 'de-DE'),
      voice('Sam', 'en_US'),
      voice('Yuna', 'ko-KR'),
      voice('Sam', 'en_US'),
    ]);
    await drawSpeech();
    expect(options()).toEqual([
      'Match the text’s language',
      'Yuna · ko-KR',
      'Sam · en_US',
      'Anna · de-DE',
    ]);
  });

  it('are looked at again when there are others', async () => {
    const { speech: engine, voices } = stubSpeech([]);
    await drawSpeech();
    voices.push(voice('Yuna', 'ko-KR'));
    act(() => void engine.dispatchEvent(new Event('voiceschanged')));
    expect(options()).toContain('Yuna · ko-KR');
  });

  it.each([
    ['Yuna', 'Yuna', null],
    ['', null, 'Yuna'],
  ])('are chosen by name: "%s"', async (value, chosen, before) => {
    stubSpeech([voice('Yuna', 'ko-KR')]);
    const page = await drawSpeech({ voice: before });
    type(speech().getByLabelText('Voice'), value);
    expect(page.bridge.last.args).toEqual({ speech: { voice: chosen } });
  });

  it('keep one that is set but not on this computer', async () => {
    stubSpeech([voice('Yuna', 'ko-KR')]);
    await drawSpeech({ voice: 'Nuri' });
    expect(speech().getByLabelText('Voice')).toHaveValue('Nuri');
    expect(options()).toContain('Nuri (not on this computer)');
  });

  it('can be listened to as they are set', async () => {
    const { said } = stubSpeech([voice('Yuna', 'ko-KR'), voice('Sam', 'en-US')]);
    await drawSpeech({ rate: 1.5, volume: 0.4 });
    fireEvent.click(listen());
    expect(said).toMatchObject([{ rate: 1.5, volume: 0.4, voice: { name: 'Sam' }, lang: 'en' }]);
  });

  it('stop when told to, and can be heard again', async () => {
    const { said, speech: engine } = stubSpeech([voice('Sam', 'en-US')]);
    await drawSpeech();
    fireEvent.click(listen());
    expect(engine.cancel).not.toHaveBeenCalled();
    fireEvent.click(speech().getByRole('button', { name: 'Stop' }));
    expect(engine.cancel).toHaveBeenCalledTimes(1);
    fireEvent.click(listen());
    expect(said).toHaveLength(2);
  });

  it.each([
    ['onend', 'Plays on this page only, not on air.'],
    ['onerror', 'This voice made no sound. Try another one.'],
  ] as const)('offer it again after %s: "%s"', async (event, words) => {
    const { said } = stubSpeech([voice('Sam', 'en-US')]);
    await drawSpeech();
    fireEvent.click(listen());
    const [utterance = {}] = said;
    act(() => (utterance[event] as () => void)());
    expect(listen()).toBeEnabled();
    expect(speech().getByText(words)).toBeVisible();
  });

  it('fall silent when the page is left', async () => {
    const { speech: engine } = stubSpeech([voice('Sam', 'en-US')]);
    await drawSpeech();
    fireEvent.click(listen());
    fireEvent.click(within(screen.getByRole('navigation')).getByText('Live'));
    expect(engine.cancel).toHaveBeenCalledTimes(1);
  });
});

describe('sound from every source', () => {
  it('is off at first, switched on at once, and says why it was not', async () => {
    const page = await drawDesk({ part: 'settings' });
    const every = queue().getByRole('switch', { name: 'Play alert sounds in every source' });
    expect(every).not.toBeChecked();
    fireEvent.click(every);
    expect(every).toBeChecked();
    expect(page.bridge.last).toMatchObject({
      name: 'overlay.set',
      args: { everySourceSounds: true },
    });
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(every).not.toBeChecked();
    expect(queue().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
  });
});
