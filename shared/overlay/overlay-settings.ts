import { z } from 'zod';
import { queueSettingsSchema, rulesSchema, speechSettingsSchema } from './alert-rules.ts';
import { themeChoiceSchema } from './theme.ts';
import { DEFAULT_WIDGETS, layoutSchema } from './widgets.ts';

/** Everything that the streamer sets about what viewers see. */
export const overlaySettingsSchema = z.object({
  layout: layoutSchema.default(layoutSchema.parse(DEFAULT_WIDGETS)),
  theme: themeChoiceSchema.prefault({}),
  rules: rulesSchema,
  queue: queueSettingsSchema.prefault({}),
  speech: speechSettingsSchema.prefault({}),
  muted: z.boolean().default(false),
});
export type OverlaySettings = z.infer<typeof overlaySettingsSchema>;

export const DEFAULT_OVERLAY: OverlaySettings = overlaySettingsSchema.parse({});

/** What an overlay page needs of it. */
export type PageConfig = Pick<OverlaySettings, 'layout' | 'theme' | 'muted'> & {
  readonly speech: Omit<OverlaySettings['speech'], 'blockedWords'>;
};
