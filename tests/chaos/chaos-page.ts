import type { Clock } from '../../electron/base/clock.ts';
import { type Disposable, DisposableStore } from '../../electron/base/disposables.ts';
import type { AlertQueue } from '../../electron/features/alerts/alert-queue.ts';
import type { OverlayPages } from '../../electron/features/alerts/overlay-pages.ts';
import type { ConnectedPage } from '../../electron/server/ports.ts';
import type { PlayingAlert } from '../../shared/alerts.ts';

/** `hung`: connected, and draws nothing. */
export type PageState = 'good' | 'hung' | 'hidden' | 'gone';

const PAINT_MS = 30;

/** One overlay page: paints what it is told while it is well. */
export class ChaosPage implements Disposable {
  readonly #onPainted: (at: number) => void;
  readonly #alerts: AlertQueue;
  readonly #pages: OverlayPages;
  readonly #clock: Clock;
  readonly #owned = new DisposableStore();
  #state: PageState = 'gone';
  #seat: ConnectedPage | null = null;
  #painting: Disposable | null = null;

  /** `onPainted`: when it painted an alert, by the machine's clock. */
  constructor(
    alerts: AlertQueue,
    pages: OverlayPages,
    clock: Clock,
    onPainted: (at: number) => void,
  ) {
    this.#onPainted = onPainted;
    this.#alerts = alerts;
    this.#pages = pages;
    this.#clock = clock;
    this.#owned.add(alerts.onChange((alert) => this.#show(alert)));
  }

  set state(state: PageState) {
    if (this.#owned.isDisposed || state === this.#state) return;
    this.#state = state;
    this.#painting?.dispose();
    if (state === 'gone') {
      this.#seat?.dispose();
      this.#seat = null;
      return;
    }
    this.#seat ??= this.#pages.pageConnected('browser');
    this.#seat.setVisible(state !== 'hidden');
    this.#show(this.#alerts.current);
  }

  dispose(): void {
    this.state = 'gone';
    this.#owned.dispose();
  }

  #show(alert: PlayingAlert | null): void {
    this.#painting?.dispose();
    if (!alert || this.#state !== 'good') return;
    const { alertId } = alert;
    this.#painting = this.#clock.setTimeout(() => {
      this.#onPainted(this.#clock.now());
      this.#seat?.receipt(alertId, 'painted');
    }, PAINT_MS);
  }
}
