import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { ReadingSource } from '../../../electron/features/alerts/reading-source.ts';
import type { PlayingAlert } from '../../../shared/alerts.ts';
import {
  changedOverlay,
  DEFAULT_OVERLAY,
  type OverlayChange,
} from '../../../shared/overlay/overlay-settings.ts';
import { donation, playing } from '../../support/stage-events.ts';

const fail = (failure: unknown): never => {
  throw failure;
};

const FROM_APP: OverlayChange = { speech: { on: true, from: 'app', voice: 'Yuna', rate: 1.5 } };

function openSource(change: OverlayChange = FROM_APP) {
  const alertChanges = new Emitter<PlayingAlert | null>(fail);
  const settingsChanges = new Emitter<typeof DEFAULT_OVERLAY>(fail);
  let current: PlayingAlert | null = null;
  let settings = changedOverlay(DEFAULT_OVERLAY, change);
  const log = { debug: fail, info: fail, warn: fail, error: fail };
  const source = new ReadingSource({
    alerts: {
      get current() {
        return current;
      },
      onChange: alertChanges.on,
    },
    overlay: { get: () => settings, onChange: settingsChanges.on },
    log,
  });
  let told = 0;
  source.onChange(() => {
    told += 1;
  });
  const play = (alert: PlayingAlert | null): void => {
    current = alert;
    alertChanges.fire(alert);
  };
  const set = (next: OverlayChange): void => {
    settings = changedOverlay(settings, next);
    settingsChanges.fire(settings);
  };
  return { source, play, set, told: () => told };
}

const alertOf = (seq: number, remainingMs = 6_000, speak: string | null = `alert ${seq}`) =>
  playing(donation(seq), remainingMs, { speak });

describe('what the app reads aloud', () => {
  it('is the alert on the screen, as it is set, with its age', () => {
    const { source, play, told } = openSource();
    play(alertOf(1, 5_500));
    expect(source.get()).toEqual({
      on: true,
      now: {
        showing: 1,
        text: 'alert 1',
        voice: 'Yuna',
        rate: 1.5,
        volume: DEFAULT_OVERLAY.speech.volume,
        ageMs: 500,
        hasSound: true,
      },
    });
    expect(told()).toBe(1);
  });

  it.each([
    ['nothing is to be read', { speech: { on: false } }],
    ['pages are to read', { speech: { from: 'page' } }],
    ['everything is muted', { muted: true }],
  ] as const)('is nothing while %s, and nobody is told of alerts', (_name, change) => {
    const { source, play, set, told } = openSource();
    set(change);
    expect(told()).toBe(1);
    play(alertOf(1));
    expect([source.get(), told()]).toEqual([{ on: false, now: null }, 1]);
  });

  it('is nothing for an alert without words, and on a free screen', () => {
    const { source, play } = openSource();
    play(alertOf(1, 6_000, null));
    expect(source.get()).toEqual({ on: true, now: null });
    play(alertOf(2));
    play(null);
    expect(source.get()).toEqual({ on: true, now: null });
  });

  it('tells the same alert played again apart', () => {
    const { source, play } = openSource();
    play(alertOf(1));
    const first = source.get().now?.showing;
    play(null);
    play(alertOf(1));
    expect(source.get().now?.showing).not.toBe(first);
  });

  it('is told as it is switched on and off, and not for other settings', () => {
    const { set, told } = openSource({});
    set({ queue: { holdS: 3 } });
    set({ speech: { on: true } });
    expect(told()).toBe(0);
    set({ speech: { from: 'app' } });
    set({ muted: true });
    expect(told()).toBe(2);
  });

  it('listens to nothing once it is disposed of', () => {
    const { source, play, told } = openSource();
    source.dispose();
    play(alertOf(1));
    expect(told()).toBe(0);
  });
});
