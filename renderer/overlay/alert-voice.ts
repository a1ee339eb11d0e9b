import type { PlayingAlert } from '../../shared/alerts.ts';
import type { PageConfig } from '../../shared/overlay/overlay-settings.ts';
import type { PageTimers } from '../bridge/page-host.ts';
import { ReadAloud, type Turn } from '../speech/read-aloud.ts';
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
      this.#reading.take(null);
      return;
    }
    if (staged.showing === this.#showing) return;
    this.#showing = staged.showing;
    this.#reading.take(this.#turnOf(staged.alert));
  }

  stop(): void {
    this.#silent = true;
    this.#look();
    this.#speaker.close();
  }

  #turnOf({ look, durationMs, remainingMs }: PlayingAlert): Turn | null {
    // The core's voice is a sound (`AlertSound`).
    if (look.speak === null || look.voice || !this.#settings) return null;
    const { voice, rate, volume } = this.#settings;
    const ageMs = durationMs - remainingMs;
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
