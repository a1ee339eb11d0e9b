import { describe, expect, it } from 'vitest';
import { AlertVoice } from '../../../renderer/overlay/alert-voice.ts';
import { type AlertLook, PLAIN_LOOK } from '../../../shared/overlay/alert-look.ts';
import type { PageConfig } from '../../../shared/overlay/overlay-settings.ts';
import { donation, playing } from '../../support/stage-events.ts';
import { FakeSpeech, YUNA } from './fake-speech.ts';
import { DEFAULT_CONFIG, FakeTimers } from './page-fakes.ts';

const FRESH_MS = 1_500;
const SOUND_FIRST_MS = 700;

const ON: PageConfig['speech'] = { ...DEFAULT_CONFIG.speech, on: true };

function openVoice(engine: FakeSpeech | null = new FakeSpeech()) {
  const timers = new FakeTimers();
  const able: boolean[] = [];
  const voice = new AlertVoice({
    engine,
    timers,
    now: () => timers.now,
    onReady: (ready) => able.push(ready),
  });
  let showing = 0;
  const show = (look: Partial<AlertLook> = {}, ageMs = 0): void => {
    showing += 1;
    const speak = `alert ${showing}`;
    const alert = playing(donation(showing), 6_000 - ageMs, { speak, sound: null, ...look });
    voice.follow({ alert: { ...alert, durationMs: 6_000 }, phase: 'in', showing });
  };
  return { voice, timers, able, show, heard: engine?.heard ?? [] };
}

/** One that the core has chosen, and that may be heard. */
function readyVoice(engine = new FakeSpeech()) {
  const opened = openVoice(engine);
  opened.voice.setSettings(ON);
  opened.voice.setSilent(false);
  opened.voice.setChosen(true);
  return { ...opened, engine };
}

type Page = ReturnType<typeof readyVoice>;
type Deed = readonly [name: string, run: (page: Page) => void];

const SILENT: readonly Deed[] = [
  ['of an alert with nothing to read', (page) => page.show({ speak: null })],
  [
    'of an alert that the core reads',
    (page) => page.show({ voice: { clip: 'a'.repeat(64), volume: 1 } }),
  ],
  [
    'on a page that is not chosen',
    (page) => {
      page.voice.setChosen(false);
      page.show();
    },
  ],
  [
    'on a page that is muted or unseen',
    (page) => {
      page.voice.setSilent(true);
      page.show();
    },
  ],
  ['late in an alert', (page) => page.show({}, FRESH_MS + 1)],
];

const STOPPING: readonly Deed[] = [
  [
    'leaves',
    (page) => page.voice.follow({ alert: playing(donation(1)), phase: 'out', showing: 1 }),
  ],
  ['is skipped or hidden', (page) => page.voice.follow(null)],
  ['is muted', (page) => page.voice.setSilent(true)],
  ['is read by another page', (page) => page.voice.setChosen(false)],
  ['is not to be read any more', (page) => page.voice.setSettings({ ...ON, on: false })],
];

describe('whether a page could read aloud', () => {
  it.each([
    ['it is not set', { ...ON, on: false }, false],
    ['the app is to read', { ...ON, from: 'app' as const }, false],
    ['it is set', ON, true],
  ])('when %s', (_name, settings, able) => {
    const page = openVoice();
    page.voice.setSettings(settings);
    page.voice.setSilent(false);
    expect(page.able.at(-1) ?? false).toBe(able);
  });

  it('is said as often as it changes: muted, without voices, refused, stopped', () => {
    const { voice, engine, able, show } = readyVoice();
    voice.setSilent(true);
    voice.setSilent(false);
    engine.setVoices([]);
    engine.setVoices([YUNA]);
    show();
    engine.fail('not-allowed');
    engine.touch();
    voice.stop();
    voice.stop();
    expect(able).toEqual([true, false, true, false, true, false, true, false]);
    expect(engine.listeners).toBe(0);
  });

  it('asks for no voices while nothing is to be read', () => {
    const engine = new FakeSpeech();
    const page = openVoice(engine);
    page.voice.setSettings({ ...ON, on: false });
    page.voice.setSilent(false);
    page.show();
    expect([engine.listeners, engine.heard]).toEqual([0, []]);
  });
});

describe('the voice of an alert', () => {
  it('reads what the core has written for it, as it is set', () => {
    const { voice, engine, show } = readyVoice();
    voice.setSettings({ ...ON, voice: 'Yuna', rate: 1.5, volume: 0.3 });
    show({ speak: 'words of the core' });
    expect(engine.spoken).toMatchObject([
      { text: 'words of the core', voice: YUNA, rate: 1.5, volume: 0.3 },
    ]);
  });

  it.each(SILENT)('is not heard %s', (_name, run) => {
    const page = readyVoice();
    run(page);
    page.timers.advance(10_000);
    expect(page.heard).toEqual([]);
  });

  it('comes after the sound of the alert', () => {
    const { show, heard, timers } = readyVoice();
    show({ sound: { source: 'own', volume: 1 } });
    timers.advance(SOUND_FIRST_MS - 1);
    expect(heard).toEqual([]);
    timers.advance(1);
    expect(heard).toEqual(['alert 1']);
  });

  it.each(STOPPING)('stops at once when the alert %s', (_name, run) => {
    const page = readyVoice();
    page.show();
    run(page);
    page.timers.advance(10_000);
    expect(page.heard).toEqual(['alert 1', '-']);
  });

  it('does not begin when the alert is skipped during its sound', () => {
    const { voice, show, heard, timers } = readyVoice();
    show({ sound: { source: 'own', volume: 1 } });
    voice.follow(null);
    timers.advance(10_000);
    expect([heard, timers.pendingTimers]).toEqual([[], 0]);
  });

  it('gives way to the next alert', () => {
    const { show, heard, engine } = readyVoice();
    show();
    show();
    engine.finish();
    show();
    expect(heard).toEqual(['alert 1', '-', 'alert 2', 'alert 3']);
  });

  it('is read once, however often the stage says the same', () => {
    const { voice, heard } = readyVoice();
    const alert = playing(donation(1), 6_000, { speak: 'once', sound: null });
    for (let time = 0; time < 3; time += 1) voice.follow({ alert, phase: 'in', showing: 1 });
    voice.setSilent(true);
    voice.setSilent(false);
    expect(heard).toEqual(['once', '-']);
  });

  it('begins late only while the alert is fresh: chosen, or given voices, a moment after', () => {
    const { voice, show, heard, timers } = readyVoice();
    voice.setChosen(false);
    show();
    timers.advance(1_000);
    voice.setChosen(true);
    voice.setChosen(false);
    show();
    timers.advance(FRESH_MS + 1);
    voice.setChosen(true);
    expect(heard).toEqual(['alert 1', '-']);
  });

  it('is silent on a page without speech, which goes on', () => {
    const page = openVoice(null);
    page.voice.setSettings(ON);
    page.voice.setSilent(false);
    page.voice.setChosen(true);
    page.show();
    page.voice.stop();
    expect([page.able, page.timers.pendingTimers]).toEqual([[], 0]);
  });
});

describe('a page whose alert lost the core’s voice', () => {
  const CORE = { voice: { clip: 'a'.repeat(64), volume: 1 } } as const;

  it('reads it in its own voice at once, and only once', () => {
    const { voice, timers, show, heard } = readyVoice();
    show({ ...CORE, sound: PLAIN_LOOK.sound });
    timers.advance(SOUND_FIRST_MS);
    voice.stepIn();
    expect(heard).toEqual(['alert 1']);
    voice.follow(null);
    voice.stepIn();
    timers.advance(10_000);
    expect(heard).toEqual(['alert 1', '-']);
  });

  it.each<Deed>([
    ['reading aloud is off', ({ voice }) => voice.setSettings({ ...ON, on: false })],
    ['another page reads', ({ voice }) => voice.setChosen(false)],
    ['it is muted', ({ voice }) => voice.setSilent(true)],
    ['the alert has stood for long', ({ timers }) => timers.advance(SOUND_FIRST_MS + FRESH_MS + 1)],
  ])('stays silent where %s', (_name, run) => {
    const page = readyVoice();
    page.show(CORE);
    run(page);
    page.voice.stepIn();
    page.timers.advance(10_000);
    expect(page.heard).toEqual([]);
  });

  it('reads nothing of an alert without words', () => {
    const { voice, show, heard } = readyVoice();
    show({ ...CORE, speak: null });
    voice.stepIn();
    expect(heard).toEqual([]);
  });
});
