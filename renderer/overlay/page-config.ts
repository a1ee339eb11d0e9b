import type { PageConfig } from '../../shared/overlay/overlay-settings.ts';
import type { Widget } from '../../shared/overlay/widgets.ts';
import type { AddressParameters } from './address-parameters.ts';

/** Puts what the page's address asks for above what the streamer has set. */
export function adaptConfig(config: PageConfig, asked: AddressParameters): PageConfig {
  const { theme, speech, muted } = config;
  return {
    ...config,
    layout: config.layout.map((widget) => adaptWidget(widget, asked)),
    // Another theme comes as it was designed: what was changed was changed on the streamer's own.
    theme:
      asked.theme === null || asked.theme === theme.base
        ? theme
        : { base: asked.theme, tokens: {}, css: '' },
    speech: asked.voice ? speech : { ...speech, on: false },
    muted: muted || asked.muted,
  };
}

function adaptWidget(widget: Widget, { lines, textSize, roles }: AddressParameters): Widget {
  if (widget.kind !== 'chat') return widget;
  const { settings } = widget;
  return {
    ...widget,
    settings: {
      ...settings,
      lines: lines ?? settings.lines,
      textSize: textSize ?? settings.textSize,
      roles: roles === null ? settings.roles : [...roles],
    },
  };
}

/**
 * The new settings with the theme and every widget that did not change as the very objects they were: what stays the
 * same is not drawn again, however often the streamer moves something else.
 */
export function keepUnchanged(before: PageConfig | null, next: PageConfig): PageConfig {
  if (!before) return next;
  const known = new Map<string, Widget>(
    before.layout.map((widget) => [JSON.stringify(widget), widget]),
  );
  return {
    ...next,
    theme: JSON.stringify(before.theme) === JSON.stringify(next.theme) ? before.theme : next.theme,
    layout: next.layout.map((widget) => known.get(JSON.stringify(widget)) ?? widget),
  };
}

/** Whether a page with these settings shows alerts: only such a page may say that it has. */
export function showsAlerts(config: PageConfig | null, only: string | null): boolean {
  if (!config) return false;
  return config.layout.some(
    ({ id, kind, shown }) => kind === 'alerts' && (only === null ? shown : id === only),
  );
}
