import { describe, expect, it } from 'vitest';
import { readInApp } from '../../../../renderer/dashboard/alerts/app-reader.ts';
import type { AppReading, SpokenAlert } from '../../../../shared/overlay/reading.ts';
import { FakeSpeech, YUNA } from '../../overlay/fake-speech.ts';
import { FakeTimers } from '../../overlay/page-fakes.ts';
import { HeldBridge } from '../support.ts';

const FRESH_MS = 1_500;
const SOUND_FIRST_MS = 700;

const spoken = (showing: number, over: Partial<SpokenAlert> = {}): SpokenAlert => ({
  showing,
  text: `alert ${showing}`,
  voice: null,
  rate: 1,
  volume: 0.8,
  ageMs: 0,
  hasSound: false,
  ...over,
});

function openWindow(engine = new FakeSpeech()) {
  const bridge = new HeldBridge();
  const timers = new FakeTimers();
  const say = (value: AppReading): void => {
    bridge.feeds.tell({ type: 'feed', feed: 'reading', value });
  };
  const read = (now: SpokenAlert | null): void => say({ on: true, now });
  const start = () => readInApp({ bridge, engine, timers, now: () => timers.now });
  return { engine, timers, say, read, start, heard: engine.heard };
}

describe('reading aloud in the app’s own window', () => {
  it('reads every alert once, also when the core says it again', () => {
    const { start, read, heard, engine } = openWindow();
    start();
    read(spoken(1));
    read(spoken(1, { ageMs: 900 }));
    engine.finish();
    read(null);
    read(spoken(2));
    expect(heard).toEqual(['alert 1', 'alert 2']);
  });

  it.each([
    ['it is over, skipped or hidden', { on: true, now: null }],
    ['alerts are muted, or pages are to read', { on: false, now: null }],
    ['the next one comes', { on: true, now: spoken(2) }],
  ])('stops when %s', (_name, next) => {
    const { start, read, say, heard } = openWindow();
    start();
    read(spoken(1));
    say(next);
    expect(heard.slice(0, 2)).toEqual(['alert 1', '-']);
  });

  it('says nothing in the middle of an alert that was there before the window', () => {
    const { start, read, heard } = openWindow();
    read(spoken(1, { ageMs: FRESH_MS + 1 }));
    start();
    read(spoken(2));
    expect(heard).toEqual(['alert 2']);
  });

  it('lets the sound of the alert be heard first', () => {
    const { start, read, heard, timers } = openWindow();
    start();
    read(spoken(1, { hasSound: true, ageMs: 100 }));
    timers.advance(SOUND_FIRST_MS - 101);
    expect(heard).toEqual([]);
    timers.advance(1);
    expect(heard).toEqual(['alert 1']);
  });

  it('begins with voices that come a moment late', () => {
    const { start, read, heard, engine, timers } = openWindow(new FakeSpeech([]));
    start();
    read(spoken(1));
    timers.advance(400);
    engine.setVoices([YUNA]);
    expect(heard).toEqual(['alert 1']);
  });

  it('looks for voices as soon as it is the one to read, and not before', () => {
    const { start, say, engine } = openWindow();
    start();
    say({ on: false, now: null });
    expect(engine.listeners).toBe(0);
    say({ on: true, now: null });
    expect(engine.listeners).toBe(1);
  });

  it('leaves nothing behind when it is stopped', () => {
    const { start, read, heard, engine, timers } = openWindow();
    const stop = start();
    read(spoken(1));
    stop();
    read(spoken(2));
    expect([heard, engine.listeners, timers.pendingTimers]).toEqual([['alert 1', '-'], 0, 0]);
  });
});
