import { describe, expect, it } from 'vitest';
import { BeaconLight } from '../../../renderer/overlay/beacon.ts';
import type { Beacon } from '../../../shared/overlay/beacon.ts';
import { FakeTimers } from './page-fakes.ts';

const BEACON: Beacon = { id: 7, pitch: 24, size: 8, columns: 2, cells: '01', colors: ['red'] };

function light() {
  const timers = new FakeTimers();
  const painted: (Beacon | null)[] = [];
  const answers: string[] = [];
  const beacon = new BeaconLight({
    timers,
    paint: (shown) => painted.push(shown),
    answer: (id, state) => answers.push(`${id} ${state}`),
  });
  return { timers, painted, answers, beacon };
}

describe('the beacon of an overlay page', () => {
  it('answers at once that the page lives, and that it paints when a frame was drawn', () => {
    const { timers, answers, beacon } = light();
    beacon.show(BEACON);
    expect(answers).toEqual(['7 heard']);
    timers.frames();
    timers.frames();
    expect(answers).toEqual(['7 heard', '7 painted']);
  });

  it('goes when the core says so, and by itself if the core is gone', () => {
    const { timers, painted, beacon } = light();
    beacon.show(BEACON);
    beacon.show(null);
    beacon.show(BEACON);
    timers.advance(3_000);
    expect(painted).toEqual([BEACON, null, BEACON, null]);
  });
});
