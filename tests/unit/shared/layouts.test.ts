import { describe, expect, it } from 'vitest';
import {
  freeLayoutId,
  layoutAt,
  layoutDifference,
  layoutOf,
  namedLayouts,
  withAdded,
  withDraft,
  withEveryLayout,
  withName,
  withOnAir,
  withoutLayout,
  withSaved,
  withSwitched,
} from '../../../shared/overlay/layouts.ts';
import {
  changedOverlay,
  DEFAULT_OVERLAY,
  type OverlaySettings,
  overlaySettingsSchema,
} from '../../../shared/overlay/overlay-settings.ts';
import { type Layout, layoutSchema } from '../../../shared/overlay/widgets.ts';

const box = { x: 0, y: 0, width: 0.5, height: 0.5 };
const one = (...kinds: string[]): Layout =>
  layoutSchema.parse(kinds.map((kind) => ({ id: kind, kind, box })));

const STANDARD = DEFAULT_OVERLAY.layout;
const NEON = { base: 'neon', tokens: {}, css: '' } as const;
/** A first layout on air, and one for games. */
const TWO: OverlaySettings = withAdded(DEFAULT_OVERLAY, 'layout-2', 'Game', one('alerts'));
const onAir = ({ layout, theme, onAirLayout }: OverlaySettings) => ({ layout, theme, onAirLayout });

describe('settings without named layouts', () => {
  it('have one without a name, which is on air', () => {
    const old = overlaySettingsSchema.parse({ layout: one('chat'), muted: true });
    expect(namedLayouts(old)).toEqual([{ id: 'main', name: '', layout: one('chat'), draft: null }]);
  });

  it('stay on air as they are, whatever the list says', () => {
    const strange = overlaySettingsSchema.parse({
      layout: one('chat'),
      onAirLayout: 'gone',
      layouts: [{ id: 'layout-2', name: 'Game', layout: one('alerts') }],
    });
    expect(namedLayouts(strange).map(({ id }) => id)).toEqual(['gone', 'layout-2']);
    expect(layoutOf(strange, 'gone')?.layout).toEqual(one('chat'));
  });
});

describe('a draft', () => {
  it('changes nothing on air, of the layout or of the theme', () => {
    const drafted = withDraft(DEFAULT_OVERLAY, 'main', { widgets: one('chat'), theme: NEON });
    expect(onAir(drafted)).toEqual(onAir(DEFAULT_OVERLAY));
    expect(layoutOf(drafted, 'main')?.draft).toEqual(one('chat'));
    expect(drafted.themeDraft).toEqual(NEON);
    expect(overlaySettingsSchema.parse(JSON.parse(JSON.stringify(drafted)))).toEqual(drafted);
  });

  it('that is what is on air is none', () => {
    const drafted = withDraft(DEFAULT_OVERLAY, 'main', { widgets: one('chat'), theme: NEON });
    const back = { widgets: STANDARD, theme: { ...DEFAULT_OVERLAY.theme } };
    const again = withDraft(drafted, 'main', back);
    expect([layoutOf(again, 'main')?.draft, again.themeDraft]).toEqual([null, null]);
  });

  it('goes on air when it is put there, theme and all', () => {
    const drafted = withDraft(DEFAULT_OVERLAY, 'main', { widgets: one('chat'), theme: NEON });
    const put = withOnAir(drafted, 'main', {});
    expect(onAir(put)).toEqual({ layout: one('chat'), theme: NEON, onAirLayout: 'main' });
    expect([layoutOf(put, 'main')?.draft, put.themeDraft]).toEqual([null, null]);
  });

  it('gives way to what the page shows', () => {
    const drafted = withDraft(DEFAULT_OVERLAY, 'main', { widgets: one('chat') });
    expect(withOnAir(drafted, 'main', { widgets: one('goal') }).layout).toEqual(one('goal'));
    const themed = withDraft(DEFAULT_OVERLAY, 'main', { theme: NEON });
    const paper = { ...NEON, base: 'paper' } as const;
    expect(withOnAir(themed, 'main', { theme: paper })).toMatchObject({ theme: paper });
  });

  it('waits while its layout goes off air and comes back', () => {
    const drafted = withDraft(TWO, 'main', { widgets: one('chat') });
    const back = withSwitched(withSwitched(drafted, 'layout-2'), 'main');
    expect(back.layout).toEqual(STANDARD);
    expect(layoutOf(back, 'main')?.draft).toEqual(one('chat'));
  });

  it('of a layout that is not on air can be saved without showing it', () => {
    const saved = withSaved(TWO, 'layout-2', one('chat'));
    expect(onAir(saved)).toEqual(onAir(TWO));
    expect(withSwitched(saved, 'layout-2').layout).toEqual(one('chat'));
    // Saved on air, there is nothing to wait for.
    expect(withSaved(TWO, 'main', one('chat')).layout).toEqual(one('chat'));
  });

  it('stays when the layout on air is changed beside it', () => {
    const drafted = withDraft(DEFAULT_OVERLAY, 'main', { widgets: one('chat') });
    const changed = changedOverlay(drafted, { layout: [...one('goal')] });
    expect(changed.layout).toEqual(one('goal'));
    expect(layoutOf(changed, 'main')).toMatchObject({
      layout: one('goal'),
      draft: one('chat'),
    });
  });
});

describe('several layouts', () => {
  it('are switched as they were saved, and keep what was on air', () => {
    const game = withSwitched(TWO, 'layout-2');
    expect(onAir(game)).toMatchObject({ layout: one('alerts'), onAirLayout: 'layout-2' });
    const changed = changedOverlay(game, { layout: [...one('goal')] });
    expect(withSwitched(changed, 'main').layout).toEqual(STANDARD);
    expect(withSwitched(withSwitched(changed, 'main'), 'layout-2').layout).toEqual(one('goal'));
  });

  it('are found by their place, and the next one after the last is the first', () => {
    expect([layoutAt(TWO, 1)?.id, layoutAt(TWO, 2)?.id, layoutAt(TWO, 3)]).toEqual([
      'main',
      'layout-2',
      null,
    ]);
    expect(layoutAt(TWO, 'next')?.id).toBe('layout-2');
    expect(layoutAt(withSwitched(TWO, 'layout-2'), 'next')?.id).toBe('main');
    expect(layoutAt(DEFAULT_OVERLAY, 'next')?.id).toBe('main');
  });

  it('are renamed and removed, but never the one on air', () => {
    const named = withName(TWO, 'main', 'Talk');
    expect(namedLayouts(named).map(({ name }) => name)).toEqual(['Talk', 'Game']);
    expect(withoutLayout(named, 'main')).toBe(named);
    expect(namedLayouts(withoutLayout(named, 'layout-2'))).toHaveLength(1);
  });

  it('get ids of their own, also after one was removed', () => {
    const three = withAdded(TWO, freeLayoutId(TWO), 'Ending', []);
    expect(namedLayouts(three).map(({ id }) => id)).toEqual(['main', 'layout-2', 'layout-3']);
    expect(freeLayoutId(withoutLayout(three, 'layout-2'))).toBe('layout-4');
  });

  it('are all changed at once, or not at all', () => {
    const drafted = withDraft(TWO, 'layout-2', { widgets: one('chat', 'alerts') });
    const without = (kind: string) => (layout: Layout) =>
      layout.some((widget) => widget.kind === kind)
        ? layout.filter((widget) => widget.kind !== kind)
        : layout;
    const changed = withEveryLayout(drafted, without('chat'));
    expect(JSON.stringify(changed)).not.toContain('"kind":"chat"');
    expect(withEveryLayout(changed, without('goal'))).toBe(changed);
  });
});

describe('what a draft changes', () => {
  it('is counted by widget, and the order once', () => {
    const saved = one('chat', 'goal', 'alerts', 'totals');
    const draft = layoutSchema.parse([
      { id: 'alerts', kind: 'alerts', box },
      { id: 'chat', kind: 'chat', box: { ...box, x: 0.1 } },
      { id: 'events', kind: 'events', box },
      { id: 'goal', kind: 'goal', box },
    ]);
    const difference = layoutDifference(saved, draft);
    expect([...difference.widgets]).toEqual([
      ['chat', 'changed'],
      ['events', 'added'],
    ]);
    expect(difference.removed.map(({ id }) => id)).toEqual(['totals']);
    expect(difference).toMatchObject({ isReordered: true, count: 4 });
  });

  it('is nothing where fields only stand in another order', () => {
    const turned = STANDARD.map(({ box: { x, y, width, height }, ...widget }) => ({
      box: { height, width, y, x },
      ...widget,
    })) as Layout;
    expect(layoutDifference(STANDARD, turned).count).toBe(0);
  });
});
