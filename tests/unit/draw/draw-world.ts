import { createHash } from 'node:crypto';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { type DrawFeature, startDraw } from '../../../electron/features/draw/index.ts';
import type { WaitingPlayer } from '../../../electron/features/players/index.ts';
import type { OwnerOf, ShowFeature } from '../../../electron/features/show/index.ts';
import type { DrawConfig } from '../../../shared/contract/draw.ts';
import { ShowWorld } from '../show/show-world.ts';

export const CONFIG: DrawConfig = {
  title: '선물',
  entry: { by: 'keyword', keyword: '!참가' },
  subscribersOnly: false,
  exceptLast: 0,
  winners: 1,
  seconds: null,
  answer: false,
  answerSeconds: 60,
  announce: false,
};

/** The same for the same number, and unlike that of any other. */
export const seedOf = (number: number): string =>
  createHash('sha256').update(`a test's seed ${number}`).digest('hex');

/** Draws on a real ledger. */
export class DrawWorld {
  readonly show = new ShowWorld();
  dataDir = '/nowhere';
  seeds = 0;
  /** Who waits to play along; null: no queue runs. */
  waiting: readonly WaitingPlayer[] | null = null;
  /** Who else answers to a word of chat. */
  ownerOf: OwnerOf = () => null;
  feature: ShowFeature;
  draw: DrawFeature;

  constructor({ roleOf }: { readonly roleOf?: ShowWorld['roleOf'] } = {}) {
    if (roleOf) this.show.roleOf = roleOf;
    this.feature = this.show.start();
    this.draw = this.#run();
  }

  /** As the next run of the app has it; the one before was killed. */
  restart(): void {
    this.feature = this.show.start();
    this.draw = this.#run();
  }

  #run(): DrawFeature {
    const { clock, ledger } = this.show;
    const world = this;
    return startDraw(
      {
        clock,
        ledger,
        dataDir: this.dataDir,
        show: this.feature,
        waitingPlayers: () => this.waiting,
        ownerOf: (word) => this.ownerOf(word),
        hub: {
          get lastSeq() {
            return world.show.lastSeq;
          },
        },
        makeKey: () => {
          this.seeds += 1;
          return Buffer.from(seedOf(this.seeds), 'hex').toString('base64url');
        },
      },
      new DisposableStore(),
    );
  }

  begin(config: Partial<DrawConfig> = {}): Promise<void> {
    return this.draw.commands['draw.begin']({ ...CONFIG, ...config });
  }

  get view() {
    const { draw } = this.draw.feeds.draw.read();
    if (draw === null) throw new Error('There is no draw.');
    return draw;
  }

  /** Everything that pages are told. */
  get told(): string {
    return JSON.stringify([this.draw.feeds.draw.read(), this.draw.view()]);
  }
}
