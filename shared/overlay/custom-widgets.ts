/** Widgets of others as an overlay page knows them: without any schema, for the pages that viewers see. */

/** Part of the host name that a package is served under, so it is one label of it. */
export const PACKAGE_ID = /^[0-9a-f]{12}$/;

/** What an overlay page shows of a package. */
export interface WidgetFrame {
  readonly id: string;
  /** Its page, with its key. */
  readonly address: string;
  /** Changes with whatever its page is made of: then it is loaded anew. */
  readonly revision: number;
  readonly paused: boolean;
}

/** Why a widget was paused: no answer, too long at once, too much memory, too many messages. */
export const WIDGET_FAULTS = ['stuck', 'slow', 'heap', 'noisy'] as const;
export type WidgetFault = (typeof WIDGET_FAULTS)[number];

/** Tests that can be played to a widget. */
export const WIDGET_TRIES = ['message', 'tip', 'subscriber', 'cheer', 'follower'] as const;
export type WidgetTry = (typeof WIDGET_TRIES)[number];

/** What StreamElements' widgets call an event: `onEventReceived` with this as its detail. */
export interface WidgetEvent {
  readonly listener: string;
  readonly event: Readonly<Record<string, unknown>>;
}

/** Sums, latest and recent events by StreamElements' names, for `onWidgetLoad` and `onSessionUpdate`. */
export interface WidgetSession {
  readonly data: Readonly<Record<string, unknown>>;
  /** The latest first. */
  readonly recents: readonly Readonly<Record<string, unknown>>[];
  /** The streamer's; null: nobody is signed in. */
  readonly channel: { readonly id: string; readonly name: string } | null;
}

export const NO_SESSION: WidgetSession = { data: {}, recents: [], channel: null };

/** What a page is told of widgets. */
export interface WidgetsNews extends WidgetsKnown {
  /** For one package alone, such as a test or a press of one of its buttons. */
  readonly own: { readonly id: string; readonly events: readonly WidgetEvent[] };
}

export interface WidgetsKnown {
  readonly frames: readonly WidgetFrame[];
  readonly session: WidgetSession;
}

/** What a widget may keep: `SE_API.store`. */
export const STORE_LIMITS = {
  keys: 100,
  keyChars: 100,
  valueChars: 32_000,
  chars: 512_000,
} as const;

/** Between the page around a frame and the frame. Nothing in here is trusted by the page. */
export type FrameDown =
  | { readonly type: 'load'; readonly session: WidgetSession; readonly status: FrameStatus }
  | { readonly type: 'session'; readonly data: WidgetSession['data'] }
  | { readonly type: 'events'; readonly events: readonly WidgetEvent[] }
  /** Our own events, unchanged. */
  | { readonly type: 'stage'; readonly events: readonly unknown[] }
  | { readonly type: 'counters'; readonly counters: Readonly<Record<string, number>> }
  | { readonly type: 'ping'; readonly id: number };

export interface FrameStatus {
  /** In a preview on the dashboard. */
  readonly isEditorMode: boolean;
  readonly muted: boolean;
  readonly language: 'ko' | 'en';
}

export type FrameUp =
  | {
      readonly type: 'pong';
      readonly id: number;
      /** Bytes; null: the browser does not tell. */
      readonly heap: number | null;
      /** Tasks of more than `LONG_TASK_MS` since the last answer. */
      readonly longTasks: number;
    }
  | { readonly type: 'set'; readonly key: string; readonly value: string }
  /** An error of its script, or an address that its policy refused. */
  | { readonly type: 'said'; readonly kind: 'error' | 'blocked'; readonly text: string };

export const LONG_TASK_MS = 200;
