import type { StageEvent } from '../../shared/events.ts';
import type { WidgetsKnown, WidgetsNews } from '../../shared/overlay/custom-widgets.ts';
import type { OverlayUp } from '../../shared/overlay/overlay-feed.ts';

/** What passes by widgets of others. */
export interface WidgetNews extends Partial<WidgetsNews> {
  readonly stage?: readonly StageEvent[];
}

/** What a page knows for them, and what it heard last. */
export interface WidgetsHere extends Partial<WidgetsKnown> {
  readonly news?: WidgetNews;
}

export type WidgetSays = Extract<OverlayUp, { type: 'widget-fault' | 'widget-keep' }>;

/** What frames want to be said; a preview has nobody to say anything to. */
export interface WidgetLine {
  say?: (said: WidgetSays) => void;
}
