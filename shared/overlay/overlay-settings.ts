import { z } from 'zod';
import { changeOf } from '../change-schema.ts';
import {
  alertDefaultsSchema,
  queueSettingsSchema,
  rulesSchema,
  speechSettingsSchema,
} from './alert-rules.ts';
import { layoutFields, sceneLayoutsSchema } from './layouts.ts';
import { showSoundsSchema } from './show-sounds.ts';
import { themeChoiceSchema } from './theme.ts';
import { isAnyRead } from './voices.ts';
import { layoutSchema } from './widgets.ts';

export const overlaySettingsSchema = z.object({
  ...layoutFields,
  rules: rulesSchema,
  alertDefaults: alertDefaultsSchema.prefault({}),
  queue: queueSettingsSchema.prefault({}),
  speech: speechSettingsSchema.prefault({}),
  muted: z.boolean().default(false),
  /** Every source plays its alerts' sounds; otherwise the core chooses one. */
  everySourceSounds: z.boolean().default(false),
  showSounds: showSoundsSchema.prefault({}),
});
export type OverlaySettings = z.infer<typeof overlaySettingsSchema>;

export const DEFAULT_OVERLAY: OverlaySettings = overlaySettingsSchema.parse({});

/**
 * Layout and theme go on air at once. Omitted fields stay, also within theme, alert defaults, queue,
 * speech and the sounds of the show; layout and rules are sent complete,
 * because their order matters.
 */
export const overlayChangeSchema = z.strictObject({
  layout: layoutSchema.optional(),
  theme: changeOf(themeChoiceSchema).optional(),
  rules: rulesSchema.unwrap().optional(),
  alertDefaults: changeOf(alertDefaultsSchema).optional(),
  queue: changeOf(queueSettingsSchema).optional(),
  speech: changeOf(speechSettingsSchema).optional(),
  muted: z.boolean().optional(),
  everySourceSounds: z.boolean().optional(),
  showSounds: changeOf(showSoundsSchema).optional(),
  sceneLayouts: sceneLayoutsSchema.optional(),
});
export type OverlayChange = z.infer<typeof overlayChangeSchema>;

/** Applies a change to the settings. */
export function changedOverlay(now: OverlaySettings, change: OverlayChange): OverlaySettings {
  const { theme, alertDefaults, queue, speech, showSounds, ...others } = change;
  return {
    ...withFields(now, others),
    theme: withFields(now.theme, theme),
    alertDefaults: withFields(now.alertDefaults, alertDefaults),
    queue: withFields(now.queue, queue),
    speech: withFields(now.speech, speech),
    showSounds: withFields(now.showSounds, showSounds),
  };
}

function withFields<G extends object>(
  now: G,
  change: { readonly [K in keyof G]?: G[K] | undefined } | undefined,
): G {
  const said = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return { ...now, ...Object.fromEntries(said) };
}

export type PageConfig = Pick<
  OverlaySettings,
  'layout' | 'theme' | 'muted' | 'everySourceSounds'
> & {
  readonly speech: Omit<OverlaySettings['speech'], 'blockedWords' | 'pitch' | 'byLevel' | 'byKind'>;
  readonly alertCard: AlertCard;
  /** Ids of the widgets that OBS's scene on air hides. */
  readonly away: readonly string[];
};

/** What a page needs to know of the alert defaults: the rest is in each alert. */
export type AlertCard = Pick<OverlaySettings['alertDefaults'], 'scale' | 'font'>;

/** How loud the settings want speech, with the master volume in it. */
export function speechVolume({
  speech,
  alertDefaults,
}: Pick<OverlaySettings, 'speech' | 'alertDefaults'>): number {
  return speech.volume * alertDefaults.volume;
}

/** The streamer's blocked words stay private, and pages need not know how the core reads. */
export function pageConfigOf(settings: OverlaySettings): PageConfig {
  const { layout, theme, muted, everySourceSounds, speech, alertDefaults } = settings;
  const {
    blockedWords: _words,
    pitch: _pitch,
    byLevel: _levels,
    byKind: _kinds,
    ...spoken
  } = { ...speech, on: isAnyRead(settings), volume: speechVolume(settings) };
  const { scale, font } = alertDefaults;
  const alertCard = { scale, font };
  return { layout, theme, muted, everySourceSounds, speech: spoken, alertCard, away: [] };
}
