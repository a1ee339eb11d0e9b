import type { FeedFrame, FeedName, Feeds } from '../../shared/bridge/contract.ts';
import { assertNever } from '../../shared/events.ts';

/** Enough for a page that opens its list late; the core keeps the rest. */
const KEPT_EVENTS = 500;

type Listeners = { readonly [N in FeedName]: Set<(value: Feeds[N]) => void> };
type Values = { -readonly [N in FeedName]?: Feeds[N] };

/** The present value of every feed, and who wants to hear of it. */
export class FeedMemory {
  readonly #values: Values = {};
  readonly #listeners: Listeners = {
    status: new Set(),
    events: new Set(),
    language: new Set(),
    lifeline: new Set(),
    overlay: new Set(),
    figures: new Set(),
    alerts: new Set(),
    media: new Set(),
    reading: new Set(),
    live: new Set(),
    stream: new Set(),
    people: new Set(),
    drops: new Set(),
    care: new Set(),
    desktop: new Set(),
  };

  /** Calls back with the present value, if there is one, and with every change. */
  follow<N extends FeedName>(feed: N, listener: (value: Feeds[N]) => void): () => void {
    // An entry of its own, so that one function may follow twice and stop once.
    const entry = (value: Feeds[N]) => listener(value);
    this.#listeners[feed].add(entry);
    const present = this.#values[feed];
    if (present !== undefined) listener(present);
    return () => {
      this.#listeners[feed].delete(entry);
    };
  }

  receive(frame: FeedFrame): void {
    switch (frame.feed) {
      case 'status':
        this.#values.status = frame.value;
        tell(this.#listeners.status, frame.value);
        break;
      case 'language':
        this.#values.language = frame.value;
        tell(this.#listeners.language, frame.value);
        break;
      case 'lifeline':
        this.#values.lifeline = frame.value;
        tell(this.#listeners.lifeline, frame.value);
        break;
      case 'overlay':
        this.#values.overlay = frame.value;
        tell(this.#listeners.overlay, frame.value);
        break;
      case 'figures':
        this.#values.figures = frame.value;
        tell(this.#listeners.figures, frame.value);
        break;
      case 'media':
        this.#values.media = frame.value;
        tell(this.#listeners.media, frame.value);
        break;
      case 'alerts':
        this.#values.alerts = frame.value;
        tell(this.#listeners.alerts, frame.value);
        break;
      case 'reading':
        this.#values.reading = frame.value;
        tell(this.#listeners.reading, frame.value);
        break;
      case 'live':
        this.#values.live = frame.value;
        tell(this.#listeners.live, frame.value);
        break;
      case 'stream':
        this.#values.stream = frame.value;
        tell(this.#listeners.stream, frame.value);
        break;
      case 'people':
        this.#values.people = frame.value;
        tell(this.#listeners.people, frame.value);
        break;
      case 'drops':
        this.#values.drops = frame.value;
        tell(this.#listeners.drops, frame.value);
        break;
      case 'care':
        this.#values.care = frame.value;
        tell(this.#listeners.care, frame.value);
        break;
      case 'desktop':
        this.#values.desktop = frame.value;
        tell(this.#listeners.desktop, frame.value);
        break;
      case 'events':
        this.#values.events = joined(this.#values.events, frame.value);
        tell(this.#listeners.events, frame.value);
        break;
      default:
        assertNever(frame);
    }
  }

  forgetListeners(): void {
    for (const listeners of Object.values(this.#listeners)) listeners.clear();
  }
}

function tell<T>(listeners: ReadonlySet<(value: T) => void>, value: T): void {
  for (const listener of [...listeners]) listener(value);
}

/** What somebody who starts to follow now must be told: all kept events, as a fresh start. */
function joined(present: Feeds['events'] | undefined, next: Feeds['events']): Feeds['events'] {
  const before = next.reset ? [] : (present?.events ?? []);
  return { reset: true, events: [...before, ...next.events].slice(-KEPT_EVENTS) };
}
