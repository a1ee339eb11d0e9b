import type { ApiCommand, ApiState } from '../../shared/api/v1.ts';
import type { ApiScope } from '../../shared/contract/doors.ts';
import type { CommandArgs } from '../../shared/contract/index.ts';
import type { ShowViews } from '../../shared/overlay/show-views.ts';
import type { Say } from './deck-words.ts';

/** What a key of a deck is: what it says, and what a press has done. Programs of decks draw it. */

/** What the API has told so far, by its topics. */
export type DeckState = {
  readonly [T in Exclude<keyof ApiState, 'activities'>]?: ApiState[T];
} & {
  readonly activities?: ShowViews & { readonly quiet: boolean };
};

/** What the streamer chose for one key, by the field's id. */
export type Values = Readonly<Record<string, unknown>>;

/** What a key is drawn from. */
export interface Seen {
  readonly state: DeckState;
  readonly values: Values;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Where a dial was turned to, from 0. */
  readonly place: number;
  readonly say: Say;
}

/** `on`: in force. `warn`: something waits, or is held up. `off`: nothing can be done. */
export type Tone = 'plain' | 'on' | 'warn' | 'off';

export interface Face {
  readonly text: string;
  readonly tone: Tone;
  /** A bar, from 0 to 1. */
  readonly share?: number;
  /** Milliseconds until it says something else by itself. */
  readonly nextIn?: number;
}

/** A command of the API with its arguments. */
export interface Deed {
  readonly command: ApiCommand;
  readonly args: object;
}

export function deed<N extends ApiCommand>(command: N, args: CommandArgs<N>): Deed {
  return { command, args };
}

/** What is asked for once for each key. */
export type DeckField =
  | {
      readonly kind: 'choice';
      readonly id: string;
      readonly options: readonly string[];
    }
  | {
      readonly kind: 'number';
      readonly id: string;
      readonly least: number;
      readonly most: number;
      readonly first: number;
    }
  | { readonly kind: 'text'; readonly id: string; readonly most: number }
  /** Of what the app has now. */
  | { readonly kind: 'list'; readonly id: string; readonly of: DeckList };

export const DECK_LISTS = ['layouts', 'scenes', 'counters'] as const;
export type DeckList = (typeof DECK_LISTS)[number];

export const DECK_GROUPS = ['alerts', 'show', 'overlay', 'obs', 'app'] as const;
export type DeckGroup = (typeof DECK_GROUPS)[number];

export interface DeckRow {
  /** Programs keep it: it never changes. Its texts are `decks.ID.name` and `decks.ID.help`. */
  readonly id: string;
  readonly group: DeckGroup;
  /** By its name at lucide. */
  readonly icon: string;
  /** What a key needs to do it; null: nothing but `events:read`. */
  readonly scope: ApiScope | null;
  readonly fields: readonly DeckField[];
  readonly face: (seen: Seen) => Face;
  /** null: there is nothing to do now. */
  readonly press: (seen: Seen) => Deed | null;
  /** Whether what it switches is on; left out: it switches nothing. */
  readonly isOn?: (seen: Seen) => boolean;
  /** For a dial as well. */
  readonly dial?: DeckDial;
}

export interface DeckDial {
  /** For programs that know a turn only as a press: the field with one click of it. */
  readonly click?: { readonly field: string; readonly by: number };
  /** Left out: it only moves its place. */
  readonly turn?: (seen: Seen, ticks: number) => Deed | null;
  /** How many places it goes through; left out: none. */
  readonly places?: (state: DeckState) => number;
  /** What a push has done; left out: what a press of a key has. */
  readonly push?: (seen: Seen) => Deed | null;
}

/** A choice that is there now. */
export interface Choice {
  readonly id: string;
  readonly label: string;
}

/** What can be chosen of a list now; empty: nothing is known of it yet. */
export function choicesOf(list: DeckList, { overlay, obs, activities }: DeckState): Choice[] {
  switch (list) {
    case 'layouts':
      return (overlay?.layouts ?? []).map(({ id, name }, at) => ({
        id,
        label: name || String(at + 1),
      }));
    case 'scenes':
      return (obs?.scenes ?? []).map((scene) => ({ id: scene, label: scene }));
    case 'counters':
      return (activities?.counters?.counters ?? []).map(({ id, name }) => ({
        id: String(id),
        label: name,
      }));
  }
}

/** A chosen text; empty: none. */
export function textOf(values: Values, id: string): string {
  const value = values[id];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A whole number within the field's bounds. */
export function numberOf(
  values: Values,
  { id, least, most, first }: Extract<DeckField, { kind: 'number' }>,
): number {
  const text = textOf(values, id).trim();
  const number = text === '' ? Number.NaN : Math.round(Number(text));
  return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : first;
}

/** Switches on, off, or to the other one. */
export const SWITCH = { kind: 'choice', id: 'to', options: ['other', 'on', 'off'] } as const;

/** What a press of a switch makes of it. */
export function switched(values: Values, isOn: boolean): boolean {
  const to = textOf(values, SWITCH.id);
  return to === 'on' || to === 'off' ? to === 'on' : !isOn;
}

const SECOND = 1_000;

/** How long is left, such as `1:05:09`; a part of a second counts as one. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Until a clock with so much left shows another second. `percent`: how fast it runs. */
export function untilNextSecond(leftMs: number, percent = 100): number {
  const rest = leftMs % SECOND || SECOND;
  return Math.max(1, Math.ceil((rest * 100) / percent));
}
