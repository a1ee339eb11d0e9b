import { z } from 'zod';
import { dropsSettingsSchema } from './contract/drops.ts';
import { marksSettingsSchema } from './contract/marks.ts';
import { obsSettingsSchema } from './contract/obs.ts';
import { oscSettingsSchema } from './contract/osc.ts';
import { PRESET_LIMITS, streamPresetSchema } from './contract/stream.ts';
import { streamerbotSettingsSchema } from './contract/streamerbot.ts';
import {
  connectSettingsSchema,
  desktopSettingsSchema,
  hotkeySettingsSchema,
  overlayWindowSchema,
} from './desktop.ts';
import { LANGUAGES } from './locales/index.ts';
import { overlaySettingsSchema } from './overlay/overlay-settings.ts';

/** Days that chat messages stay in the ledger; 0: none are kept. */
export const chatLogSchema = z.object({ days: z.number().int().min(0).max(3_650).default(30) });

/** Without secrets. Unknown fields of newer versions are kept. */
export const settingsSchema = z.looseObject({
  version: z.literal(1).default(1),
  /** null: the system's language. */
  language: z.enum(LANGUAGES).nullable().default(null),
  /** Port of the overlay and dashboard addresses, saved so that OBS sources stay valid. */
  port: z.number().int().min(1).max(65_535).nullable().default(null),
  /** The streamer has consented before: signing in again needs no consent screen. */
  linkedBefore: z.boolean().default(false),
  connect: connectSettingsSchema.prefault({}),
  desktop: desktopSettingsSchema.prefault({}),
  overlayWindow: overlayWindowSchema.prefault({}),
  hotkeys: hotkeySettingsSchema.prefault({}),
  overlay: overlaySettingsSchema.prefault({}),
  chatLog: chatLogSchema.prefault({}),
  streamPresets: z.array(streamPresetSchema).max(PRESET_LIMITS.most).default([]),
  drops: dropsSettingsSchema.prefault({}),
  obs: obsSettingsSchema.prefault({}),
  marks: marksSettingsSchema.prefault({}),
  streamerbot: streamerbotSettingsSchema.prefault({}),
  osc: oscSettingsSchema.prefault({}),
});

export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});
