import { z } from 'zod';
import { type Figures, NO_FIGURES } from '../overlay/figures.ts';
import { type OverlaySettings, overlayChangeSchema } from '../overlay/overlay-settings.ts';
import { feed, nothing } from './command.ts';

export const OVERLAY_COMMANDS = {
  /** Changes overlay settings; omitted fields stay. Answered once saved to disk. */
  'overlay.set': { args: overlayChangeSchema },
  /** Resets the widgets' broadcast totals. Answers the start time, epoch milliseconds. */
  'broadcast.begin': { args: nothing, result: z.object({ beganAt: z.number().int() }) },
} as const;

export const OVERLAY_FEED = feed<OverlaySettings>({ everyMs: 100 });
export const FIGURES_FEED = feed<Figures, Figures>({ everyMs: 250, initial: NO_FIGURES });
