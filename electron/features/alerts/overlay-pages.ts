import type { ReceiptState } from '../../../shared/alerts.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { ConnectedPage, OverlayHost, OverlaySink } from '../../server/ports.ts';
import type { AlertQueue } from './alert-queue.ts';

export interface Receipt {
  readonly alertId: number;
  readonly state: ReceiptState;
}

/** Tells the alert queue which overlay pages are visible and forwards their receipts. */
export class OverlayPages implements OverlaySink, Disposable {
  readonly #alerts: Pick<AlertQueue, 'attachOverlay' | 'receipt'>;
  readonly #log: Logger;
  readonly #changes = new Emitter<void>((failure) =>
    this.#log.error('a page listener failed', { failure }),
  );
  readonly onChange = this.#changes.on;
  readonly #receipts = new Emitter<Receipt>((failure) =>
    this.#log.error('a receipt listener failed', { failure }),
  );
  /** What a page says of an alert, at the moment it arrives and after the queue knows it. */
  readonly onReceipt = this.#receipts.on;
  readonly #seen = new Map<symbol, { readonly host: OverlayHost; readonly attached: Disposable }>();
  /** When the last page of a host was last visible, on the monotonic clock. */
  readonly #lastSeen = new Map<OverlayHost, number>();
  readonly #clock: Pick<Clock, 'monotonic'>;
  #connected = 0;

  constructor(
    alerts: Pick<AlertQueue, 'attachOverlay' | 'receipt'>,
    log: Logger,
    clock: Pick<Clock, 'monotonic'>,
  ) {
    this.#alerts = alerts;
    this.#clock = clock;
    this.#log = log;
  }

  get connected(): number {
    return this.#connected;
  }

  /** Milliseconds since a page of this host was last visible; 0 if one is now; null if never. */
  lastSeenAgo(seat: OverlayHost): number | null {
    if ([...this.#seen.values()].some(({ host }) => host === seat)) return 0;
    const at = this.#lastSeen.get(seat);
    return at === undefined ? null : this.#clock.monotonic() - at;
  }

  addressChanged(): void {
    this.#changes.fire();
  }

  pageConnected(seat: OverlayHost = 'browser'): ConnectedPage {
    const page = Symbol(seat);
    let gone = false;
    this.#show(page, seat);
    this.#count(1);
    return {
      setVisible: (visible) => {
        if (gone) return;
        if (visible) this.#show(page, seat);
        else this.#hide(page);
      },
      receipt: (alertId, state) => {
        this.#alerts.receipt(alertId, state);
        this.#receipts.fire({ alertId, state });
      },
      dispose: () => {
        if (gone) return;
        gone = true;
        this.#hide(page);
        this.#count(-1);
      },
    };
  }

  dispose(): void {
    this.#changes.dispose();
    this.#receipts.dispose();
  }

  #show(page: symbol, host: OverlayHost): void {
    if (this.#seen.has(page)) return;
    this.#seen.set(page, { host, attached: this.#alerts.attachOverlay() });
  }

  #hide(page: symbol): void {
    const seen = this.#seen.get(page);
    if (!seen) return;
    this.#seen.delete(page);
    seen.attached.dispose();
    this.#lastSeen.set(seen.host, this.#clock.monotonic());
  }

  #count(difference: number): void {
    this.#connected += difference;
    this.#changes.fire();
  }
}
