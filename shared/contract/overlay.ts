import { z } from 'zod';
import { type Figures, NO_FIGURES } from '../overlay/figures.ts';
import { layoutIdSchema, layoutNameSchema, MOST_LAYOUTS } from '../overlay/layouts.ts';
import { type OverlaySettings, overlayChangeSchema } from '../overlay/overlay-settings.ts';
import { themeChoiceSchema } from '../overlay/theme.ts';
import { layoutSchema } from '../overlay/widgets.ts';
import { feed, nothing } from './command.ts';

const ofLayout = z.strictObject({ layout: layoutIdSchema });
const editsSchema = ofLayout.extend({
  widgets: layoutSchema.optional(),
  theme: themeChoiceSchema.optional(),
});

export const OVERLAY_COMMANDS = {
  /** Changes overlay settings; omitted fields stay. Answered once saved to disk. */
  'overlay.set': { args: overlayChangeSchema },
  /** Keeps edits of a layout or of the theme without showing them. */
  'overlay.draft': { args: editsSchema },
  /** Puts a layout on air with these edits, or with its draft; the theme's draft goes with it. */
  'overlay.put-on-air': { args: editsSchema },
  /** Keeps the layout for the next time it goes on air, instead of its draft. */
  'overlay.save': { args: ofLayout.extend({ widgets: layoutSchema }) },
  /** Puts a saved layout on air, by id, by its place in the list (from 1), or the next one. */
  'overlay.switch': {
    args: z.strictObject({
      to: z.union([z.literal('next'), z.number().int().min(1).max(MOST_LAYOUTS), layoutIdSchema]),
    }),
  },
  'overlay.layout-add': {
    args: z.strictObject({ name: layoutNameSchema, widgets: layoutSchema }),
    result: z.object({ layout: layoutIdSchema }),
  },
  'overlay.layout-rename': { args: ofLayout.extend({ name: layoutNameSchema }) },
  /** The layout on air stays. */
  'overlay.layout-remove': { args: ofLayout },
  /** Resets the widgets' broadcast totals. Answers the start time, epoch milliseconds. */
  'broadcast.begin': { args: nothing, result: z.object({ beganAt: z.number().int() }) },
} as const;

export const OVERLAY_FEED = feed<OverlaySettings>({ everyMs: 100 });
export const FIGURES_FEED = feed<Figures, Figures>({ everyMs: 250, initial: NO_FIGURES });
