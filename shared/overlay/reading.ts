/** What the app's own window reads aloud, where that is set instead of the pages. */
export interface AppReading {
  /** Whether the app's window is the one to read, so that it can get its voices ready. */
  readonly on: boolean;
  /** null: stop reading. */
  readonly now: SpokenAlert | null;
}

export interface SpokenAlert {
  /** Counts showings: the same alert played again has another one. */
  readonly showing: number;
  readonly text: string;
  /** Of a voice, as the system names it; null: the first of the language. */
  readonly voice: string | null;
  readonly rate: number;
  readonly volume: number;
  /** How long the alert has been on the screen when this is sent, milliseconds. */
  readonly ageMs: number;
  readonly hasSound: boolean;
}

export const NO_READING: AppReading = { on: false, now: null };
