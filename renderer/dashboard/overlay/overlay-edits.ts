import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';
import type { Layout } from '../../../shared/overlay/widgets.ts';
import type { PageClock } from '../../bridge/page-host.ts';
import { PacedSetting } from '../paced-setting.ts';

/** What this page changes, and so what can be undone here. */
export interface Edited {
  readonly layout: Layout;
  readonly theme: ThemeChoice;
}

export type EditedField = keyof Edited;

export interface EditTag {
  /** Names what is changed: a change of the same soon after is one step. null: a step of its own. */
  readonly tag: string | null;
  /** One drag is one step however long it takes. */
  readonly gesture?: boolean;
}

interface OverlayEditsDeps {
  readonly clock: Pick<PageClock, 'after' | 'now'>;
  /** Resolves to false when the core did not take it. */
  readonly send: <F extends EditedField>(field: F, value: Edited[F]) => Promise<boolean>;
}

export interface EditsState extends Edited {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/**
 * The changes of this page: shown at once, sent at a pace, with a way back. What another dashboard
 * sets comes in through the feed and ends the way back, which would undo the other's work unseen.
 */
export class OverlayEdits {
  readonly #clock: OverlayEditsDeps['clock'];
  readonly #paced: { readonly [F in EditedField]: PacedSetting<Edited[F]> };
  readonly #listeners = new Set<() => void>();
  #fromFeed: Edited;
  /** What was sent or received last, as text: other values come from another page. */
  readonly #own: Record<EditedField, Set<string>> = { layout: new Set(), theme: new Set() };
  #history: History<Edited> = NO_HISTORY;
  #state: EditsState;

  constructor(first: Edited, deps: OverlayEditsDeps) {
    this.#clock = deps.clock;
    this.#fromFeed = picked(first);
    const pacedFor = <F extends EditedField>(field: F) =>
      new PacedSetting<Edited[F]>({
        clock: deps.clock,
        send: (value) => {
          this.#own[field].add(textOf(value));
          return deps.send(field, value);
        },
      });
    this.#paced = { layout: pacedFor('layout'), theme: pacedFor('theme') };
    this.#state = this.#read();
  }

  /** What is shown right now. The same object while nothing changes. */
  readonly state = (): EditsState => this.#state;

  /** Calls back when `state` changes. What waits is sent when the last listener leaves. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = [
      this.#paced.layout.subscribe(this.#refresh),
      this.#paced.theme.subscribe(this.#refresh),
    ];
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) for (const stop of stops) stop();
    };
  };

  change<F extends EditedField>(field: F, value: Edited[F], tag: EditTag): void {
    const before = this.#read();
    if (before[field] === value) return;
    const step = { ...tag, at: this.#clock.now() };
    this.#history = withStep(this.#history, picked(before), step);
    this.#paced[field].want(value);
    this.#refresh();
  }

  undo(): void {
    this.#move(undone(this.#history, picked(this.#read())));
  }

  redo(): void {
    this.#move(redone(this.#history, picked(this.#read())));
  }

  /** The feed has spoken. */
  feedUpdated(overlay: OverlaySettings): void {
    const next = picked(overlay);
    const foreign = (['layout', 'theme'] as const).some((field) => this.#isForeign(field, next));
    this.#fromFeed = next;
    this.#paced.layout.feedUpdated();
    this.#paced.theme.feedUpdated();
    if (foreign) this.#history = NO_HISTORY;
    this.#refresh();
  }

  #isForeign(field: EditedField, next: Edited): boolean {
    const said = textOf(next[field]);
    if (said === textOf(this.#fromFeed[field])) return false;
    const own = this.#own[field];
    const isOwn = own.has(said);
    // The feed keeps the order in which things were set: what was sent before this one is past.
    if (isOwn) for (const text of [...own]) if (own.delete(text) && text === said) break;
    return !isOwn;
  }

  #move(moved: Moved<Edited> | null): void {
    if (!moved) return;
    const present = this.#read();
    const { value } = moved;
    this.#history = moved.history;
    // Whatever the feed says is a new object, also where it says the same as before.
    const differs = (field: EditedField) => textOf(value[field]) !== textOf(present[field]);
    if (differs('layout')) this.#paced.layout.want(value.layout);
    if (differs('theme')) this.#paced.theme.want(value.theme);
    this.#refresh();
  }

  #read(): EditsState {
    const layout = this.#paced.layout.wanted();
    const theme = this.#paced.theme.wanted();
    return {
      layout: layout ? layout.value : this.#fromFeed.layout,
      theme: theme ? theme.value : this.#fromFeed.theme,
      canUndo: this.#history.past.length > 0,
      canRedo: this.#history.future.length > 0,
    };
  }

  readonly #refresh = (): void => {
    const next = this.#read();
    const now = this.#state;
    const same =
      next.layout === now.layout &&
      next.theme === now.theme &&
      next.canUndo === now.canUndo &&
      next.canRedo === now.canRedo;
    if (same) return;
    this.#state = next;
    for (const listener of [...this.#listeners]) listener();
  };
}

function picked({ layout, theme }: Edited): Edited {
  return { layout, theme };
}

/** The same text for the same value, in whatever order its fields stand. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** What can be undone and done again, of any value that is kept whole. */
export interface History<T> {
  /** Oldest first. */
  readonly past: readonly T[];
  /** Next to be done again first. */
  readonly future: readonly T[];
  /** What the latest step belongs to, and when it last grew (epoch milliseconds). */
  readonly step: { readonly tag: string; readonly at: number } | null;
}

export const NO_HISTORY: History<never> = { past: [], future: [], step: null };

/** Steps kept at most. */
const STEPS_MAX = 100;

/** A change of the same thing this soon after the last one is the same step, milliseconds. */
const SAME_STEP_MS = 1_000;

interface Step {
  /** Names what is changed; null: a step of its own. */
  readonly tag: string | null;
  readonly at: number;
  /** A gesture is one step however long it takes. */
  readonly gesture?: boolean;
}

/** Before a change: keeps what was, unless the change goes on with the latest step. */
export function withStep<T>(history: History<T>, before: T, step: Step): History<T> {
  const { tag, at, gesture = false } = step;
  const last = history.step;
  const goesOn =
    tag !== null &&
    last?.tag === tag &&
    history.past.length > 0 &&
    (gesture || at - last.at < SAME_STEP_MS);
  return {
    past: goesOn ? history.past : [...history.past, before].slice(-STEPS_MAX),
    future: [],
    step: tag === null ? null : { tag, at },
  };
}

interface Moved<T> {
  readonly history: History<T>;
  readonly value: T;
}

/** One step back from `present`; null at the beginning. */
export function undone<T>(history: History<T>, present: T): Moved<T> | null {
  const value = history.past.at(-1);
  if (value === undefined) return null;
  const past = history.past.slice(0, -1);
  return { value, history: { past, future: [present, ...history.future], step: null } };
}

/** One step forward from `present`; null at the end. */
export function redone<T>(history: History<T>, present: T): Moved<T> | null {
  const [value, ...future] = history.future;
  if (value === undefined) return null;
  return { value, history: { past: [...history.past, present], future, step: null } };
}
