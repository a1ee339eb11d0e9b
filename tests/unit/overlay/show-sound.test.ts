import { describe, expect, it } from 'vitest';
import {
  type ShowAudio,
  ShowSoundPlayer,
  tickTimes,
} from '../../../renderer/overlay/show-sound.ts';
import { createOverlayStore } from '../../../renderer/stores/overlay-store.ts';
import type { AlertLook } from '../../../shared/overlay/alert-look.ts';
import { SHOW_SOUNDS, type ShowSound } from '../../../shared/overlay/show-sounds.ts';
import { donation, playing } from '../../support/stage-events.ts';
import { settle } from '../../support/virtual-clock.ts';
import { FakeTimers } from './page-fakes.ts';

const FILES = Object.fromEntries(
  Object.values(SHOW_SOUNDS)
    .flat()
    .map((sound) => [sound, `${sound}.wav`]),
) as Readonly<Record<ShowSound, string>>;

let refuses = false;

class FakeAudio {
  readonly address: string;
  plays = 0;
  freed = false;
  volume = 1;
  currentTime = 0;
  onended: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(address: string) {
    this.address = address;
  }
  async play(): Promise<void> {
    this.plays += 1;
    if (refuses) throw new Error('NotAllowedError');
  }
  pause(): void {}
  removeAttribute(): void {
    this.freed = true;
  }
  load(): void {}
}

function openPlayer() {
  const opened: FakeAudio[] = [];
  const timers = new FakeTimers();
  const store = createOverlayStore('ko');
  store.setSounds(true);
  const player = new ShowSoundPlayer({
    page: store.api,
    open: (address) => {
      const audio = new FakeAudio(address);
      opened.push(audio);
      return audio as unknown as ShowAudio;
    },
    files: FILES,
    timers,
  });
  const cue = (sound: ShowSound, volume = 0.4, ms = 0) => player.cue({ sound, volume, ms });
  const show = (look: Partial<AlertLook> = {}) =>
    store.setStaged({ alert: playing(donation(1), 6_000, look), phase: 'in', showing: 1 });
  return { player, store, opened, timers, cue, show };
}

describe('the sound of a moment', () => {
  it('is played once, as loud as the core says, and freed at its end', () => {
    const { opened, cue } = openPlayer();
    cue('vote-open');
    expect(opened).toMatchObject([{ address: 'vote-open.wav', plays: 1, volume: 0.4 }]);
    opened[0]?.onended?.();
    expect(opened[0]?.freed).toBe(true);
  });

  it('is not played while the page is silent, and ends when it becomes so', () => {
    const { store, opened, cue } = openPlayer();
    cue('vote-open');
    store.setSounds(false);
    expect(opened[0]?.freed).toBe(true);
    cue('vote-close');
    expect(opened).toHaveLength(1);
  });

  it('ends when the core says so', () => {
    const { player, opened, cue, timers } = openPlayer();
    cue('wheel-turn', 0.4, 5_000);
    player.cue(null);
    expect(opened[0]?.freed).toBe(true);
    expect(timers.pendingTimers).toBe(0);
  });

  it.each([
    ['the core’s voice', { voice: { clip: 'a'.repeat(64), volume: 1 } }],
    ['a voice of a page', { speak: 'Thank you' }],
  ])('is never heard over an alert that is read by %s', (_by, look) => {
    const { store, opened, cue, show } = openPlayer();
    cue('vote-open');
    show(look);
    expect(opened[0]?.freed).toBe(true);
    cue('vote-close');
    expect(opened).toHaveLength(1);
    store.setStaged(null);
    cue('vote-close');
    expect(opened).toHaveLength(2);
  });

  it('is quieter beside an alert that only sounds, and itself again after it', () => {
    const { store, opened, cue, show } = openPlayer();
    cue('draw-reveal');
    show();
    expect(opened[0]?.volume).toBeCloseTo(0.14);
    cue('vote-open');
    expect(opened[1]?.volume).toBeCloseTo(0.14);
    store.setStaged(null);
    expect(opened.map(({ volume }) => volume)).toEqual([0.4, 0.4]);
  });

  it('is let go where the browser refuses it', async () => {
    const { opened, cue } = openPlayer();
    refuses = true;
    cue('vote-open');
    refuses = false;
    await settle();
    expect(opened[0]?.freed).toBe(true);
  });
});

describe('a wheel that turns', () => {
  it('ticks from one element, slower and slower, until it stops', () => {
    const { opened, timers, cue } = openPlayer();
    cue('wheel-turn', 0.4, 5_000);
    timers.advance(6_000);
    expect(opened).toHaveLength(1);
    expect(opened[0]?.plays).toBe(tickTimes(5_000).length);
    expect(opened[0]?.freed).toBe(true);
    cue('wheel-stop');
    expect(opened[1]).toMatchObject({ address: 'wheel-stop.wav', plays: 1 });
    expect(timers.pendingTimers).toBe(0);
  });

  it('ticks no more once it has stopped', () => {
    const { opened, timers, cue } = openPlayer();
    cue('wheel-turn', 0.4, 5_000);
    timers.advance(1_000);
    cue('wheel-stop');
    const { plays } = opened[0] ?? { plays: 0 };
    timers.advance(5_000);
    expect(opened[0]).toMatchObject({ plays, freed: true });
    expect(opened[1]?.freed).toBe(false);
  });

  it.each([1_000, 5_000, 20_000])('of %i ms ticks within its time, never as a hum', (ms) => {
    const times = tickTimes(ms);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(times[0]).toBe(0);
    expect(times.at(-1)).toBeLessThan(ms);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(70);
    expect(gaps.at(-1)).toBeGreaterThan(gaps[0] ?? 0);
  });
});
