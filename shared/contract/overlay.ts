import { z } from 'zod';
import { type Figures, NO_FIGURES } from '../overlay/figures.ts';
import { type OverlaySettings, overlayChangeSchema } from '../overlay/overlay-settings.ts';
import { feed, nothing } from './command.ts';

export const OVERLAY_COMMANDS = {
  /** Sets what viewers see; fields left out stay. Answered when it is on the disk. */
  'overlay.set': { args: overlayChangeSchema },
  /** What widgets add up over a broadcast begins at nothing now. Answers the time, epoch ms. */
  'broadcast.begin': { args: nothing, result: z.object({ beganAt: z.number().int() }) },
} as const;

/** What the streamer has set about what viewers see, whole, whenever somebody changed it. */
export const OVERLAY_FEED = feed<OverlaySettings>({ everyMs: 100 });
/** The sums that the layout's widgets show. */
export const FIGURES_FEED = feed<Figures, Figures>({ everyMs: 250, initial: NO_FIGURES });
