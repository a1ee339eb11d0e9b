import type { PlayingAlert } from '../../shared/alerts.ts';
import type { PageConfig } from '../../shared/overlay/overlay-settings.ts';
import type { PageTimers } from '../bridge/page-host.ts';
import { ReadAloud, SOUND_FIRST_MS, type Turn } from '../speech/read-aloud.ts';
import { Speaker, type SpeechEngine } from '../speech/speaker.ts';
import type { StagedAlert } from '../stores/overlay-store.ts';

type SpeechSettings = PageConfig['speech'];

interface AlertVoiceParts {
  /** null if the browser has no speech. */
  readonly engine: SpeechEngine | null;
  readonly timers: Pick<PageTimers, 'after'>;
  /** Milliseconds from an arbitrary origin. */
  readonly now: () => number;
  /** Initially false. */
  readonly onReady: (ready: boolean) => void;
}

/** How late into an alert this page may still read in place of the core's voice, milliseconds. */
const STEP_IN_MS = SOUND_FIRST_MS + 1_500;

/** The core chooses which page reads: pages in OBS, browsers and the app share nothing else. */
export class AlertVoice {
  readonly #parts: AlertVoiceParts;
  readonly #speaker: Speaker;
  readonly #reading: ReadAloud;
  #settings: SpeechSettings | null = null;
  #silent = true;
  #chosen = false;
  #ready = false;
  #showing = 0;
  #shown: { readonly alert: PlayingAlert; readonly at: number } | null = null;

  constructor(parts: AlertVoiceParts) {
    const { engine, timers, now } = parts;
    this.#parts = parts;
    this.#speaker = new Speaker(engine, () => this.#look());
    this.#reading = new ReadAloud({ speaker: this.#speaker, timers, now });
  }

  /** As adapted by this page's address. */
  setSettings(settings: SpeechSettings): void {
    this.#settings = settings;
    this.#look();
  }

  /** Stops reading when muted, hidden, or on a page without alerts. */
  setSilent(silent: boolean): void {
    this.#silent = silent;
    this.#look();
  }

  setChosen(chosen: boolean): void {
    this.#chosen = chosen;
    this.#look();
  }

  follow(staged: StagedAlert | null): void {
    if (staged?.phase !== 'in') {
      this.#shown = null;
      this.#reading.take(null);
      return;
    }
    if (staged.showing === this.#showing) return;
    this.#showing = staged.showing;
    const { alert } = staged;
    const ageMs = alert.durationMs - alert.remainingMs;
    this.#shown = { alert, at: this.#parts.now() - ageMs };
    // The core's voice is a sound (`AlertSound`).
    this.#reading.take(alert.look.voice ? null : this.#turnOf(alert, ageMs));
  }

  /** The core's voice for the alert on screen can't be played: this page reads it, if it may. */
  stepIn(): void {
    const shown = this.#shown;
    if (!shown || this.#parts.now() - shown.at > STEP_IN_MS) return;
    const turn = this.#turnOf(shown.alert, 0);
    // The alert's sound has had its time.
    this.#reading.take(turn && { ...turn, hasSound: false });
  }

  stop(): void {
    this.#silent = true;
    this.#look();
    this.#speaker.close();
  }

  #turnOf({ look }: PlayingAlert, ageMs: number): Turn | null {
    if (look.speak === null || !this.#settings) return null;
    const { voice, rate, volume } = this.#settings;
    return { text: look.speak, voice, rate, volume, ageMs, hasSound: look.sound !== null };
  }

  #look(): void {
    const wanted = this.#settings?.on === true && this.#settings.from !== 'app';
    if (wanted) this.#speaker.open();
    const ready = wanted && !this.#silent && this.#speaker.ready;
    if (ready !== this.#ready) {
      this.#ready = ready;
      this.#parts.onReady(ready);
    }
    this.#reading.setAllowed(ready && this.#chosen);
  }
}
