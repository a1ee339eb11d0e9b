import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReplaySpeed } from '../../../../renderer/dashboard/replay/replay-player.ts';
import { mostWaiting, ReplayShow } from '../../../../renderer/dashboard/replay/replay-show.ts';
import { ALERT_EXIT_MS } from '../../../../renderer/overlay/alert-director.ts';
import { createOverlayStore } from '../../../../renderer/stores/overlay-store.ts';
import {
  DEFAULT_OVERLAY,
  type OverlaySettings,
  overlaySettingsSchema,
} from '../../../../shared/overlay/overlay-settings.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import { eventOf, pageClock } from '../support.ts';
import { moment } from './replay-support.ts';

function setUp(settings: OverlaySettings = DEFAULT_OVERLAY) {
  const clock = new VirtualClock();
  const store = createOverlayStore('ko');
  const show = new ReplayShow({
    clock: pageClock(clock),
    settings: () => settings,
    language: () => 'ko',
  });
  const detach = show.attach(store);
  onTestFinished(detach);
  const staged: (number | null)[] = [];
  let last: number | null = null;
  store.api.subscribe((state) => {
    const now = state.staged?.phase === 'in' ? state.staged.alert.alertId : null;
    if (now !== last && now !== null) staged.push(now);
    last = now;
  });
  const onStage = () => store.api.getState().staged;
  const chat = () => store.api.getState().chat.map(({ event }) => event.seq);
  return { clock, store, show, detach, staged, onStage, chat };
}

const gift = (seq: number) => moment(seq, seq, 'DONATION');
const gifts = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => gift(from + index));

describe('what a replay shows', () => {
  it('goes to the widgets of the preview, stamped with the present moment', () => {
    const { clock, store, show, chat } = setUp();
    show.add([moment(1, 10), gift(2), moment(3, 20)], 1);
    expect(chat()).toEqual([1, 3]);
    const { latest, chat: lines } = store.api.getState();
    expect(latest.map(({ seq }) => seq)).toEqual([2]);
    expect(lines[0]?.event.receivedAt).toBe(clock.now());
  });

  it('begins anew after a jump, with what came before it and nothing on the stage', () => {
    const { show, chat, onStage, store } = setUp();
    show.add([moment(1, 10), gift(2)], 1);
    const draw = { ...eventOf('DROPS', 5), receivedAt: 0 };
    show.reset([moment(3, 30), gift(4), draw]);
    expect([chat(), onStage()]).toEqual([[3], null]);
    expect(store.api.getState().latest.map(({ seq }) => seq)).toEqual([4, 5]);
    expect(store.api.getState().tallies).toMatchObject([{ rounds: 1, total: 12 }]);
  });

  it('adds up draws as they are played', () => {
    const { show, store, onStage } = setUp();
    const draw = (seq: number) => ({ ...eventOf('DROPS', seq), receivedAt: seq });
    show.add([draw(1), draw(2)], 1);
    expect(store.api.getState().tallies).toMatchObject([{ rounds: 2, total: 24, lastCount: 12 }]);
    expect(onStage()?.alert.tally).toMatchObject({ rounds: 1, total: 12 });
  });

  it('wears today’s dress: the words and the time of the rule that fits', async () => {
    const variants = [
      { headline: '{name} 님, 고마워요', durationS: 3, entrance: 'drop', picturePlace: 'full' },
    ];
    const rules = [{ id: 'r', name: '', when: [{ type: 'kind', kinds: ['DONATION'] }], variants }];
    const overlay = overlaySettingsSchema.parse({ rules });
    const { clock, show, onStage } = setUp(overlay);
    show.add([gift(1)], 1);
    expect(onStage()?.alert.look).toMatchObject({
      entrance: 'drop',
      picturePlace: 'full',
      sound: null,
      speak: null,
    });
    expect(onStage()?.alert.look.headline).toContain('고마워요');
    await clock.advance(3_000 - 1);
    expect(onStage()).not.toBeNull();
    await clock.advance(1);
    expect(onStage()).toBeNull();
  });

  it('leaves donations below today’s minimum off the stage, not off the lists', () => {
    const overlay = overlaySettingsSchema.parse({ queue: { minimumBeams: 1_001 } });
    const { show, store, staged } = setUp(overlay);
    show.add([gift(1), { ...eventOf('DONATION', 2, { payAmount: 1_001 }) }], 1);
    expect(staged).toEqual([2]);
    expect(store.api.getState().latest.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('is gone from a preview that shows something else, with every timer', async () => {
    const { clock, show, detach, onStage, chat } = setUp();
    show.add(gifts(1, 3), 1);
    detach();
    show.add([moment(9, 90), gift(10)], 1);
    expect([onStage(), chat()]).toEqual([null, []]);
    await clock.advance(60_000);
    expect(onStage()).toBeNull();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('alerts of a replay', () => {
  it('wait for each other at the speed of the broadcast', async () => {
    const { clock, show, staged } = setUp();
    show.add(gifts(1, 3), 1);
    expect(staged).toEqual([1]);
    await clock.advance(6_001);
    expect(staged).toEqual([1, 2]);
    await clock.advance(12_002);
    expect(staged).toEqual([1, 2, 3]);
    expect(clock.pendingTimers).toBe(0);
  });

  it.each([
    [1, 20],
    [4, 3],
    [10, 0],
    [60, 0],
  ] satisfies [ReplaySpeed, number][])('let no more wait at %d× than %d', (speed, most) => {
    expect(mostWaiting(speed)).toBe(most);
  });

  it('cut each other short above four times the speed: the newest is soon there', async () => {
    const { clock, show, staged, onStage } = setUp();
    show.add([gift(1)], 10);
    await clock.advance(500);
    show.add([gift(2)], 10);
    await clock.advance(ALERT_EXIT_MS.grand);
    expect(staged).toEqual([1, 2]);
    for (let seq = 3; seq < 100; seq += 1) {
      show.add([gift(seq)], 60);
      await clock.advance(33);
    }
    await clock.advance(ALERT_EXIT_MS.grand);
    expect(onStage()?.alert.alertId).toBe(99);
    expect(staged.length).toBeLessThan(30);
  });

  it('never fall further behind than may wait', async () => {
    const { clock, show, staged } = setUp();
    show.add(gifts(1, 100), 4);
    for (let passed = 0; passed < 5; passed += 1) await clock.advance(6_100);
    expect(staged).toEqual([97, 98, 99, 100]);
    expect(clock.pendingTimers).toBe(0);
  });
});
