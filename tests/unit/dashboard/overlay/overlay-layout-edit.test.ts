import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordAt } from '../../../../renderer/dashboard/overlay/editor-context.ts';
import {
  fitBox,
  newWidget,
  widgetOf,
  withBox,
  withoutWidget,
  withSettings,
  withShown,
  withWidget,
} from '../../../../renderer/dashboard/overlay/layout-edit.ts';
import {
  valueAt,
  WIDGET_FIELDS,
  withValue,
} from '../../../../renderer/dashboard/overlay/widget-fields.ts';
import { movedBy } from '../../../../renderer/dashboard/reordered.ts';
import { isWord, wordsOf } from '../../../../renderer/i18n/dashboard.ts';
import { WIDGET_KINDS } from '../../../../shared/overlay/names.ts';
import { DEFAULT_OVERLAY } from '../../../../shared/overlay/overlay-settings.ts';
import {
  type Layout,
  layoutSchema,
  type Widget,
  widgetSchema,
} from '../../../../shared/overlay/widgets.ts';
import { share } from './box-share.ts';

const MOST_WIDGETS = 24;

const LAYOUT: Layout = DEFAULT_OVERLAY.layout;
/** Kinds that the standard layout does not have yet. */
const FURTHER_KINDS = WIDGET_KINDS.filter((kind) => LAYOUT.every((widget) => widget.kind !== kind));
const NOW = 1_767_225_600_123;
const ids = (layout: Layout) => layout.map(({ id }) => id);

function added(layout: Layout, kind: Widget['kind']): Layout {
  const widget = newWidget(layout, kind, NOW);
  if (!widget) throw new Error('no room');
  return withWidget(layout, widget);
}

describe('adding a widget', () => {
  it.each(WIDGET_KINDS)(
    'makes a valid %s, with a name of its own, and alerts stay on top',
    (kind) => {
      const layout = added(added(LAYOUT, kind), kind);
      expect(layoutSchema.safeParse(layout).success).toBe(true);
      const kinds = layout.map((widget) => widget.kind);
      expect(kinds).toEqual(
        kind === 'alerts'
          ? ['chat', 'tallies', 'alerts', kind, kind]
          : ['chat', 'tallies', kind, kind, 'alerts'],
      );
    },
  );

  it.each(FURTHER_KINDS)('finds a free place for a %s beside the standard widgets', (kind) => {
    const widget = newWidget(LAYOUT, kind, NOW);
    expect(LAYOUT.filter(({ box }) => widget && share(widget.box, box) > 1e-4)).toEqual([]);
  });

  it('never puts one over alerts, wherever they stand and whatever else does', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    const side = fc.double({ min: 0.02, max: 0.6, noNaN: true });
    const place = fc.record({ x: part, y: part, width: side, height: side }).map(fitBox);
    const kind = fc.constantFrom(...WIDGET_KINDS);
    const others = fc.array(fc.record({ kind, box: place }), { maxLength: 8 });
    fc.assert(
      fc.property(place, others, kind, (alerts, rest, added) => {
        const layout = layoutSchema.parse([
          { id: 'first', kind: 'alerts', box: alerts, shown: false },
          ...rest
            .filter((each) => each.kind !== 'alerts')
            .map((each, index) => ({ ...each, id: `other-${index}` })),
        ]);
        const widget = newWidget(layout, added, NOW);
        expect(widget && share(widget.box, alerts)).toBeLessThan(1e-3);
      }),
    );
  });

  it('names them by their kind and number', () => {
    const layout = added(added(added(LAYOUT, 'goal'), 'goal'), 'chat');
    expect(ids(layout).slice(2)).toEqual(['goal', 'goal-2', 'chat-2', 'alerts']);
  });

  it('gives a name again that was taken away', () => {
    const layout = withoutWidget(added(added(LAYOUT, 'goal'), 'goal'), 'goal');
    expect(newWidget(layout, 'goal', NOW)?.id).toBe('goal');
  });

  it('lets a goal begin now, and no other widget know the time', () => {
    const layout = WIDGET_KINDS.reduce(added, [] as Layout);
    expect(widgetOf(layout, 'goal')?.settings).toMatchObject({ since: NOW, start: 0 });
    expect(JSON.stringify(layout).match(new RegExp(String(NOW), 'g'))).toHaveLength(1);
  });

  it('lets a chat hide whom the chats here and on air hide, also in an empty layout', () => {
    const hiding = (layout: Layout, ...users: string[]) =>
      withSettings(layout, 'chat', { hide: { users } });
    const onAir = hiding(LAYOUT, 'ann', 'bo');
    const chat = newWidget([], 'chat', NOW, onAir);
    expect(chat?.settings).toMatchObject({ hide: { users: ['ann', 'bo'], words: [] } });
    const second = newWidget(hiding(LAYOUT, 'cy', 'ann'), 'chat', NOW, onAir);
    expect(second?.settings).toMatchObject({ hide: { users: ['cy', 'ann', 'bo'] } });
    const most = Array.from({ length: 200 }, (_, at) => `viewer ${at}`);
    expect(newWidget(hiding(LAYOUT, ...most), 'chat', NOW, onAir)?.settings).toMatchObject({
      hide: { users: most },
    });
  });

  it('ends at the most', () => {
    let layout = LAYOUT;
    while (layout.length < MOST_WIDGETS) layout = added(layout, 'totals');
    expect(newWidget(layout, 'chat', NOW)).toBeNull();
    const one = widgetOf(layout, 'chat');
    expect(one && withWidget(layout, one)).toBe(layout);
  });
});

describe('changing a layout', () => {
  it('moves forward and back, and stops at the ends', () => {
    expect(ids(movedBy(LAYOUT, 'chat', 1))).toEqual(['tallies', 'chat', 'alerts']);
    expect(ids(movedBy(LAYOUT, 'alerts', -1))).toEqual(['chat', 'alerts', 'tallies']);
    expect(movedBy(LAYOUT, 'chat', -1)).toBe(LAYOUT);
    expect(movedBy(LAYOUT, 'alerts', 1)).toBe(LAYOUT);
    expect(movedBy(LAYOUT, 'nobody', 1)).toBe(LAYOUT);
  });

  it('fits boxes and leaves the others the very objects they were', () => {
    const layout = withBox(LAYOUT, 'chat', { x: 0.9, y: -1, width: 0.5, height: 0.5 });
    expect(widgetOf(layout, 'chat')?.box).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.5 });
    expect(widgetOf(layout, 'alerts')).toBe(widgetOf(LAYOUT, 'alerts'));
  });

  it.each([
    ['an equal box', () => withBox(LAYOUT, 'chat', { ...(LAYOUT[0] as Widget).box })],
    ['the same visibility', () => withShown(LAYOUT, 'chat', true)],
    ['a widget that is not there', () => withShown(LAYOUT, 'nobody', false)],
    ['settings that the schema refuses', () => withSettings(LAYOUT, 'chat', { lines: 900 })],
    ['taking out what is not there', () => withoutWidget(LAYOUT, 'nobody')],
  ])('changes nothing for %s', (_, change) => {
    expect(change()).toBe(LAYOUT);
  });
});

describe('the controls of settings', () => {
  const kinds = WIDGET_KINDS.map((kind) => [kind] as const);
  const fresh = (kind: Widget['kind']): Widget =>
    widgetSchema.parse({ id: 'it', kind, box: { x: 0, y: 0, width: 0.5, height: 0.5 } });

  it.each(kinds)('of %s are one for every setting there is', (kind) => {
    const { settings } = fresh(kind);
    const names = Object.entries(settings).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.keys(value).map((inner) => `${name}.${inner}`)
        : [name],
    );
    expect(WIDGET_FIELDS[kind].map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it.each(kinds)('of %s offer what the schema takes, and nothing beyond', (kind) => {
    const widget = fresh(kind);
    const takes = (name: string, value: unknown) =>
      widgetSchema.safeParse({ ...widget, settings: withValue(widget.settings, name, value) })
        .success;
    for (const field of WIDGET_FIELDS[kind]) {
      const at = `${kind}.${field.name}`;
      switch (field.control) {
        case 'slider':
        case 'number':
        case 'seconds':
          expect(takes(field.name, field.min), at).toBe(true);
          expect(takes(field.name, field.max), at).toBe(true);
          expect(takes(field.name, field.min - 1), at).toBe(false);
          expect(takes(field.name, field.max + 1), at).toBe(false);
          if (field.control === 'seconds') expect(takes(field.name, null), at).toBe(true);
          break;
        case 'choice':
          for (const choice of field.choices) expect(takes(field.name, choice), at).toBe(true);
          expect(takes(field.name, 'something else'), at).toBe(false);
          break;
        case 'several':
          expect(takes(field.name, field.choices), at).toBe(true);
          expect(takes(field.name, ['something else']), at).toBe(false);
          break;
        case 'switch':
          expect(takes(field.name, true) && takes(field.name, false), at).toBe(true);
          break;
        case 'moment':
          expect(takes(field.name, null) && takes(field.name, 1_800_000_000_000), at).toBe(true);
          break;
        case 'text':
          expect(takes(field.name, 'x'.repeat(field.max)), at).toBe(true);
          expect(takes(field.name, 'x'.repeat(field.max + 1)), at).toBe(false);
          break;
        case 'lines': {
          const many = Array.from({ length: field.most }, (_, index) => String(index));
          expect(takes(field.name, many), at).toBe(true);
          expect(takes(field.name, [...many, 'more']), at).toBe(false);
          expect(takes(field.name, ['x'.repeat(field.max + 1)]), at).toBe(false);
        }
      }
    }
  });

  it.each(kinds)('of %s have words for everything they say', (kind) => {
    const keys = WIDGET_FIELDS[kind].flatMap((field) => [
      `field.${field.name}`,
      ...(field.control === 'choice'
        ? field.choices.map((choice) => `choice.${field.name}-${choice}`)
        : []),
      ...(field.control === 'several'
        ? field.choices.map((choice) => `${field.words}.${choice}`)
        : []),
      ...(field.control === 'seconds'
        ? [`field.${field.name}-note`, `field.${field.name}-after`]
        : []),
      ...(field.control === 'lines' || field.control === 'moment'
        ? [`field.${field.name}-note`]
        : []),
    ]);
    expect(keys.filter((key) => !isWord(key))).toEqual([]);
    expect(wordAt('field.style', wordsOf('en'))).toBe('Style');
  });

  it('read and write names in groups', () => {
    const settings = { hide: { words: ['a'], users: ['b'] }, lines: 5 };
    expect(valueAt(settings, 'hide.words')).toEqual(['a']);
    expect(valueAt(settings, 'hide.words.0')).toBeUndefined();
    expect(withValue(settings, 'hide.words', [])).toEqual({
      hide: { words: [], users: ['b'] },
      lines: 5,
    });
  });
});
