import { jsonText } from '../../../shared/json.ts';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';
import type { Layout } from '../../../shared/overlay/widgets.ts';
import type { PageClock } from '../../bridge/page-host.ts';
import { PacedSetting } from '../paced-setting.ts';

export interface Edited {
  readonly layout: Layout;
  readonly theme: ThemeChoice;
}

const FIELDS = ['layout', 'theme'] as const;
export type EditedField = (typeof FIELDS)[number];

export interface EditTag {
  /** The edited thing: another edit of it soon after joins the step. null: a step of its own. */
  readonly tag: string | null;
  readonly gesture?: boolean;
}

interface OverlayEditsDeps {
  readonly clock: Pick<PageClock, 'after' | 'now'>;
  /** Resolves to false if the core refused. */
  readonly send: <F extends EditedField>(field: F, value: Edited[F]) => Promise<boolean>;
}

interface EditsState extends Edited {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/**
 * This page's edits: shown at once, sent at a limited rate, undoable. A change by another dashboard
 * clears the undo history, because undoing would silently revert it.
 */
export class OverlayEdits {
  readonly #deps: OverlayEditsDeps;
  readonly #paced: { readonly [F in EditedField]: PacedSetting<Edited[F]> };
  readonly #listeners = new Set<() => void>();
  #fromFeed: Edited;
  /** Values sent or received last, as text: any other value comes from another page. */
  readonly #own: Record<EditedField, Set<string>> = { layout: new Set(), theme: new Set() };
  #history: History<Edited> = NO_HISTORY;
  #state: EditsState;

  constructor(first: Edited, deps: OverlayEditsDeps) {
    this.#deps = deps;
    this.#fromFeed = picked(first);
    const pacedFor = <F extends EditedField>(field: F) =>
      new PacedSetting<Edited[F]>({
        clock: deps.clock,
        send: (value) => {
          this.#own[field].add(jsonText(value));
          return deps.send(field, value);
        },
      });
    this.#paced = { layout: pacedFor('layout'), theme: pacedFor('theme') };
    this.#state = this.#read();
  }

  /** The current state. The same object while nothing changes. */
  readonly state = (): EditsState => this.#state;

  /** Calls back when `state` changes. Unsent values are sent when the last listener leaves. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = FIELDS.map((field) => this.#paced[field].subscribe(this.#refresh));
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) for (const stop of stops) stop();
    };
  };

  change<F extends EditedField>(field: F, value: Edited[F], tag: EditTag): void {
    const before = this.#read();
    if (before[field] === value) return;
    const step = { ...tag, at: this.#deps.clock.now() };
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

  feedUpdated(kept: Edited): void {
    const next = picked(kept);
    const foreign = FIELDS.some((field) => this.#isForeign(field, next));
    this.#fromFeed = next;
    for (const field of FIELDS) this.#paced[field].feedUpdated();
    if (foreign) this.#history = NO_HISTORY;
    this.#refresh();
  }

  /** Sends unsent values without waiting for their turn: the page is about to go. */
  readonly sendNow = (): void => {
    for (const field of FIELDS) this.#paced[field].sendNow();
  };

  #isForeign(field: EditedField, next: Edited): boolean {
    const said = jsonText(next[field]);
    if (said === jsonText(this.#fromFeed[field])) return false;
    const own = this.#own[field];
    const isOwn = own.has(said);
    // The feed preserves order: values sent before this one are obsolete.
    if (isOwn) for (const text of [...own]) if (own.delete(text) && text === said) break;
    return !isOwn;
  }

  #move(moved: Moved<Edited> | null): void {
    if (!moved) return;
    const present = this.#read();
    const { value } = moved;
    this.#history = moved.history;
    // The feed delivers new objects even for equal values.
    const differs = (field: EditedField) => jsonText(value[field]) !== jsonText(present[field]);
    if (differs('layout')) this.#paced.layout.want(value.layout);
    if (differs('theme')) this.#paced.theme.want(value.theme);
    this.#refresh();
  }

  #read(): EditsState {
    return {
      layout: this.#paced.layout.wanted()?.value ?? this.#fromFeed.layout,
      theme: this.#paced.theme.wanted()?.value ?? this.#fromFeed.theme,
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

export interface History<T> {
  /** Oldest first. */
  readonly past: readonly T[];
  /** Next redo first. */
  readonly future: readonly T[];
  /** The latest step's tag, and when it last grew (epoch milliseconds). */
  readonly step: { readonly tag: string; readonly at: number } | null;
}

export const NO_HISTORY: History<never> = { past: [], future: [], step: null };

const STEPS_MAX = 100;

/** Changes of the same thing within this time join one step, milliseconds. */
const SAME_STEP_MS = 1_000;

/** Records the value before a change, unless the change joins the latest step. */
export function withStep<T>(
  history: History<T>,
  before: T,
  { tag, at, gesture = false }: EditTag & { readonly at: number },
): History<T> {
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
