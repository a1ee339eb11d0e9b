import type { Person } from '../../../shared/contract/people.ts';
import type { Badge, StageEvent } from '../../../shared/events.ts';
import { saidIn } from '../../../shared/overlay/highlight.ts';

/** A viewer as their row says who they are. */
export interface Viewer {
  readonly channelId: string;
  /** null or empty: not known. */
  readonly name: string | null;
  readonly badges: readonly Badge[];
}

/** Whose row it is; null: nobody's, or somebody's who stayed anonymous. */
export function viewerOf(event: StageEvent): Viewer | null {
  const { channelId, name, badges } = saidIn(event);
  return channelId ? { channelId, name, badges } : null;
}

/** The same as one of the lists of people has them; a row knows no handle. */
export function personOf({ channelId, name }: Viewer): Person {
  return { channelId, name: name ?? '', handle: '' };
}
