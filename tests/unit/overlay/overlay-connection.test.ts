import { describe, expect, it } from 'vitest';
import {
  connectOverlay,
  type OverlayConnectionParts,
} from '../../../renderer/overlay/connect-overlay.ts';
import { adaptConfig, parseAddressParameters } from '../../../renderer/overlay/page-config.ts';
import { createOverlayStore } from '../../../renderer/stores/overlay-store.ts';
import type { OverlayDown } from '../../../shared/overlay/overlay-feed.ts';
import type { PageConfig } from '../../../shared/overlay/overlay-settings.ts';
import { chat, donation, playing, tally } from '../../support/stage-events.ts';
import { settle } from '../../support/virtual-clock.ts';
import { FakeSpeech } from './fake-speech.ts';
import { DEFAULT_CONFIG, FakeCore, FakeTimers, PLAIN_PAGE } from './page-fakes.ts';

const READING: PageConfig = { ...DEFAULT_CONFIG, speech: { ...DEFAULT_CONFIG.speech, on: true } };

/** A page joined to the core's feed, without anything that draws. */
function openPage(parts: Partial<OverlayConnectionParts> = {}) {
  const core = new FakeCore();
  const timers = new FakeTimers();
  const speech = new FakeSpeech();
  const store = createOverlayStore('ko');
  const connection = connectOverlay({
    store,
    buildId: 'test',
    openSocket: core.openSocket,
    timers,
    random: () => 0,
    onOtherBuild: () => {},
    fixedLanguage: null,
    ...PLAIN_PAGE,
    speech,
    now: () => timers.now,
    ...parts,
  });
  connection.setVisible(true);
  connection.start();
  core.greet();
  let changes = 0;
  store.api.subscribe(() => {
    changes += 1;
  });
  const say = (...frames: OverlayDown[]): void => {
    for (const frame of frames) core.last.say(frame);
  };
  const voices = () => core.last.up.filter(({ type }) => type === 'voice');
  return { core, timers, speech, store, connection, say, voices, changes: () => changes };
}

const alertOf = (seq: number): OverlayDown => ({
  type: 'alert',
  alert: playing(donation(seq), 6_000, { speak: `alert ${seq}`, sound: null }),
});

describe('a page whose address is no longer valid', () => {
  it('draws nothing, reads nothing and makes no sound; with a new greeting it begins anew', async () => {
    const silent: boolean[] = [];
    const { core, store, say, timers, speech } = openPage({
      look: async () => 'gone',
      sound: { follow: () => {}, setSilent: (now) => silent.push(now), stop: () => {} },
    });
    const config = { ...READING, muted: false };
    say({ type: 'config', config }, { type: 'reading', on: true });
    say({ type: 'sounding', on: true });
    say({ type: 'batch', upTo: 1, events: [chat(1)] }, alertOf(2));
    timers.frames();
    expect(store.api.getState()).toMatchObject({ config, chat: [{}], staged: { phase: 'in' } });
    expect(silent.at(-1)).toBe(false);
    core.last.cut();
    timers.advance(500);
    core.last.cut();
    await settle();
    expect(store.api.getState()).toMatchObject({ config: null, chat: [], latest: [], tallies: [] });
    expect(speech.heard).toEqual(['alert 2', '-']);
    expect(silent.at(-1)).toBe(true);
    timers.advance(60_000);
    core.greet();
    say({ type: 'config', config });
    expect(store.api.getState().config).toEqual(config);
  });
});

describe('a page that reads aloud', () => {
  it('tells the core that it could, waits to be chosen, and reads', () => {
    const { say, voices, speech, timers } = openPage();
    say({ type: 'config', config: READING });
    expect(voices()).toEqual([{ type: 'voice', able: true }]);
    say(alertOf(1));
    expect(speech.heard).toEqual([]);
    say({ type: 'alert', alert: null });
    timers.advance(1_000);
    say({ type: 'reading', on: true }, alertOf(2));
    expect(speech.heard).toEqual(['alert 2']);
  });

  it.each([
    ['is skipped', { type: 'alert', alert: null }],
    ['is muted', { type: 'config', config: { ...READING, muted: true } }],
    ['makes place for the next', alertOf(2)],
  ] as const)('stops at once when the alert %s', (_name, frame) => {
    const { say, speech } = openPage();
    say({ type: 'config', config: READING }, { type: 'reading', on: true }, alertOf(1), frame);
    expect(speech.heard).toEqual(['alert 1', '-']);
  });

  it('stops when its time is up, and when nobody sees the page any more', () => {
    const first = openPage();
    first.say({ type: 'config', config: READING }, { type: 'reading', on: true }, alertOf(1));
    first.timers.advance(6_000);
    const second = openPage();
    second.say({ type: 'config', config: READING }, { type: 'reading', on: true }, alertOf(1));
    second.connection.setVisible(false);
    expect([first.speech.heard, second.speech.heard]).toEqual([
      ['alert 1', '-'],
      ['alert 1', '-'],
    ]);
    expect(second.voices().at(-1)).toEqual({ type: 'voice', able: false });
  });

  it.each(['?voice=0', '?muted=1', '?widget=chat'])('never says it could with %s', (search) => {
    const asked = parseAddressParameters(search);
    const page = openPage({ only: asked.widget, adapt: (config) => adaptConfig(config, asked) });
    page.say({ type: 'config', config: READING }, { type: 'reading', on: true }, alertOf(1));
    expect([page.voices(), page.speech.heard]).toEqual([[], []]);
  });

  it('is not chosen any more after a cut, and tells the next connection that it could', () => {
    const { say, core, timers, speech, voices } = openPage();
    say({ type: 'config', config: READING }, { type: 'reading', on: true });
    core.last.cut();
    timers.advance(500);
    core.greet();
    expect(voices()).toEqual([{ type: 'voice', able: true }]);
    say(alertOf(1));
    expect(speech.heard).toEqual([]);
  });

  it('leaves no voice, listener or timer when it is stopped', () => {
    const { say, connection, speech, timers } = openPage();
    say({ type: 'config', config: READING }, { type: 'reading', on: true }, alertOf(1));
    connection.stop();
    expect([speech.heard, speech.listeners, timers.pendingTimers]).toEqual([
      ['alert 1', '-'],
      0,
      0,
    ]);
  });
});

describe('a page that nobody sees', () => {
  const busy = (from: number): OverlayDown[] => [
    { type: 'batch', upTo: from + 1, events: [chat(from), donation(from + 1)] },
    { type: 'tallies', tallies: [tally('a', { total: from })] },
    { type: 'figures', figures: { goals: { g: { beams: from } }, supporters: {}, totals: {} } },
  ];

  it('draws nothing, asks for no frame and waits for nothing, however much comes', () => {
    const { say, connection, timers, changes } = openPage();
    say({ type: 'config', config: DEFAULT_CONFIG });
    connection.setVisible(false);
    const before = changes();
    for (let round = 0; round < 200; round += 1) say(...busy(1 + round * 2));
    expect([timers.pendingFrames, timers.pendingTimers]).toEqual([0, 0]);
    timers.frames(3);
    expect(changes() - before).toBe(0);
  });

  it('has the newest of everything when it is shown again, each once', () => {
    const { say, connection, timers, store, changes } = openPage();
    say({ type: 'config', config: DEFAULT_CONFIG }, ...busy(1));
    timers.frames(3);
    connection.setVisible(false);
    for (let round = 1; round <= 200; round += 1) say(...busy(1 + round * 2));
    const before = changes();
    connection.setVisible(true);
    timers.frames(6);
    const { chat: lines, latest, tallies, figures } = store.api.getState();
    expect(lines.map(({ event }) => event.seq).slice(-3)).toEqual([397, 399, 401]);
    expect(lines).toHaveLength(50);
    expect(latest.map(({ seq }) => seq).slice(-3)).toEqual([398, 400, 402]);
    expect([latest.length, tallies[0]?.total, figures.goals['g']?.beams]).toEqual([30, 401, 401]);
    expect(changes() - before).toBeLessThan(10);
  });

  it('does not draw a frame that was asked for while it was seen', () => {
    const { say, connection, timers, store } = openPage();
    say({ type: 'batch', upTo: 1, events: [chat(1)] });
    connection.setVisible(false);
    timers.frames(2);
    expect(store.api.getState().chat).toEqual([]);
    connection.setVisible(true);
    timers.frames(1);
    expect(store.api.getState().chat).toHaveLength(1);
  });

  it('keeps nothing from before a snapshot', () => {
    const { say, connection, timers, store } = openPage();
    connection.setVisible(false);
    say(...busy(1));
    const snapshot = { type: 'snapshot', upTo: 9, chat: [chat(9)], tallies: [] } as const;
    say({ ...snapshot, alert: null, latest: [] });
    connection.setVisible(true);
    timers.frames(3);
    const { chat: lines, latest, tallies } = store.api.getState();
    expect([lines.map(({ event }) => event.seq), latest, tallies]).toEqual([[9], [], []]);
  });

  it('begins its lists without tests', () => {
    const { say, store } = openPage();
    const latest = [donation(1), { ...donation(2), origin: 'test' as const }];
    say({ type: 'snapshot', upTo: 9, chat: [], tallies: [], alert: null, latest });
    expect(store.api.getState().latest).toEqual([latest[0]]);
  });

  it('draws no widget anew that did not change with its settings', () => {
    const { say, store } = openPage();
    say({ type: 'config', config: DEFAULT_CONFIG });
    const before = store.api.getState().config;
    const [first, ...others] = structuredClone(DEFAULT_CONFIG.layout);
    if (first) say({ type: 'config', config: { ...READING, layout: [first, ...others] } });
    expect(store.api.getState().config).not.toBe(before);
    expect(
      store.api.getState().config?.layout.map((each, at) => each === before?.layout[at]),
    ).toEqual(DEFAULT_CONFIG.layout.map(() => true));
  });

  it('asks for nothing that is pending when it is stopped', () => {
    const { say, connection, timers } = openPage();
    connection.setVisible(false);
    say(...busy(1));
    connection.stop();
    connection.setVisible(true);
    timers.frames(2);
    expect([timers.pendingFrames, timers.pendingTimers]).toEqual([0, 0]);
  });
});

describe('a page that sounds', () => {
  /** A page that notes whether it is silent. */
  function openSounding(parts: Partial<OverlayConnectionParts> = {}) {
    const silent: boolean[] = [];
    const spoken: (boolean | undefined)[] = [];
    const sound = {
      follow: () => {},
      setSilent: (now: boolean, speaks?: boolean) => {
        silent.push(now);
        spoken.push(speaks);
      },
      stop: () => {},
    };
    const page = openPage({ sound, ...parts });
    const words = () => page.core.last.up.filter(({ type }) => type === 'sound');
    const isVideoSilent = () => !page.store.api.getState().sounds;
    return {
      ...page,
      words,
      isSilent: () => silent.at(-1),
      isVideoSilent,
      speaks: () => spoken.at(-1),
    };
  }
  const config: OverlayDown = { type: 'config', config: DEFAULT_CONFIG };

  it('says that it could, and is silent until the core has chosen it', () => {
    const { say, words, isSilent, isVideoSilent } = openSounding();
    say(config);
    expect(words()).toEqual([{ type: 'sound', able: true }]);
    expect([isSilent(), isVideoSilent()]).toEqual([true, true]);
    say({ type: 'sounding', on: true });
    expect([isSilent(), isVideoSilent()]).toEqual([false, false]);
    say({ type: 'sounding', on: false });
    expect(isSilent()).toBe(true);
  });

  it('plays voices unless its address leaves them to another page', () => {
    const heard = openSounding();
    heard.say({ type: 'config', config: READING }, { type: 'sounding', on: true });
    expect(heard.speaks()).toBe(true);
    const adapt = (of: PageConfig) => adaptConfig(of, parseAddressParameters('?voice=0'));
    const voiceless = openSounding({ adapt });
    voiceless.say({ type: 'config', config: READING }, { type: 'sounding', on: true });
    expect([voiceless.isSilent(), voiceless.speaks()]).toEqual([false, false]);
  });

  it('sounds unchosen where every source does', () => {
    const { say, isSilent } = openSounding();
    say({ type: 'config', config: { ...DEFAULT_CONFIG, everySourceSounds: true } });
    expect(isSilent()).toBe(false);
  });

  it.each([
    ['its address mutes it', { adapt: muted }],
    ['it shows one widget that is none of alerts', { only: 'chat' }],
  ])('could not where %s', (_why, parts) => {
    const { say, words, isSilent } = openSounding(parts);
    say(config, { type: 'sounding', on: true });
    expect(words()).toEqual([]);
    expect(isSilent()).toBe(true);
  });

  it('could not any more where nobody sees it, or where the browser refuses', () => {
    const { say, words, connection } = openSounding();
    say(config);
    connection.setVisible(false);
    connection.setVisible(true);
    connection.setSoundRefused(true);
    connection.setSoundRefused(false);
    expect(words().map((frame) => frame.type === 'sound' && frame.able)).toEqual([
      ...[true, false, true, false, true],
    ]);
  });

  it('says it again on a new connection, and waits to be chosen again', () => {
    const { say, words, isSilent, core, timers } = openSounding();
    say(config, { type: 'sounding', on: true });
    core.last.cut();
    timers.advance(20_000);
    core.greet();
    expect(words()).toEqual([{ type: 'sound', able: true }]);
    expect(isSilent()).toBe(true);
  });
});

function muted(config: PageConfig): PageConfig {
  return adaptConfig(config, parseAddressParameters('?muted=1'));
}
