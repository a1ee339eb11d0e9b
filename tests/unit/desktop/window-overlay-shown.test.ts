import { describe, expect, it } from 'vitest';
import { overlayBench } from './window-overlay-bench.ts';

const SHOWN = { shown: true };

describe('being shown', () => {
  it('is two seconds after its page has loaded where the system never says that it has painted', async () => {
    const bench = overlayBench({ kept: SHOWN, system: 'linux' });
    bench.overlay.start();
    await bench.clock.advance(60_000);
    expect(bench.window.visible).toBe(false);
    bench.window.webContents.emit('did-finish-load');
    await bench.clock.advance(1_999);
    expect(bench.window.visible).toBe(false);
    await bench.clock.advance(1);
    expect(bench.window.visible).toBe(true);
    bench.window.emit('ready-to-show');
    await bench.clock.advance(10_000);
    expect(bench.window.callsTo('showInactive')).toHaveLength(1);
  });

  it('does not happen to a window that is gone by then', async () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    bench.window.webContents.emit('did-finish-load');
    bench.overlay.set({ shown: false });
    await bench.clock.advance(10_000);
    expect(bench.window.callsTo('showInactive')).toEqual([]);
  });

  it('is the first time that it comes to the top: before, Windows would show it unpainted', () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    bench.blurs.fire();
    bench.overlay.set({ opacity: 0.5 });
    bench.window.emit('always-on-top-changed', {}, false);
    expect(bench.window.callsTo('moveTop')).toEqual([]);
    bench.window.emit('ready-to-show');
    const after = bench.window.calls.map(([name]) => name);
    expect(after.indexOf('moveTop')).toBeGreaterThan(after.indexOf('showInactive'));
  });
});
