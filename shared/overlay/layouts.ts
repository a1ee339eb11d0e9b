import { z } from 'zod';
import { sameJson } from '../json.ts';
import { type ThemeChoice, themeChoiceSchema } from './theme.ts';
import { DEFAULT_WIDGETS, type Layout, layoutSchema, SCENES_MOST } from './widgets.ts';

/** Named layouts, of which one is on air, and drafts of what is not on air yet. */

export const MOST_LAYOUTS = 20;
export const LAYOUT_NAME_MAX = 40;
/** The layout of an installation that has named none. */
const MAIN = 'main';

export const layoutIdSchema = z.string().regex(/^[a-z0-9-]{1,40}$/);
export const layoutNameSchema = z.string().trim().min(1).max(LAYOUT_NAME_MAX);

const namedLayoutSchema = z.object({
  id: layoutIdSchema,
  /** Empty: the first layout, named by the page's language. */
  name: z.string().max(LAYOUT_NAME_MAX),
  /** As it goes on air. Of the layout on air, `layout` beside this list counts. */
  layout: layoutSchema,
  /** Edits kept for later; null if none. */
  draft: layoutSchema.nullable().default(null),
});
export type NamedLayout = z.infer<typeof namedLayoutSchema>;

export const sceneLayoutsSchema = z
  .array(z.object({ scene: z.string().min(1).max(500), layout: layoutIdSchema }))
  .max(SCENES_MOST);

export const layoutFields = {
  /** On air. */
  layout: layoutSchema.default(layoutSchema.parse(DEFAULT_WIDGETS)),
  theme: themeChoiceSchema.prefault({}),
  /** Empty: one layout without a name. */
  layouts: z.array(namedLayoutSchema).max(MOST_LAYOUTS).default([]),
  onAirLayout: layoutIdSchema.default(MAIN),
  themeDraft: themeChoiceSchema.nullable().default(null),
  /** Which layout goes on air when OBS changes to a scene. Other scenes leave the one on air. */
  sceneLayouts: sceneLayoutsSchema.default([]),
} as const;

const fieldsSchema = z.object(layoutFields);
export type Layouts = z.infer<typeof fieldsSchema>;

export interface Edits {
  readonly widgets?: Layout | undefined;
  readonly theme?: ThemeChoice | undefined;
}

/** All layouts in their order; never empty, always with the one on air. */
export function namedLayouts(now: Layouts): readonly NamedLayout[] {
  const { layout, layouts, onAirLayout } = now;
  if (layouts.some(({ id }) => id === onAirLayout)) {
    return layouts.map((each) => (each.id === onAirLayout ? { ...each, layout } : each));
  }
  return [{ id: onAirLayout, name: '', layout, draft: null }, ...layouts];
}

export function layoutOf(now: Layouts, id: string): NamedLayout | null {
  return namedLayouts(now).find((each) => each.id === id) ?? null;
}

/** The layout by its place in the list, counted from 1, or the one after that on air; null if none. */
export function layoutAt(now: Layouts, place: number | 'next'): NamedLayout | null {
  const all = namedLayouts(now);
  if (place !== 'next') return all[place - 1] ?? null;
  return all[(all.findIndex(({ id }) => id === now.onAirLayout) + 1) % all.length] ?? null;
}

/** Keeps edits without showing them. Edits that change nothing leave no draft. */
export function withDraft<S extends Layouts>(now: S, id: string, { widgets, theme }: Edits): S {
  const next = theme === undefined ? now : { ...now, themeDraft: draftOf(theme, now.theme) };
  if (widgets === undefined) return next;
  return withLayout(next, id, (each) => ({ ...each, draft: draftOf([...widgets], each.layout) }));
}

/** The layout goes on air with what is given or else drafted, and so does the theme. */
export function withOnAir<S extends Layouts>(now: S, id: string, { widgets, theme }: Edits): S {
  const entry = layoutOf(now, id);
  if (!entry) return now;
  const layout = widgets === undefined ? (entry.draft ?? entry.layout) : [...widgets];
  const next = withLayout(now, id, (each) => ({ ...each, layout, draft: null }));
  return {
    ...next,
    layout,
    onAirLayout: id,
    theme: theme ?? now.themeDraft ?? now.theme,
    themeDraft: null,
  };
}

/** The layout's edits become what goes on air with it, next time. */
export function withSaved<S extends Layouts>(now: S, id: string, widgets: Layout): S {
  const layout = [...widgets];
  const next = withLayout(now, id, (each) => ({ ...each, layout, draft: null }));
  return id === now.onAirLayout ? { ...next, layout } : next;
}

/** Another layout goes on air as it was saved; drafts stay drafts. */
export function withSwitched<S extends Layouts>(now: S, id: string): S {
  const entry = layoutOf(now, id);
  if (!entry) return now;
  return { ...now, layouts: [...namedLayouts(now)], layout: entry.layout, onAirLayout: id };
}

/** Adds a layout behind the others. */
export function withAdded<S extends Layouts>(now: S, id: string, name: string, layout: Layout): S {
  const added = { id, name, layout: [...layout], draft: null };
  return { ...now, layouts: [...namedLayouts(now), added] };
}

/** `layout-2`, `layout-3` and so on: the first that is free. */
export function freeLayoutId(now: Layouts): string {
  const taken = new Set(namedLayouts(now).map(({ id }) => id));
  let count = taken.size + 1;
  while (taken.has(`layout-${count}`)) count += 1;
  return `layout-${count}`;
}

export function withName<S extends Layouts>(now: S, id: string, name: string): S {
  return withLayout(now, id, (each) => ({ ...each, name }));
}

/** The layout on air cannot be removed. */
export function withoutLayout<S extends Layouts>(now: S, id: string): S {
  if (id === now.onAirLayout) return now;
  return {
    ...now,
    layouts: namedLayouts(now).filter((each) => each.id !== id),
    sceneLayouts: now.sceneLayouts.filter(({ layout }) => layout !== id),
  };
}

/** Changes every layout and every draft alike; the same object if nothing changes. */
export function withEveryLayout<S extends Layouts>(now: S, change: (layout: Layout) => Layout): S {
  const changed = (layout: Layout) => [...change(layout)];
  const layout = change(now.layout);
  const layouts = now.layouts.map((each) => ({
    ...each,
    layout: changed(each.layout),
    draft: each.draft && changed(each.draft),
  }));
  if (layout === now.layout && sameJson(layouts, now.layouts)) return now;
  return { ...now, layout: [...layout], layouts };
}

/** How a draft differs from what it would replace. */
export interface LayoutDifference {
  /** By widget id. */
  readonly widgets: ReadonlyMap<string, 'added' | 'changed'>;
  /** Widgets that the draft no longer has. */
  readonly removed: Layout;
  readonly isReordered: boolean;
  readonly count: number;
}

export function layoutDifference(saved: Layout, draft: Layout): LayoutDifference {
  const before = new Map(saved.map((widget) => [widget.id, widget]));
  const widgets = new Map<string, 'added' | 'changed'>();
  for (const widget of draft) {
    const was = before.get(widget.id);
    if (!was) widgets.set(widget.id, 'added');
    else if (!sameJson(was, widget)) widgets.set(widget.id, 'changed');
  }
  const after = new Set(draft.map(({ id }) => id));
  const removed = saved.filter(({ id }) => !after.has(id));
  const order = (layout: Layout) =>
    layout.flatMap(({ id }) => (before.has(id) && after.has(id) ? [id] : []));
  const isReordered = !sameJson(order(saved), order(draft));
  const count = widgets.size + removed.length + (isReordered ? 1 : 0);
  return { widgets, removed, isReordered, count };
}

function withLayout<S extends Layouts>(
  now: S,
  id: string,
  change: (entry: NamedLayout) => NamedLayout,
): S {
  return {
    ...now,
    layouts: namedLayouts(now).map((each) => (each.id === id ? change(each) : each)),
  };
}

function draftOf<T>(draft: T, saved: T): T | null {
  return sameJson(draft, saved) ? null : draft;
}
