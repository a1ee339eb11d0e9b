import { describe, expect, it } from 'vitest';
import {
  layoutCommands,
  switchLayout,
} from '../../../electron/features/overlay/layout-commands.ts';
import { layoutOf, MOST_LAYOUTS, namedLayouts } from '../../../shared/overlay/layouts.ts';
import { DEFAULT_OVERLAY, type OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';

const CHAT_ONLY = DEFAULT_OVERLAY.layout.slice(0, 1);

function setUp() {
  let settings = DEFAULT_OVERLAY;
  const source = {
    async edit(change: (now: OverlaySettings) => OverlaySettings) {
      settings = change(settings);
    },
  };
  const names = () => namedLayouts(settings).map(({ name }) => name);
  return { run: layoutCommands(source), source, settings: () => settings, names };
}

describe('commands for layouts', () => {
  it('add one, draft it, and put it on air', async () => {
    const { run, settings } = setUp();
    const added = { name: 'Game', widgets: [...DEFAULT_OVERLAY.layout] };
    const { layout } = await run['overlay.layout-add'](added);
    await run['overlay.draft']({ layout, widgets: CHAT_ONLY });
    expect(settings().onAirLayout).toBe('main');
    await run['overlay.put-on-air']({ layout });
    expect(settings()).toMatchObject({ onAirLayout: layout, layout: CHAT_ONLY });
  });

  it('switch by id, by place, and to the next', async () => {
    const { run, settings, source } = setUp();
    const { layout } = await run['overlay.layout-add']({ name: 'Game', widgets: [] });
    for (const [to, id] of [
      [layout, layout],
      [1, 'main'],
      ['next', layout],
    ] as const) {
      await run['overlay.switch']({ to });
      expect(settings().onAirLayout).toBe(id);
    }
    const before = settings();
    await switchLayout(source, 3);
    expect(settings()).toBe(before);
    expect(settings().onAirLayout).toBe(layout);
    await switchLayout(source, 'next');
    expect(settings().onAirLayout).toBe('main');
  });

  it('rename and remove, but do not remove the one on air', async () => {
    const { run, names } = setUp();
    const { layout } = await run['overlay.layout-add']({ name: 'Game', widgets: [] });
    await run['overlay.layout-rename']({ layout: 'main', name: 'Talk' });
    expect(names()).toEqual(['Talk', 'Game']);
    await expect(run['overlay.layout-remove']({ layout: 'main' })).rejects.toMatchObject({
      problem: { code: 'layout-on-air' },
    });
    await run['overlay.layout-remove']({ layout });
    expect(names()).toEqual(['Talk']);
  });

  it('say that a layout is gone, and change nothing', async () => {
    const { run, settings } = setUp();
    for (const call of [
      () => run['overlay.switch']({ to: 'gone' }),
      () => run['overlay.draft']({ layout: 'gone', widgets: [] }),
      () => run['overlay.put-on-air']({ layout: 'gone' }),
      () => run['overlay.save']({ layout: 'gone', widgets: [] }),
    ]) {
      await expect(call()).rejects.toMatchObject({ problem: { code: 'layout-gone' } });
    }
    expect(settings()).toBe(DEFAULT_OVERLAY);
  });

  it('add no more than there is room for', async () => {
    const { run, settings } = setUp();
    const add = () => run['overlay.layout-add']({ name: 'Game', widgets: [] });
    for (let count = 1; count < MOST_LAYOUTS; count += 1) await add();
    await expect(add()).rejects.toMatchObject({ problem: { code: 'layouts-full' } });
    expect(namedLayouts(settings())).toHaveLength(MOST_LAYOUTS);
    expect(layoutOf(settings(), 'main')).not.toBeNull();
  });
});
