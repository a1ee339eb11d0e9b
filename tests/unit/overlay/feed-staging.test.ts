import { describe, expect, it } from 'vitest';
import {
  FeedClient,
  type FeedListener,
  parseOverlayFrame,
} from '../../../renderer/overlay/feed-client.ts';
import { createOverlayStore } from '../../../renderer/stores/overlay-store.ts';
import { type Figures, NO_FIGURES } from '../../../shared/overlay/figures.ts';
import { donation } from '../../support/stage-events.ts';
import { DEFAULT_CONFIG, FakeCore, FakeTimers } from './page-fakes.ts';

const LATEST_MOST = 30;

const FIGURES: Figures = {
  goals: { goal: { beams: 5 } },
  supporters: { top: [{ name: 'anna', beams: 5 }] },
  totals: { day: { donationBeams: 5, cheeringBeams: 0, shop: { KRW: 1 } } },
};

const snapshot = { type: 'snapshot', upTo: 3, chat: [], tallies: [], alert: null, latest: [] };

describe('frames of what the streamer has set', () => {
  it.each([
    { type: 'config', config: DEFAULT_CONFIG },
    { type: 'figures', figures: FIGURES },
    { ...snapshot, latest: [donation(3)] },
  ])('are read: $type', (frame) => {
    expect(parseOverlayFrame(JSON.stringify(frame))).toEqual(frame);
  });

  const widget = DEFAULT_CONFIG.layout[0];
  it.each([
    ['no config', { type: 'config' }],
    ['a config without a layout', { type: 'config', config: { theme: {}, speech: {} } }],
    ['a config without a theme', { type: 'config', config: { ...DEFAULT_CONFIG, theme: null } }],
    [
      'a widget without a box',
      { type: 'config', config: { ...DEFAULT_CONFIG, layout: [{ ...widget, box: 1 }] } },
    ],
    ['a widget that is null', { type: 'config', config: { ...DEFAULT_CONFIG, layout: [null] } }],
    ['no figures', { type: 'figures', figures: null }],
    ['figures without totals', { type: 'figures', figures: { goals: {}, supporters: {} } }],
    ['a snapshot without the latest events', { ...snapshot, latest: undefined }],
    ['a latest event that is none', { ...snapshot, latest: [{}] }],
  ])('are passed over: %s', (_what, frame) => {
    expect(parseOverlayFrame(JSON.stringify(frame))).toBeNull();
  });
});

describe('the feed', () => {
  it('hands on config and figures in the order in which they come', () => {
    const core = new FakeCore();
    const heard: string[] = [];
    const listener: FeedListener = {
      onOtherBuild: () => {},
      onReset: () => {},
      onSnapshot: () => heard.push('snapshot'),
      onEvents: () => {},
      on: {
        language: () => {},
        beacon: () => {},
        load: () => {},
        alert: () => {},
        tallies: () => {},
        config: ({ config: { layout } }) => heard.push(`config of ${layout.length}`),
        highlight: () => {},
        show: () => {},
        figures: ({ figures: { goals } }) => heard.push(`goal ${goals['goal']?.beams}`),
        cue: () => {},
        reading: () => {},
        sounding: () => {},
        widgets: () => undefined,
        window: () => {},
      },
      onAddressGone: () => {},
    };
    const timers = new FakeTimers();
    const parts = {
      buildId: 'test',
      openSocket: core.openSocket,
      timers,
      random: () => 0,
      look: null,
    };
    const client = new FeedClient({ ...parts, listener });
    client.start();
    core.last.open();
    core.last.say({ type: 'config', config: DEFAULT_CONFIG });
    expect(heard).toEqual([]);
    const { last } = core;
    core.greet();
    last.say({ type: 'config', config: DEFAULT_CONFIG });
    last.sayText(JSON.stringify(snapshot));
    last.say({ type: 'figures', figures: FIGURES });
    expect(heard).toEqual(['config of 3', 'snapshot', 'goal 5']);
    client.stop();
  });
});

describe('the overlay store', () => {
  it('knows nothing of the settings before the core has said them', () => {
    const { config, figures, latest } = createOverlayStore('ko').api.getState();
    expect([config, figures, latest]).toEqual([null, NO_FIGURES, []]);
  });

  it('keeps the last config and figures', () => {
    const store = createOverlayStore('ko');
    store.setConfig(DEFAULT_CONFIG);
    store.setConfig({ ...DEFAULT_CONFIG, muted: true });
    store.setFigures(FIGURES);
    expect(store.api.getState()).toMatchObject({ config: { muted: true }, figures: FIGURES });
  });

  it(`keeps the last ${LATEST_MOST} events with a value, oldest first`, () => {
    const store = createOverlayStore('ko');
    const seqs = () => store.api.getState().latest.map(({ seq }) => seq);
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => donation(from + at));
    store.resetLatest(many(1, 40));
    expect([seqs()[0], seqs().length]).toEqual([11, LATEST_MOST]);
    store.addLatest(many(41, 2));
    expect([seqs()[0], seqs().at(-1), seqs().length]).toEqual([13, 42, LATEST_MOST]);
    store.addLatest(many(100, 5_000));
    expect(seqs()).toHaveLength(LATEST_MOST);
    store.resetLatest([]);
    expect(seqs()).toEqual([]);
  });

  it('wakes nobody for no events', () => {
    const store = createOverlayStore('ko');
    let changes = 0;
    store.api.subscribe(() => {
      changes += 1;
    });
    store.addLatest([]);
    expect(changes).toBe(0);
  });
});
