import { describe, expect, it } from 'vitest';
import { withoutLayout } from '../../../shared/overlay/layouts.ts';
import {
  DEFAULT_OVERLAY,
  type OverlaySettings,
  overlaySettingsSchema,
} from '../../../shared/overlay/overlay-settings.ts';
import { effectOf, layoutFor, withSceneRenamed } from '../../../shared/overlay/scenes.ts';
import { type Layout, layoutSchema, type WidgetScenes } from '../../../shared/overlay/widgets.ts';

const box = { x: 0, y: 0, width: 0.5, height: 0.5 };
const only = (...names: string[]): WidgetScenes => ({ in: 'only', names });
const not = (...names: string[]): WidgetScenes => ({ in: 'not', names });
const all = (...names: string[]): WidgetScenes => ({ in: 'all', names });

type Spec = readonly [id: string, kind: string, scenes?: WidgetScenes | undefined, shown?: boolean];
const layoutOf = (...specs: readonly Spec[]): Layout =>
  layoutSchema.parse(
    specs.map(([id, kind, scenes, shown = true]) => ({ id, kind, box, scenes, shown })),
  );

describe('a scene of OBS', () => {
  it.each<[string, Layout, string | null, readonly string[], boolean]>([
    ['shows what says nothing', layoutOf(['chat', 'chat']), 'Game', [], false],
    ['shows what shows in all', layoutOf(['chat', 'chat', all('Game')]), 'Game', [], false],
    ['shows what it is named for', layoutOf(['chat', 'chat', only('Game')]), 'Game', [], false],
    [
      'hides what shows elsewhere',
      layoutOf(['chat', 'chat', only('Talk')]),
      'Game',
      ['chat'],
      false,
    ],
    [
      'hides what it is excepted from',
      layoutOf(['chat', 'chat', not('Game')]),
      'Game',
      ['chat'],
      false,
    ],
    [
      'shows what is excepted elsewhere',
      layoutOf(['chat', 'chat', not('Talk')]),
      'Game',
      [],
      false,
    ],
    ['hides what shows nowhere', layoutOf(['chat', 'chat', only()]), 'Game', ['chat'], false],
    ['hides nothing without OBS', layoutOf(['chat', 'chat', only()]), null, [], false],
    ['tells names apart by case', layoutOf(['chat', 'chat', not('game')]), 'Game', [], false],
    // The widget stays for the alert that plays, and the others wait.
    [
      'holds alerts',
      layoutOf(['a', 'alerts', not('Game')], ['c', 'chat', not('Game')]),
      'Game',
      ['c'],
      true,
    ],
    [
      'moves alerts to another widget',
      layoutOf(['a', 'alerts', not('Game')], ['b', 'alerts']),
      'Game',
      ['a'],
      false,
    ],
    [
      'holds alerts of all widgets',
      layoutOf(['a', 'alerts', not('Game')], ['b', 'alerts', only()]),
      'Game',
      [],
      true,
    ],
    [
      'counts no alerts that never show',
      layoutOf(['a', 'alerts', not('Game')], ['b', 'alerts', undefined, false]),
      'Game',
      [],
      true,
    ],
    ['holds nothing without alerts', layoutOf(['c', 'chat', not('Game')]), 'Game', ['c'], false],
  ])('%s', (_, layout, scene, away, holdsAlerts) => {
    expect(effectOf(layout, scene)).toEqual({ away, holdsAlerts });
  });
});

const settings = (change: Partial<OverlaySettings>): OverlaySettings => ({
  ...DEFAULT_OVERLAY,
  ...change,
});

describe('layouts by scene', () => {
  const layout = [...layoutOf(['chat', 'chat', only('Game', 'Talk')], ['goal', 'goal'])];
  const twice = settings({
    layout,
    layouts: [
      { id: 'main', name: '', layout, draft: layout },
      { id: 'layout-2', name: 'Ending', layout: [], draft: null },
    ],
    sceneLayouts: [{ scene: 'Game', layout: 'layout-2' }],
  });

  it('are found by the scene’s name', () => {
    expect(layoutFor(twice, 'Game')).toBe('layout-2');
    expect(layoutFor(twice, 'Talk')).toBeNull();
  });

  it('follow a scene that gets another name, in drafts too', () => {
    const next = withSceneRenamed(twice, 'Game', '게임');
    const names = [next.layout, next.layouts[0]?.layout, next.layouts[0]?.draft].map(
      (each) => each?.[0]?.scenes?.names,
    );
    expect(names).toEqual([
      ['게임', 'Talk'],
      ['게임', 'Talk'],
      ['게임', 'Talk'],
    ]);
    expect(next.sceneLayouts).toEqual([{ scene: '게임', layout: 'layout-2' }]);
    expect(withSceneRenamed(twice, 'Nobody', 'X')).toBe(twice);
  });

  it('go with their layout', () => {
    expect(withoutLayout(twice, 'layout-2').sceneLayouts).toEqual([]);
  });

  it('are nothing in settings from before', () => {
    const { sceneLayouts: _none, ...before } = DEFAULT_OVERLAY;
    const read = overlaySettingsSchema.parse(structuredClone(before));
    expect(read).toEqual(DEFAULT_OVERLAY);
    expect(read.layout.every((widget) => !('scenes' in widget))).toBe(true);
  });
});
