import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { ConnectionRecorder } from '../../../electron/session/connection-recorder.ts';
import { momentOf } from '../../../electron/session/moment.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

describe('the connection history', () => {
  it('is told to nobody any more once it is disposed', () => {
    const recorder = new ConnectionRecorder(new VirtualClock(), silentLogger, { lateMs: 5_000 });
    const told: string[] = [];
    recorder.onConnectionHistory(() => told.push('history'));
    recorder.onMark(() => told.push('mark'));
    recorder.note('live');
    recorder.tellMark();
    recorder.dispose();
    recorder.note('stopped');
    recorder.tellMark();
    expect(told).toEqual(['history', 'mark']);
  });

  it('tells the mark when the grant is known to hold: it may prove what a list has shown', () => {
    const clock = new VirtualClock();
    const recorder = new ConnectionRecorder(clock, silentLogger, { lateMs: 5_000 });
    let marks = 0;
    recorder.onMark(() => {
      marks += 1;
    });
    recorder.hooksOf('key').onGrantHolds(momentOf(clock));
    expect(marks).toBe(1);
    recorder.dispose();
  });
});
