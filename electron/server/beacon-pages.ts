import type { ReceiptState } from '../../shared/alerts.ts';
import type { Beacon, BeaconAnswer } from '../../shared/overlay/beacon.ts';
import { type Disposable, toDisposable } from '../base/disposables.ts';

/** A connected overlay page in OBS. */
export interface BeaconPage {
  /** null removes it. */
  showBeacon(beacon: Beacon | null): void;
}

/** What is known of a page besides its answers. */
interface PageFacts {
  /** The parameters of its address with their `?`; empty: none. */
  readonly search: string;
  /** The alert that it painted and that is not over in it. */
  showing: number | null;
}

/** Receipts that are remembered; alerts come one after the other. */
const PAINTED_MOST = 200;

type Listener = (page: BeaconPage, id: number, answer: BeaconAnswer) => void;

/** The overlay pages in OBS, and what they answer to a beacon. */
export class BeaconPages {
  readonly #pages = new Map<BeaconPage, PageFacts>();
  readonly #listeners = new Set<Listener>();
  readonly #painted = new Set<number>();

  /** In the order in which they connected. */
  get pages(): readonly BeaconPage[] {
    return [...this.#pages.keys()];
  }

  join(page: BeaconPage, search = ''): Disposable {
    this.#pages.set(page, { search, showing: null });
    return toDisposable(() => this.#pages.delete(page));
  }

  /** The parameters of the page's address with their `?`; null: it is gone. */
  searchOf(page: BeaconPage): string | null {
    return this.#pages.get(page)?.search ?? null;
  }

  /** The alert that the page shows by its own receipts; null: none. */
  showingIn(page: BeaconPage): number | null {
    return this.#pages.get(page)?.showing ?? null;
  }

  /** Whether a page in OBS painted this alert, lately at least. */
  hasPainted(alertId: number): boolean {
    return this.#painted.has(alertId);
  }

  receipt(page: BeaconPage, alertId: number, state: ReceiptState): void {
    const facts = this.#pages.get(page);
    if (!facts) return;
    facts.showing = state === 'painted' ? alertId : null;
    if (state !== 'painted') return;
    this.#painted.add(alertId);
    const [oldest] = this.#painted;
    if (this.#painted.size > PAINTED_MOST && oldest !== undefined) this.#painted.delete(oldest);
  }

  readonly onAnswer = (listener: Listener): Disposable => {
    this.#listeners.add(listener);
    return toDisposable(() => this.#listeners.delete(listener));
  };

  /** A page may answer anything: listeners compare the number with what they showed. */
  answered(page: BeaconPage, id: number, answer: BeaconAnswer): void {
    for (const listener of [...this.#listeners]) listener(page, id, answer);
  }
}
