import { CONTROL_FEED_NAMES, type ControlFeedName } from '../../shared/control/control-contract.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { encode } from './frames.ts';
import { Pacer } from './pacer.ts';
import type { ControlSources } from './ports.ts';

export const CONTROL_INTERVAL_MS = 100;

/** One of the control room's feeds as it is now. */
export function controlFrame(sources: ControlSources, feed: ControlFeedName): Buffer {
  switch (feed) {
    case 'live':
      return encode({ type: 'feed', feed, value: sources.live.read() });
    case 'stream':
      return encode({ type: 'feed', feed, value: sources.stream.read() });
    case 'people':
      return encode({ type: 'feed', feed, value: sources.people.read() });
    case 'drops':
      return encode({ type: 'feed', feed, value: sources.drops.read() });
    case 'care':
      return encode({ type: 'feed', feed, value: sources.care.read() });
  }
}

/** Says the control room's feeds to all dashboards, each at most ten times a second. */
export class ControlFeedsOut implements Disposable {
  readonly #pacers = new Map<ControlFeedName, Pacer>();
  readonly #owed = new Set<ControlFeedName>();
  readonly #owned = new DisposableStore();

  constructor(
    sources: ControlSources,
    clock: Clock,
    listening: () => boolean,
    send: (bytes: Buffer) => void,
  ) {
    for (const feed of CONTROL_FEED_NAMES) {
      const pacer = this.#owned.add(
        new Pacer(clock, CONTROL_INTERVAL_MS, () => {
          this.#owed.delete(feed);
          send(controlFrame(sources, feed));
        }),
      );
      this.#pacers.set(feed, pacer);
      this.#owned.add(
        sources[feed].onChange(() => {
          if (!listening()) return;
          this.#owed.add(feed);
          pacer.request();
        }),
      );
    }
  }

  flush(): void {
    for (const feed of [...this.#owed]) this.#pacers.get(feed)?.runNow();
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
