import { CANVAS, WIDGET_SIZES, type WidgetKind } from '../../../shared/overlay/names.ts';
import {
  type Box,
  type Layout,
  MOST_WIDGETS,
  type Widget,
  widgetSchema,
} from '../../../shared/overlay/widgets.ts';
import { fitBox, freePlace, sameBox } from './geometry.ts';

/** Changes of a layout. Each answers a new layout, or the same one where nothing changes. */

export function widgetOf(layout: Layout, id: string | null): Widget | null {
  return layout.find((widget) => widget.id === id) ?? null;
}

export function isFull(layout: Layout): boolean {
  return layout.length >= MOST_WIDGETS;
}

/**
 * A new widget with its defaults above all others, where it covers least; null: no room for more. A
 * goal counts what is given from `now` on (epoch milliseconds), not what the books have already.
 */
export function newWidget(layout: Layout, kind: WidgetKind, now: number): Widget | null {
  if (isFull(layout)) return null;
  const others = layout.filter(({ shown }) => shown).map(({ box }) => box);
  const box = freePlace(WIDGET_SIZES[kind], CANVAS, others);
  const settings = kind === 'goal' ? { since: now } : {};
  return widgetSchema.parse({ id: freeId(layout, kind), kind, box, settings });
}

export function withWidget(layout: Layout, widget: Widget): Layout {
  return isFull(layout) ? layout : [...layout, widget];
}

export function withoutWidget(layout: Layout, id: string): Layout {
  return layout.some((widget) => widget.id === id)
    ? layout.filter((widget) => widget.id !== id)
    : layout;
}

export function withBox(layout: Layout, id: string, box: Box): Layout {
  const fitted = fitBox(box);
  return changed(layout, id, (widget) =>
    sameBox(widget.box, fitted) ? widget : { ...widget, box: fitted },
  );
}

export function withShown(layout: Layout, id: string, shown: boolean): Layout {
  return changed(layout, id, (widget) => (widget.shown === shown ? widget : { ...widget, shown }));
}

/** The settings as the widget's own schema reads them; what it refuses changes nothing. */
export function withSettings(layout: Layout, id: string, settings: unknown): Layout {
  return changed(layout, id, (widget) => {
    const read = widgetSchema.safeParse({ ...widget, settings });
    return read.success ? read.data : widget;
  });
}

/** One place up (+1) or down (-1) among what lies above each other. */
export function withOrder(layout: Layout, id: string, by: 1 | -1): Layout {
  const from = layout.findIndex((widget) => widget.id === id);
  const widget = layout[from];
  const other = layout[from + by];
  if (!widget || !other) return layout;
  const next = [...layout];
  next[from] = other;
  next[from + by] = widget;
  return next;
}

/** To a place from 0, the lowest; what lies between makes room. */
export function withPlace(layout: Layout, id: string, to: number): Layout {
  const widget = widgetOf(layout, id);
  if (!widget || layout[to] === undefined || layout[to] === widget) return layout;
  const others = withoutWidget(layout, id);
  return [...others.slice(0, to), widget, ...others.slice(to)];
}

function changed(layout: Layout, id: string, change: (widget: Widget) => Widget): Layout {
  const widget = widgetOf(layout, id);
  if (!widget) return layout;
  const next = change(widget);
  return next === widget ? layout : layout.map((each) => (each === widget ? next : each));
}

/** `chat`, then `chat-2`, and so on: it stands in an address, so it is short and can be read. */
function freeId(layout: Layout, kind: WidgetKind): string {
  const taken = new Set(layout.map(({ id }) => id));
  for (let count = 2; taken.has(kind); count += 1) {
    const id = `${kind}-${count}`;
    if (!taken.has(id)) return id;
  }
  return kind;
}
