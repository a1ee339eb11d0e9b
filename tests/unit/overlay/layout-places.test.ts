import { describe, expect, it } from 'vitest';
import { isNarrow, isUntouched, placesOf } from '../../../renderer/overlay/layout-places.ts';
import {
  adaptConfig,
  keepUnchanged,
  parseAddressParameters,
  showsAlerts,
} from '../../../renderer/overlay/page-config.ts';
import { MARKED_ROLES } from '../../../shared/overlay/names.ts';
import type { PageConfig } from '../../../shared/overlay/overlay-settings.ts';
import { type Layout, layoutSchema } from '../../../shared/overlay/widgets.ts';
import { DEFAULT_CONFIG } from './page-fakes.ts';

const FRESH = DEFAULT_CONFIG.layout;
const layoutOf = (...widgets: readonly object[]): Layout =>
  layoutSchema.parse(
    widgets.map((widget, at) => ({
      id: `w${at}`,
      kind: 'chat',
      box: { x: 0, y: 0, width: 0.5, height: 0.5 },
      ...widget,
    })),
  );
const withLayout = (layout: Layout): PageConfig => ({ ...DEFAULT_CONFIG, layout: [...layout] });
const ids = (places: { readonly widgets: Layout }): string[] => places.widgets.map(({ id }) => id);
const OPEN = { only: null, shape: null, parts: null };

describe('the places of a page', () => {
  it('have every shown widget in the order of the layout', () => {
    const layout = layoutOf({ kind: 'goal' }, { shown: false }, { kind: 'totals' });
    expect(placesOf(layout, OPEN)).toMatchObject({ kind: 'boxes' });
    expect(ids(placesOf(layout, OPEN))).toEqual(['w0', 'w2']);
  });

  it('have nothing that OBS’s scene hides, also where the address names it', () => {
    const layout = layoutOf({ kind: 'goal' }, { kind: 'alerts' });
    const away = ['w1'];
    expect(ids(placesOf(layout, { ...OPEN, away }))).toEqual(['w0']);
    expect(ids(placesOf(layout, { ...OPEN, away, only: 'w1' }))).toEqual([]);
    const config = { ...withLayout(layout), away };
    expect([showsAlerts(config, null), showsAlerts(config, 'w1')]).toEqual([false, false]);
  });

  it('have one widget alone where the address names it, even a hidden one', () => {
    const layout = layoutOf({ kind: 'goal' }, { shown: false });
    expect(placesOf(layout, { ...OPEN, only: 'w1' })).toMatchObject({ kind: 'alone' });
    expect(ids(placesOf(layout, { ...OPEN, only: 'w1' }))).toEqual(['w1']);
    expect(ids(placesOf(layout, { ...OPEN, only: 'nobody' }))).toEqual([]);
  });

  it('leave out what the window is not to show, and nothing else', () => {
    const layout = layoutOf({}, { kind: 'alerts' }, { kind: 'tallies' }, { kind: 'goal' });
    const parts = { chat: false, alerts: true, tallies: false };
    expect(ids(placesOf(layout, { ...OPEN, parts }))).toEqual(['w1', 'w3']);
  });

  it.each(['upright', 'square', 'wide-square'] as const)(
    'are arranged for %s pages while nobody has moved anything',
    (shape) => {
      expect(placesOf(FRESH, { ...OPEN, shape })).toMatchObject({ kind: 'shaped', shape });
      expect(placesOf(FRESH, OPEN).kind).toBe('boxes');
      const hidden = FRESH.map((widget) => ({ ...widget, shown: widget.kind !== 'tallies' }));
      const places = placesOf(hidden, { ...OPEN, shape });
      expect(places.kind).toBe('shaped');
      expect(ids(places)).toEqual(['chat', 'alerts']);
    },
  );

  it.each([
    ['moved', FRESH.map((widget) => ({ ...widget, box: { ...widget.box, x: 0.02 } }))],
    ['added', [...FRESH, ...layoutOf({ id: 'more', kind: 'goal' })]],
  ])('obey the boxes on every page once a widget was %s', (_name, layout) => {
    expect(isUntouched(layout)).toBe(false);
    expect(placesOf(layout, { ...OPEN, shape: 'upright' })).toEqual({
      kind: 'boxes',
      widgets: layout,
    });
  });

  it.each([
    ['wide', 0.4, 'boxes', false, false],
    ['a third', 0.3, 'boxes', false, false],
    ['narrow', 0.25, 'boxes', false, true],
    ['wide on an upright page', 0.9, 'boxes', true, true],
    ['alone', 0.1, 'alone', false, false],
    ['arranged on an upright page', 0.4, 'shaped', true, true],
    ['arranged on a page a little wider than high', 0.1, 'shaped', false, false],
  ] as const)('an alert in a box that is %s', (_name, width, kind, upright, narrow) => {
    const [widget] = layoutOf({ kind: 'alerts', box: { x: 0, y: 0, width, height: 0.5 } });
    if (!widget) throw new Error('no widget');
    expect(isNarrow(widget, kind, upright)).toBe(narrow);
  });
});

describe('what the address asks for', () => {
  const asking = (search: string) => adaptConfig(DEFAULT_CONFIG, parseAddressParameters(search));
  const chatOf = ({ layout }: typeof DEFAULT_CONFIG) =>
    layout.find(({ kind }) => kind === 'chat')?.settings;

  it('changes nothing where it asks for nothing', () => {
    expect(asking('')).toEqual(DEFAULT_CONFIG);
  });

  it('goes before the settings', () => {
    expect(chatOf(asking('?lines=7&size=40'))).toMatchObject({ lines: 7, textSize: 40 });
    expect(chatOf(asking('?roles=manager'))).toMatchObject({ roles: ['manager'] });
    expect(chatOf(asking('?roles=none'))).toMatchObject({ roles: [] });
    expect(chatOf(asking('?lines=7'))).toMatchObject({ roles: MARKED_ROLES });
    expect(asking('?muted=1').muted).toBe(true);
    expect(asking('?theme=neon').theme).toEqual({ base: 'neon', tokens: {}, css: '' });
    const spoken = { ...DEFAULT_CONFIG, speech: { ...DEFAULT_CONFIG.speech, on: true } };
    expect(adaptConfig(spoken, parseAddressParameters('?voice=0')).speech.on).toBe(false);
    expect(adaptConfig(spoken, parseAddressParameters('')).speech.on).toBe(true);
  });

  it('keeps the changes to the theme that is set when it asks for the same', () => {
    const theme = { base: 'neon' as const, tokens: { '--ov-accent': '#fff' }, css: '.a{}' };
    const config = { ...DEFAULT_CONFIG, theme };
    expect(adaptConfig(config, parseAddressParameters('?theme=neon')).theme).toBe(theme);
  });
});

describe('new settings', () => {
  it('keep the very objects that did not change', () => {
    const again = structuredClone({ ...DEFAULT_CONFIG, muted: true });
    const chat = again.layout[0];
    if (chat?.kind !== 'chat') throw new Error('no chat');
    const next = { ...again, layout: [{ ...chat, shown: false }, ...again.layout.slice(1)] };
    const kept = keepUnchanged(DEFAULT_CONFIG, next);
    expect(kept).toEqual(next);
    expect(kept.theme).toBe(DEFAULT_CONFIG.theme);
    expect(kept.layout[0]).not.toBe(DEFAULT_CONFIG.layout[0]);
    expect(kept.layout[1]).toBe(DEFAULT_CONFIG.layout[1]);
  });

  it('are taken as they are when they are the first', () => {
    expect(keepUnchanged(null, DEFAULT_CONFIG)).toBe(DEFAULT_CONFIG);
  });
});

describe('whether a page shows alerts', () => {
  it.each([
    ['nothing is known yet', null, null, false],
    ['the layout has them', DEFAULT_CONFIG, null, true],
    ['the page is the alerts alone', DEFAULT_CONFIG, 'alerts', true],
    ['the page is the chat alone', DEFAULT_CONFIG, 'chat', false],
    ['the layout has none', withLayout(layoutOf({})), null, false],
    ['the layout hides them', withLayout(layoutOf({ kind: 'alerts', shown: false })), null, false],
  ] as const)('when %s', (_name, config, only, expected) => {
    expect(showsAlerts(config, only)).toBe(expected);
  });

  it('does not count on a page of another group', () => {
    expect(showsAlerts(DEFAULT_CONFIG, null, 'alerts')).toBe(true);
    expect(showsAlerts(DEFAULT_CONFIG, null, 'chat')).toBe(false);
    expect(showsAlerts(DEFAULT_CONFIG, null, 'other')).toBe(false);
    expect(showsAlerts(DEFAULT_CONFIG, 'alerts', 'chat')).toBe(true);
  });
});
