import type { Beacon, BeaconAnswer } from '../../shared/overlay/beacon.ts';
import { type Disposable, toDisposable } from '../base/disposables.ts';

/** A connected overlay page in OBS. */
export interface BeaconPage {
  /** null removes it. */
  showBeacon(beacon: Beacon | null): void;
}

type Listener = (page: BeaconPage, id: number, answer: BeaconAnswer) => void;

/** The overlay pages in OBS, and what they answer to a beacon. */
export class BeaconPages {
  readonly #pages = new Set<BeaconPage>();
  readonly #listeners = new Set<Listener>();

  /** In the order in which they connected. */
  get pages(): readonly BeaconPage[] {
    return [...this.#pages];
  }

  join(page: BeaconPage): Disposable {
    this.#pages.add(page);
    return toDisposable(() => this.#pages.delete(page));
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
