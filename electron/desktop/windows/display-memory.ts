import type { Display } from 'electron';
import {
  type Box,
  firstPlace,
  keepOn,
  OVERLAY_MIN,
  toAbsolute,
  toRelative,
} from './window-place.ts';

export type KnownDisplay = Pick<Display, 'id' | 'label' | 'bounds' | 'workArea'>;

/** What is kept of a window's places. */
export interface PlaceMemory {
  /** The display that the streamer put it on; null: never placed. */
  readonly display: string | null;
  readonly places: Readonly<Record<string, Box>>;
}

/** More displays than anybody has; the longest unused is forgotten. */
const MOST_DISPLAYS = 16;
const LONGEST_LABEL = 120;

/** A display's name in the settings: number, size, label. */
export function displayKey(display: KnownDisplay): string {
  const { width, height } = display.bounds;
  return `${display.id}|${width}x${height}|${display.label.slice(0, LONGEST_LABEL)}`;
}

interface KeyParts {
  readonly id: string;
  readonly size: string;
  readonly label: string;
}

function partsOf(key: string): KeyParts {
  const [id = '', size = '', ...label] = key.split('|');
  return { id, size, label: label.join('|') };
}

/** From the surest sign to the weakest: some systems renumber displays, games change their size. */
const SIGNS: readonly ((a: KeyParts, b: KeyParts) => boolean)[] = [
  (a, b) => a.id === b.id && a.size === b.size && a.label === b.label,
  (a, b) => a.id === b.id && a.label === b.label,
  (a, b) => a.label !== '' && a.label === b.label && a.size === b.size,
];

/** The display that a remembered name means, or null when it is not there. */
export function findDisplay<D extends KnownDisplay>(key: string, displays: readonly D[]): D | null {
  const wanted = partsOf(key);
  for (const isSame of SIGNS) {
    const found = displays.find((display) => isSame(wanted, partsOf(displayKey(display))));
    if (found) return found;
  }
  return null;
}

/** The name under which this display's place is kept, or null. A name that is another's is not its own. */
function findKey(
  display: KnownDisplay,
  keys: readonly string[],
  displays: readonly KnownDisplay[],
) {
  const own = partsOf(displayKey(display));
  const others = displays.filter((other) => other.id !== display.id).map(displayKey);
  for (const isSame of SIGNS) {
    const found = keys.find((key) => isSame(partsOf(key), own) && !others.includes(key));
    if (found !== undefined) return found;
  }
  return null;
}

export interface Standing {
  readonly display: KnownDisplay;
  readonly box: Box;
}

/**
 * Where the overlay window stands with these displays: where the streamer put it; with that display
 * gone, on the primary one, at that one's own remembered or first place.
 */
export function standingOf(
  memory: PlaceMemory,
  displays: readonly KnownDisplay[],
  primary: KnownDisplay,
): Standing {
  const wanted = memory.display === null ? null : findDisplay(memory.display, displays);
  const display = wanted ?? primary;
  const key = findKey(display, Object.keys(memory.places), displays);
  const place = key === null ? undefined : memory.places[key];
  const box = place
    ? keepOn(toAbsolute(place, display), display, OVERLAY_MIN)
    : firstPlace(display);
  return { display, box };
}

/** The streamer has put the window here: kept for this display, which is now the window's own. */
export function remember(memory: PlaceMemory, display: KnownDisplay, box: Box): PlaceMemory {
  const key = displayKey(display);
  const others = Object.entries(memory.places).filter(([known]) => known !== key);
  const kept = others.slice(Math.max(0, others.length - (MOST_DISPLAYS - 1)));
  return {
    display: key,
    places: Object.fromEntries([...kept, [key, toRelative(box, display)]]),
  };
}
