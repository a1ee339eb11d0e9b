import { type Layouts, withEveryLayout } from './layouts.ts';
import type { Layout, Widget } from './widgets.ts';

/** Widgets and layouts by the scene that OBS has on air. */

interface SceneEffect {
  /** Ids of the widgets that the scene hides. */
  readonly away: readonly string[];
  /** The scene hides every alert: they wait until another one shows them. */
  readonly holdsAlerts: boolean;
}

const NOTHING_HIDDEN: SceneEffect = { away: [], holdsAlerts: false };

/**
 * What the scene on air hides of a layout. Where it would hide all alerts, their widgets stay: the
 * one that plays ends where it is, and the others wait. null: OBS is not connected, all show.
 */
export function effectOf(layout: Layout, scene: string | null): SceneEffect {
  if (scene === null) return NOTHING_HIDDEN;
  const hidden = layout.filter((widget) => isHiddenIn(widget, scene));
  if (hidden.length === 0) return NOTHING_HIDDEN;
  const alerts = layout.filter(({ kind, shown }) => kind === 'alerts' && shown);
  const holdsAlerts = alerts.length > 0 && alerts.every((widget) => hidden.includes(widget));
  const away = hidden.filter(({ kind }) => !(holdsAlerts && kind === 'alerts'));
  return { away: away.map(({ id }) => id), holdsAlerts };
}

function isHiddenIn({ scenes }: Widget, scene: string): boolean {
  if (!scenes || scenes.in === 'all') return false;
  return scenes.names.includes(scene) === (scenes.in === 'not');
}

/** The layout that goes on air with the scene; null: the one on air stays. */
export function layoutFor({ sceneLayouts }: Layouts, scene: string): string | null {
  return sceneLayouts.find((rule) => rule.scene === scene)?.layout ?? null;
}

/** With a scene's new name in every layout, draft, and rule; the same object if none has it. */
export function withSceneRenamed<S extends Layouts>(now: S, from: string, to: string): S {
  const renamed = (name: string) => (name === from ? to : name);
  const next = withEveryLayout(now, (layout) =>
    layout.some(({ scenes }) => scenes?.names.includes(from))
      ? layout.map((widget) => withName(widget, renamed))
      : layout,
  );
  if (!next.sceneLayouts.some(({ scene }) => scene === from)) return next;
  const sceneLayouts = next.sceneLayouts.map((rule) => ({ ...rule, scene: renamed(rule.scene) }));
  return { ...next, sceneLayouts };
}

function withName(widget: Widget, renamed: (name: string) => string): Widget {
  if (!widget.scenes) return widget;
  return { ...widget, scenes: { ...widget.scenes, names: widget.scenes.names.map(renamed) } };
}
