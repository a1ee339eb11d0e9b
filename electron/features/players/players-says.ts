import { countCharacters } from '../../../shared/characters.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { cutCharacters } from '../show/index.ts';

/** Characters of a viewer's name that are kept. */
export const NAME_MOST = 40;
/** In chat a name may be shorter, so that several have room. */
const SAID_NAME_MOST = 16;
/** What is left of a chat message for the list in it. */
const LIST_MOST = 72;
/** Places are said no more often. */
export const PLACES_EVERY_MS = 5_000;

/** A clock that was set back does not silence it. */
export function isTooSoon(at: number, answeredAt: number): boolean {
  return at >= answeredAt && at < answeredAt + PLACES_EVERY_MS;
}

export interface Waits {
  readonly who: string;
  readonly name: string;
  /** From 1. */
  readonly place: number;
}

/** As many as go into one message, from the first; at least one. */
function listed(parts: readonly string[]): readonly string[] {
  let length = 0;
  const most = parts.findIndex((part) => {
    length += countCharacters(part) + 2;
    return length > LIST_MOST;
  });
  return most === -1 ? parts : parts.slice(0, Math.max(1, most));
}

/** The places of those who asked. `told`: who of them is in the text. */
export function placesOf(waits: readonly Waits[]): {
  readonly told: readonly Waits[];
  readonly text: Text | null;
} {
  const parts = listed(
    waits.map(({ name, place }) => `${cutCharacters(name, SAID_NAME_MOST)} ${place}`),
  );
  if (parts.length === 0) return { told: [], text: null };
  const text: Text = { key: 'players.say-places', values: { list: parts.join(', ') } };
  return { told: waits.slice(0, parts.length), text };
}

/** Whose turn it is. */
export function callOf(called: readonly { readonly name: string }[]): Text {
  const parts = listed(called.map(({ name }) => cutCharacters(name, SAID_NAME_MOST)));
  const names = parts.join(', ');
  const more = called.length - parts.length;
  return more === 0
    ? { key: 'players.say-call', values: { names } }
    : { key: 'players.say-call-more', values: { names, more } };
}
