import type { CommandName, CoreCommandName } from '../../shared/contract/index.ts';
import type { EventKind } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';

/** What was asked of the core, one name for each thing that can be asked separately. */
export type ActionName =
  | 'sign-in'
  | 'grant'
  | 'sign-out'
  | 'language'
  | `test:${EventKind}`
  | `dismiss:${string}`
  | Extract<CoreCommandName, `alerts.${string}`>
  /** What is asked of one alert, by the number of its event. */
  | `${Extract<CoreCommandName, `alerts.${string}`>}#${number}`
  | 'overlay.set'
  | `overlay.set#${string}`
  | 'broadcast.begin'
  | 'media.add'
  | `media.remove#${string}`
  /** Named after the command; `detail` tells two uses of one apart. */
  | CommandName
  | `${CommandName}#${string}`;

export type ActionState =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'pending';
      /** Epoch milliseconds. */
      readonly since: number;
      /** The platform asked to wait until then, epoch milliseconds; null: it did not. */
      readonly waitUntil: number | null;
    }
  /** For a moment after success, so that it can be seen. `at`: epoch milliseconds. */
  | { readonly phase: 'done'; readonly at: number }
  /** Until it is tried again. */
  | { readonly phase: 'failed'; readonly problem: Problem };

export type Actions = Readonly<Partial<Record<ActionName, ActionState>>>;

export const IDLE: ActionState = { phase: 'idle' };

/** How long a success stays visible, milliseconds. */
export const DONE_SHOWN_MS = 2_000;
