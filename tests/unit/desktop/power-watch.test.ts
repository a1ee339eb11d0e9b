import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { watchPower } from '../../../electron/desktop/ports/power-watch.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

function world() {
  const clock = new VirtualClock();
  const powerMonitor = new EventEmitter();
  const heard: string[] = [];
  const place = { network: 'home' };
  const watch = watchPower({
    powerMonitor,
    clock,
    network: () => place.network,
    onWake: (reason) => heard.push(reason),
  });
  return { clock, powerMonitor, heard, place, watch };
}

describe('waking up', () => {
  it.each(['resume', 'unlock-screen'])('is told at once: %s', (event) => {
    const { powerMonitor, heard } = world();
    powerMonitor.emit(event);
    expect(heard).toEqual([event]);
  });

  it.each(['suspend', 'lock-screen', 'on-ac', 'on-battery', 'shutdown'])(
    'is not what %s means',
    (event) => {
      const { powerMonitor, heard } = world();
      powerMonitor.emit(event);
      expect(heard).toEqual([]);
    },
  );

  it('is told once for all that comes within 2 seconds', async () => {
    const { clock, powerMonitor, heard } = world();
    powerMonitor.emit('resume');
    await clock.advance(1_000);
    powerMonitor.emit('unlock-screen');
    powerMonitor.emit('resume');
    await clock.advance(999);
    expect(heard).toEqual(['resume']);
    await clock.advance(1);
    powerMonitor.emit('unlock-screen');
    expect(heard).toEqual(['resume', 'unlock-screen']);
  });

  it('is told again when another network comes just after it', async () => {
    const { clock, powerMonitor, heard, place } = world();
    await clock.advance(4_000);
    powerMonitor.emit('resume');
    place.network = 'phone';
    await clock.advance(1_500);
    expect(heard).toEqual(['resume']);
    await clock.advance(500);
    expect(heard).toEqual(['resume', 'network']);
    await clock.advance(10_000);
    expect(heard).toEqual(['resume', 'network']);
  });

  it('is noticed by another network and by a jump of the clock', async () => {
    const { clock, heard, place } = world();
    place.network = 'phone';
    await clock.advance(5_000);
    expect(heard).toEqual(['network']);
    clock.jump(3_600_000);
    await clock.advance(5_000);
    expect(heard).toEqual(['network', 'jump']);
  });

  it('is not listened for any more after the end', async () => {
    const { clock, powerMonitor, heard, watch } = world();
    powerMonitor.emit('resume');
    watch.dispose();
    watch.dispose();
    expect(clock.pendingTimers).toBe(0);
    expect(powerMonitor.eventNames()).toEqual([]);
    expect(heard).toEqual(['resume']);
  });
});
