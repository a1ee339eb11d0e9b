import { createHash } from 'node:crypto';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import type { ShowFeature } from '../../../electron/features/show/index.ts';
import { startWheel, type WheelFeature } from '../../../electron/features/wheel/index.ts';
import type { WheelConfig, WheelSection } from '../../../shared/contract/wheel.ts';
import { ShowWorld } from '../show/show-world.ts';

export const sectionsOf = (...weights: readonly number[]): readonly WheelSection[] =>
  weights.map((weight, at) => ({ name: `section ${at + 1}`, weight }));

export const CONFIG: WheelConfig = {
  title: '벌칙',
  sections: sectionsOf(3, 2, 1),
  seconds: 5,
  byChat: true,
  beams: 1_000,
  announce: false,
};
export const TURN_MS = CONFIG.seconds * 1_000;

/** The same for the same number, and unlike that of any other. */
export const seedOf = (number: number): string =>
  createHash('sha256').update(`a test's seed ${number}`).digest('hex');

/** The place of the section where spin `n` stops: as the document says it, in whole numbers of any size. */
export function sectionBySeed(seed: string, weights: readonly number[], n: number): number {
  const own = createHash('sha256')
    .update(Buffer.concat([Buffer.from(seed, 'hex'), Buffer.from(`stagelight wheel spin ${n}`)]))
    .digest('hex');
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  for (let counter = 0; ; counter += 1) {
    const end = counter.toString(16).padStart(16, '0');
    const block = createHash('sha256')
      .update(Buffer.from(own + end, 'hex'))
      .digest('hex');
    const number = BigInt(`0x${block.slice(0, 8)}`);
    if (number >= 2n ** 32n - (2n ** 32n % all)) continue;
    let value = number % all;
    return weights.findIndex((weight) => {
      value -= BigInt(weight);
      return value < 0n;
    });
  }
}

/** Wheels on a real ledger. */
export class WheelWorld {
  readonly show: ShowWorld;
  dataDir = '/nowhere';
  seeds = 0;
  feature: ShowFeature;
  wheel: WheelFeature;

  constructor(show = new ShowWorld()) {
    this.show = show;
    this.feature = this.show.start();
    this.wheel = this.#run();
  }

  /** As the next run of the app has it; the one before was killed. */
  restart(): void {
    this.feature = this.show.start();
    this.wheel = this.#run();
  }

  #run(): WheelFeature {
    const { clock, ledger } = this.show;
    return startWheel(
      {
        clock,
        ledger,
        dataDir: this.dataDir,
        show: this.feature,
        makeKey: () => {
          this.seeds += 1;
          return Buffer.from(seedOf(this.seeds), 'hex').toString('base64url');
        },
      },
      new DisposableStore(),
    );
  }

  save(config: Partial<WheelConfig> = {}): Promise<void> {
    return this.wheel.commands['wheel.save']({ ...CONFIG, ...config });
  }

  spin(): Promise<void> {
    return this.wheel.commands['wheel.spin']({});
  }

  /** Spins so often, each until it stops. */
  async spinOften(times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      await this.spin();
      await this.show.clock.advance(TURN_MS);
    }
  }

  get state() {
    return this.wheel.feeds.wheel.read();
  }

  get view() {
    const { wheel } = this.state;
    if (wheel === null) throw new Error('There is no wheel.');
    return wheel;
  }

  /** Everything that pages are told. */
  get told(): string {
    return JSON.stringify([this.state, this.wheel.view()]);
  }
}
