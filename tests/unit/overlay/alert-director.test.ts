import { describe, expect, it } from 'vitest';
import { AlertDirector, ALERT_EXIT_MS as EXITS } from '../../../renderer/overlay/alert-director.ts';
import type { StagedAlert } from '../../../renderer/stores/overlay-store.ts';
import { donation, playing } from '../../support/stage-events.ts';
import { FakeTimers } from './page-fakes.ts';

const ALERT_EXIT_MS = EXITS.medium;

function setUp() {
  const timers = new FakeTimers();
  const receipts: string[] = [];
  const history: string[] = [];
  let staged: StagedAlert | null = null;
  const director = new AlertDirector({
    timers,
    stage: (next) => {
      staged = next;
      history.push(next ? `${next.alert.alertId} ${next.phase}` : 'empty');
    },
    receipt: (alertId, state) => receipts.push(`${alertId} ${state}`),
  });
  return { timers, receipts, history, director, staged: () => staged };
}

const alert = (id: number, remainingMs?: number) => playing(donation(id), remainingMs);

describe('AlertDirector', () => {
  it('says painted only after the second frame', () => {
    const { director, timers, receipts } = setUp();
    director.play(alert(1));
    timers.frames(1);
    expect(receipts).toEqual([]);
    timers.frames(1);
    expect(receipts).toEqual(['1 painted']);
  });

  it('takes an alert off when its time is up, although the core says nothing', () => {
    const { director, timers, receipts, history } = setUp();
    director.play(alert(1, 6_000));
    timers.frames(2);
    timers.advance(6_000 - ALERT_EXIT_MS - 1);
    expect(history).toEqual(['1 in']);
    timers.advance(1);
    expect(history).toEqual(['1 in', '1 out']);
    timers.advance(ALERT_EXIT_MS);
    expect(history).toEqual(['1 in', '1 out', 'empty']);
    expect(receipts).toEqual(['1 painted', '1 over']);
  });

  it.each([
    ['small', 180],
    ['grand', 450],
  ] as const)('gives a %s alert the %i ms that its theme needs to leave', (level, exitMs) => {
    const { director, timers, history } = setUp();
    const { look, ...rest } = alert(1, 6_000);
    director.play({ ...rest, look: { ...look, level } });
    timers.advance(6_000 - exitMs - 1);
    expect(history).toEqual(['1 in']);
    timers.advance(1);
    expect(history).toEqual(['1 in', '1 out']);
    timers.advance(exitMs - 1);
    expect(history).toEqual(['1 in', '1 out']);
    timers.advance(1);
    expect(history.at(-1)).toBe('empty');
  });

  it('has neither timer nor frame waiting when the stage is empty', () => {
    const { director, timers } = setUp();
    director.play(alert(1));
    timers.frames(2);
    timers.advance(6_000);
    expect([timers.pendingTimers, timers.pendingFrames]).toEqual([0, 0]);
  });

  it('counts the time that was left, not the whole', () => {
    const { director, timers, history } = setUp();
    director.play(alert(1, 1_000));
    timers.advance(1_000);
    expect(history.at(-1)).toBe('empty');
  });

  it('does not put on an alert that would only flash', () => {
    const { director, history } = setUp();
    director.play(alert(1, 2 * ALERT_EXIT_MS - 1));
    director.play(alert(2, 0));
    expect(history).toEqual([]);
  });

  it('keeps standing when the same alert comes again, with the time that came', () => {
    const { director, timers, history, receipts } = setUp();
    director.play(alert(1, 6_000));
    timers.frames(2);
    timers.advance(3_000);
    director.play(alert(1, 5_000));
    timers.frames(2);
    timers.advance(4_000);
    expect(history).toEqual(['1 in']);
    timers.advance(1_000);
    expect(history).toEqual(['1 in', '1 out', 'empty']);
    expect(receipts).toEqual(['1 painted', '1 over']);
  });

  it('lets one alert leave before the next enters', () => {
    const { director, timers, history, receipts } = setUp();
    director.play(alert(1));
    timers.frames(2);
    director.play(alert(2));
    expect(history).toEqual(['1 in', '1 out']);
    timers.advance(ALERT_EXIT_MS);
    expect(history).toEqual(['1 in', '1 out', 'empty', '2 in']);
    timers.frames(2);
    expect(receipts).toEqual(['1 painted', '2 painted']);
  });

  it('shows only the newest of those that came while one was leaving', () => {
    const { director, timers, history } = setUp();
    director.play(alert(1));
    director.play(alert(2));
    director.play(alert(3));
    timers.advance(ALERT_EXIT_MS);
    expect(history.at(-1)).toBe('3 in');
  });

  it('clears when the core says so, and does not report that as over', () => {
    const { director, timers, history, receipts } = setUp();
    director.play(alert(1));
    timers.frames(2);
    director.play(null);
    timers.advance(ALERT_EXIT_MS);
    expect(history).toEqual(['1 in', '1 out', 'empty']);
    expect(receipts).toEqual(['1 painted']);
  });

  it('does not bring on what was taken back while another was leaving', () => {
    const { director, timers, history } = setUp();
    director.play(alert(1));
    director.play(alert(2));
    director.play(null);
    timers.advance(10_000);
    expect(history).toEqual(['1 in', '1 out', 'empty']);
  });

  it('does not bring on what ended while another was leaving', () => {
    const { director, timers, history } = setUp();
    director.play(alert(1));
    director.play(alert(2));
    director.play({ ...alert(2), remainingMs: 0 });
    timers.advance(10_000);
    expect(history).toEqual(['1 in', '1 out', 'empty']);
  });

  it('enters again when the same alert is played again', () => {
    const { director, timers, staged } = setUp();
    director.play(alert(1));
    const first = staged()?.showing;
    timers.advance(6_000);
    director.play(alert(1));
    expect(staged()?.showing).not.toBe(first);
  });

  it('gives no receipt for an alert that nobody could see', () => {
    const { director, timers, receipts } = setUp();
    director.setVisible(false);
    director.play(alert(1));
    timers.frames(4);
    timers.advance(6_000);
    expect(receipts).toEqual([]);
  });

  it('says painted when the page becomes visible while the alert stands', () => {
    const { director, timers, receipts } = setUp();
    director.setVisible(false);
    director.play(alert(1));
    timers.frames(4);
    timers.advance(2_000);
    director.setVisible(true);
    timers.frames(2);
    timers.advance(4_000);
    expect(receipts).toEqual(['1 painted', '1 over']);
  });

  it('leaves nothing running when it is stopped', () => {
    const { director, timers } = setUp();
    director.play(alert(1));
    director.stop();
    expect([timers.pendingTimers, timers.pendingFrames]).toEqual([0, 0]);
  });
});
