import { describe, expect, it } from 'vitest';
import type { LinkState } from '../../../integrations/decks/deck-link.ts';
import type { DeckState, Deed } from '../../../integrations/decks/deck-row.ts';
import { rowOf } from '../../../integrations/decks/deck-table.ts';
import { wordsOf } from '../../../integrations/decks/deck-words.ts';
import { type Look, PlacedKeys } from '../../../integrations/streamdeck/placed-keys.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { BUSY } from './deck-state.ts';

function setUp(answer: string | null = null) {
  const time = new VirtualClock();
  const began = time.now();
  const link = {
    link: { kind: 'live' } as LinkState,
    state: BUSY as DeckState,
    retries: 0,
    ran: [] as Deed[],
    run: async (deed: Deed) => {
      link.ran.push(deed);
      return answer;
    },
    retry: () => {
      link.retries += 1;
    },
  };
  const keys = new PlacedKeys({
    link,
    say: wordsOf('en'),
    shapes: ({ icon }) => `<${icon}/>`,
    clock: {
      now: () => time.now() - began,
      after: (ms, run) => {
        const timer = time.setTimeout(run, ms);
        return () => timer.dispose();
      },
    },
  });
  const place = (context: string, id: string, kind: 'key' | 'dial' = 'key') => {
    const looks: Look[] = [];
    const signs: string[] = [];
    const row = rowOf(id);
    if (!row) throw new RangeError(id);
    const surface = {
      kind,
      draw: (look: Look) => void looks.push(look),
      alert: () => void signs.push('alert'),
      ok: () => void signs.push('ok'),
    };
    keys.appear(context, row, surface, {});
    return { looks, signs, title: () => looks.at(-1)?.title };
  };
  return { time, link, keys, place };
}

describe('keys in sight', () => {
  it('show every second of a clock, and are asked for nothing else', async () => {
    const { time, place, keys } = setUp();
    const clock = place('a', 'subathon-pause');
    const still = place('b', 'alerts-pause');
    for (let tick = 0; tick < 100; tick += 1) await time.advance(100);
    expect(clock.looks.map(({ title }) => title)).toEqual([
      '1:00:00',
      ...Array.from({ length: 10 }, (_, at) => `59:${String(59 - at)}`),
    ]);
    expect(still.looks).toHaveLength(1);
    keys.dispose();
    expect(time.pendingTimers).toBe(0);
  });

  it('are drawn again only if they look different', () => {
    const { keys, link, place } = setUp();
    const pause = place('a', 'alerts-pause');
    const quiet = place('b', 'quiet');
    for (let at = 0; at < 50; at += 1) keys.redraw();
    link.state = { ...BUSY, alerts: { ...BUSY.alerts, paused: true } as never };
    keys.redraw();
    expect(pause.looks.map(({ title }) => title)).toEqual([
      'Running\n1 waiting',
      'Paused\n1 waiting',
    ]);
    expect(quiet.looks).toHaveLength(1);
  });

  it('say for five seconds what went wrong', async () => {
    const { time, keys, place } = setUp('This key isn’t allowed to do that.');
    const skip = place('a', 'alerts-skip');
    await keys.press('a');
    expect(skip.signs).toEqual(['alert']);
    expect(skip.title()).toContain('This key');
    await time.advance(4_900);
    expect(skip.title()).toContain('This key');
    await time.advance(200);
    expect(skip.title()).toBe('Sky 5,000');
  });

  it('ask for nothing while the app is off, and try to reach it', async () => {
    const { keys, link, place } = setUp();
    link.link = { kind: 'lost' };
    const skip = place('a', 'alerts-skip');
    expect(skip.title()).toBe('Stagelight\nis off');
    await keys.press('a');
    expect([link.ran, link.retries, skip.signs]).toEqual([[], 1, ['alert']]);
  });

  it('are forgotten when they go out of sight', async () => {
    const { time, keys, link, place } = setUp();
    const clock = place('a', 'subathon-pause');
    keys.disappear('a');
    keys.redraw();
    await keys.press('a');
    await keys.turn('a', 1);
    expect([clock.looks.length, link.ran.length, time.pendingTimers]).toEqual([1, 0, 0]);
  });

  it('turn through a list to its ends, and back at once', async () => {
    const { keys, place } = setUp();
    const dial = place('a', 'alerts-queue', 'dial');
    await keys.turn('a', 50);
    expect(dial.title()).toBe('Shown\nHill');
    await keys.turn('a', -1);
    expect(dial.title()).toBe('Missed\nSword ×2');
    await keys.turn('a', -50);
    expect(dial.title()).toContain('Sky');
    await keys.turn('a', Number.NaN);
    expect(dial.title()).toContain('Sky');
  });

  it('push a dial for something else than a key', async () => {
    const { keys, link, place } = setUp();
    place('key', 'alerts-volume');
    place('dial', 'alerts-volume', 'dial');
    await keys.press('key');
    await keys.press('dial');
    await keys.turn('dial', 3);
    expect(link.ran.map(({ args }) => args)).toEqual([{ by: 0.1 }, { muted: true }, { by: 0.06 }]);
  });
});
