import { DisposableStore } from '../../../electron/base/disposables.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { startSubathon } from '../../../electron/features/subathon/index.ts';
import type { SubathonConfig } from '../../../shared/contract/subathon.ts';
import { gives, ShowWorld } from '../show/show-world.ts';

export const UNCAPPED = { mostEach: null, mostInAll: null };
export const CONFIG: SubathonConfig = {
  title: '',
  minutes: 10,
  rules: [
    { by: 'donation', per: 7, seconds: 1, ...UNCAPPED },
    { by: 'cheering', per: 3, seconds: 1, ...UNCAPPED },
  ],
  limitHours: null,
  announce: true,
};

export const cheers = (beams: number) => gives('c', beams, { donationType: 'CHEERING' });

/** Subathon clocks on the show kit, with a computer that can sleep and be set. */
export class SubathonWorld extends ShowWorld {
  /** Sleep that the monotonic clock did not notice, milliseconds. */
  slept = 0;
  /** What the present run started. */
  owned = new DisposableStore();

  /** A run of the app; one before it was killed. */
  run() {
    const show = this.start();
    const world = this;
    const hub = {
      get onBatch() {
        return world.onBatch;
      },
    };
    const uptimeMs = () => this.clock.monotonic() + this.slept;
    const { runClock: clock } = this;
    this.owned = new DisposableStore();
    return startSubathon({ show, hub, clock, log: silentLogger, uptimeMs }, this.owned);
  }
}

export type RunningSubathon = ReturnType<SubathonWorld['run']>;

export const timeOf = (feature: RunningSubathon) => {
  const time = feature.view()?.time;
  if (!time) throw new TypeError('There is no clock.');
  return time;
};
