import type { AlertQueue } from '../alerts/alert-queue.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import type { ConnectedPage, OverlaySink } from '../outputs/ports.ts';

/** Tells the alert queue which overlay pages can be seen, and hands their receipts on. */
export class OverlayPages implements OverlaySink, Disposable {
  readonly #alerts: Pick<AlertQueue, 'attachOverlay' | 'receipt'>;
  readonly #changes: Emitter<void>;
  #connected = 0;

  constructor(alerts: Pick<AlertQueue, 'attachOverlay' | 'receipt'>, log: Logger) {
    this.#alerts = alerts;
    this.#changes = new Emitter((failure) => log.error('a page listener failed', { failure }));
  }

  get connected(): number {
    return this.#connected;
  }

  get onChange(): Subscribe<void> {
    return this.#changes.on;
  }

  pageConnected(): ConnectedPage {
    let seen: Disposable | null = this.#alerts.attachOverlay();
    let gone = false;
    this.#count(1);
    return {
      setVisible: (visible) => {
        if (gone) return;
        if (visible) seen ??= this.#alerts.attachOverlay();
        else {
          seen?.dispose();
          seen = null;
        }
      },
      receipt: (alertId, state) => this.#alerts.receipt(alertId, state),
      dispose: () => {
        if (gone) return;
        gone = true;
        seen?.dispose();
        this.#count(-1);
      },
    };
  }

  dispose(): void {
    this.#changes.dispose();
  }

  #count(difference: number): void {
    this.#connected += difference;
    this.#changes.fire();
  }
}
