import type { ValuedEvent, ValueSort } from '../events.ts';
import type { Entrance, Exit, Level, PicturePlace } from './names.ts';

/** Decided by the core when an alert starts playing. */
export interface AlertLook {
  /** The streamer's words with the variables filled in; null: the alert's own words. */
  readonly headline: string | null;
  /** Item of the media library; null: the alert's own picture. */
  readonly image: string | null;
  /** What sort of item that is; left out: not known, so that a page finds out by trying. */
  readonly imageKind?: 'image' | 'video';
  readonly picturePlace: PicturePlace;
  /** How loud a video plays its own sound; null: silent. */
  readonly videoVolume: number | null;
  /** `own`: the kind's own sound, else that of another kind or of the library; null: silent. */
  readonly sound: {
    readonly source: 'own' | ValueSort | { readonly media: string };
    readonly volume: number;
  } | null;
  readonly level: Level;
  readonly entrance: Entrance;
  readonly exit: Exit;
  /** null: nothing is read aloud. */
  readonly speak: string | null;
  /**
   * What is read aloud as a sound, of a media path of its own; left out: a page with voices reads.
   */
  readonly voice?: { readonly clip: string; readonly volume: number };
  /** Small donations that share this card, the first included; null: the alert stands alone. */
  readonly together: readonly MergedDonation[] | null;
}

export interface MergedDonation {
  /** null: anonymous. */
  readonly name: string | null;
  readonly beams: number | null;
}

/** Most donations on one card: so many names can still be read while it stands. */
export const TOGETHER_MOST = 40;

export const PLAIN_LOOK: AlertLook = {
  headline: null,
  image: null,
  picturePlace: 'beside',
  videoVolume: null,
  sound: { source: 'own', volume: 0.7 },
  level: 'medium',
  entrance: 'theme',
  exit: 'theme',
  speak: null,
  together: null,
};

/** From this many beams on, an alert has the level. */
export const LEVEL_BEAMS = { medium: 1_000, large: 10_000, grand: 50_000 } as const;

/** The level of an alert whose rule names none: a donation's by its beams, else medium. */
export function levelOf(event: ValuedEvent): Level {
  if (event.kind !== 'DONATION' || event.data.payAmount === null) return 'medium';
  const beams = event.data.payAmount;
  if (beams >= LEVEL_BEAMS.grand) return 'grand';
  if (beams >= LEVEL_BEAMS.large) return 'large';
  return beams >= LEVEL_BEAMS.medium ? 'medium' : 'small';
}
