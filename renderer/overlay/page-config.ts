import {
  groupOf,
  MARKED_ROLES,
  type MarkedRole,
  THEME_IDS,
  WIDGET_GROUPS,
  type WidgetGroup,
} from '../../shared/overlay/names.ts';
import type { PageConfig } from '../../shared/overlay/overlay-settings.ts';
import type { Widget } from '../../shared/overlay/widgets.ts';
import { languageFromAddress } from '../i18n/address-language.ts';

/** Overrides the streamer's settings with the page address's. */
export function adaptConfig(config: PageConfig, asked: AddressParameters): PageConfig {
  const { theme, speech, muted } = config;
  return {
    ...config,
    layout: [...config.layout, ...packageAlone(asked)].map((widget) => adaptWidget(widget, asked)),
    // Another theme is used unchanged: the streamer's changes belong to their own theme.
    theme:
      asked.theme === null || asked.theme === theme.base
        ? theme
        : { base: asked.theme, tokens: {}, css: '' },
    speech: asked.voice ? speech : { ...speech, on: false },
    muted: muted || asked.muted,
  };
}

/** An imported widget that is shown by its own address need not stand in the layout. */
function packageAlone({ widget: id }: AddressParameters): Widget[] {
  const of = id?.split('package-')[1];
  const box = { x: 0, y: 0, width: 1, height: 1 };
  return id && of ? [{ id, kind: 'custom', shown: true, box, settings: { package: of } }] : [];
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

/** Reuses the old theme and every unchanged widget, so that those are not redrawn. */
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

/** Only such a page reports alerts as shown. */
export function showsAlerts(
  config: PageConfig | null,
  only: string | null,
  group: WidgetGroup | null = null,
): boolean {
  if (!config || (only === null && group !== null && group !== groupOf('alerts'))) return false;
  return config.layout.some(
    ({ id, kind, shown }) =>
      kind === 'alerts' && !config.away.includes(id) && (only === null ? shown : id === only),
  );
}

/** The same limits as `chatSettingsSchema`. */
export const LINES_LIMITS = { least: 1, most: 50 } as const;
export const TEXT_SIZE_LIMITS = { least: 14, most: 60 } as const;

const WIDGET_ID = /^[a-z0-9-]{1,40}$/;

/**
 * What a page's address asks for, for this page only and instead of the streamer's settings
 * (`docs/overlay-addresses.md`). Unknown or invalid parameters are ignored; of repeated names the
 * first counts.
 */
export function parseAddressParameters(search: string) {
  const asked = new URLSearchParams(search);
  const widget = asked.get('widget');
  return {
    /** The only widget shown, filling the page; null: the whole layout. */
    widget: widget !== null && WIDGET_ID.test(widget) ? widget : null,
    /** The only part of the layout that is shown, in its places; null: all. */
    group: WIDGET_GROUPS.find((group) => group === asked.get('group')) ?? null,
    theme: THEME_IDS.find((theme) => theme === asked.get('theme')) ?? null,
    lines: wholeWithin(asked.get('lines'), LINES_LIMITS),
    /** Pixels at 1920x1080. */
    textSize: wholeWithin(asked.get('size'), TEXT_SIZE_LIMITS),
    roles: rolesIn(asked.get('roles')),
    language: languageFromAddress(search),
    muted: asked.get('muted') === '1',
    /** False: the page never reads aloud; other pages may. */
    voice: asked.get('voice') !== '0',
  };
}

export type AddressParameters = Readonly<ReturnType<typeof parseAddressParameters>>;

/** Comma-separated names; `none` alone means an empty list. */
function rolesIn(text: string | null): readonly MarkedRole[] | null {
  if (text === 'none') return [];
  const names = text?.split(',') ?? [];
  const roles = MARKED_ROLES.filter((role) => names.includes(role));
  return roles.length === 0 ? null : roles;
}

function wholeWithin(
  text: string | null,
  { least, most }: { readonly least: number; readonly most: number },
): number | null {
  if (text === null || !/^\d{1,6}$/.test(text)) return null;
  return Math.min(most, Math.max(least, Number(text)));
}
