import type { PlayingAlert } from '../../../shared/alerts.ts';
import { speechVolume } from '../../../shared/overlay/overlay-settings.ts';
import type { AppReading, SpokenAlert } from '../../../shared/overlay/reading.ts';
import { isAnyRead } from '../../../shared/overlay/voices.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { OverlaySettingsSource } from '../../settings/overlay-settings.ts';
import type { AlertQueue } from './alert-queue.ts';

interface ReadingParts {
  readonly alerts: Pick<AlertQueue, 'current' | 'onChange'>;
  readonly overlay: Pick<OverlaySettingsSource, 'get' | 'onChange'>;
  readonly log: Logger;
}

/** Text that the app's own window reads aloud; none if reading is off or muted. */
export class ReadingSource implements Disposable {
  readonly #parts: ReadingParts;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(
    new Emitter<void>((failure) =>
      this.#parts.log.error('a listener of what is read failed', { failure }),
    ),
  );
  readonly onChange = this.#changes.on;
  #showing = 0;
  /** Whether the last update contained text to read. */
  #said = false;

  constructor(parts: ReadingParts) {
    const { alerts, overlay } = parts;
    this.#parts = parts;
    this.#said = this.#isOn();
    this.#owned.add(alerts.onChange((alert) => this.#onAlert(alert)));
    this.#owned.add(overlay.onChange(() => this.#look()));
  }

  get(): AppReading {
    const on = this.#isOn();
    return { on, now: on ? this.#spoken(this.#parts.alerts.current) : null };
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #onAlert(alert: PlayingAlert | null): void {
    if (alert) this.#showing += 1;
    if (this.#isOn()) this.#changes.fire();
  }

  #look(): void {
    const on = this.#isOn();
    if (on === this.#said) return;
    this.#said = on;
    this.#changes.fire();
  }

  #isOn(): boolean {
    const settings = this.#parts.overlay.get();
    return settings.speech.from === 'app' && !settings.muted && isAnyRead(settings);
  }

  #spoken(alert: PlayingAlert | null): SpokenAlert | null {
    const text = alert?.look.speak ?? null;
    if (!alert || text === null) return null;
    const settings = this.#parts.overlay.get();
    const { voice, rate } = settings.speech;
    const volume = speechVolume(settings);
    const ageMs = alert.durationMs - alert.remainingMs;
    const hasSound = alert.look.sound !== null;
    return { showing: this.#showing, text, voice, rate, volume, ageMs, hasSound };
  }
}
