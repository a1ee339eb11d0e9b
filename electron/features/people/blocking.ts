import type { Found } from '../../../shared/contract/command.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { delay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { StagelightError } from '../../base/errors.ts';
import { UnavailableError } from '../../platform/errors.ts';
import type { BlocksApi } from '../../platform/resources/channels.ts';
import { damagedIn } from '../../platform/resources/fields.ts';
import type { Services } from '../feature.ts';

const LOOK_WITHIN_MS = 20_000;
/** The platform's largest page (platform-notes, "Banned users"). */
const CHECK_PAGE = 50;
const CHECK_PAGES_MOST = 20;

interface BlockingOptions extends Pick<Services, 'clock' | 'log'> {
  readonly blocks: BlocksApi;
  /** Whether the block list may be read (READ:USER_BLOCK). */
  readonly canRead: () => boolean;
}

/** Each change once (platform-notes, "What real clients ran into", 12); a lost answer is looked up. */
export class Blocking implements Disposable {
  readonly #options: BlockingOptions;
  readonly #changes = new Emitter<void>((failure) =>
    this.#options.log.error('a listener failed', { failure }),
  );
  readonly onChange = this.#changes.on;
  readonly #underWay = new Map<string, Promise<unknown>>();
  #revision = 0;

  constructor(options: BlockingOptions) {
    this.#options = options;
  }

  /** Increases when the list may have changed. */
  get revision(): number {
    return this.#revision;
  }

  /** Throws an error of unknown outcome, or that of the platform. `name`: for errors. */
  block(channelId: string, name: string | null = null): Promise<void> {
    return this.#change('block', channelId, name);
  }

  unblock(channelId: string, name: string | null = null): Promise<void> {
    return this.#change('unblock', channelId, name);
  }

  /** What the block list says about a change whose answer was lost. Never rejects. */
  check(change: BlockChange, channelId: string): Promise<Found> {
    return this.#lookInTime(change, channelId);
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #change(change: BlockChange, channelId: string, name: string | null): Promise<void> {
    const failure = await this.#send(change, channelId);
    if (failure === null) return;
    if (!mayHaveHappened(failure)) throw failure;
    if ((await this.#lookInTime(change, channelId)) === 'done') return;
    this.#options.log.warn('what became of a block is not known', { change });
    // It is not sent again automatically; the block list shows the result.
    const whom: Text =
      name === null
        ? { key: 'problem.people-unsure.unnamed' }
        : { key: 'problem.people-unsure.named', values: { name } };
    const problem = {
      code: `people-${change}-unsure`,
      values: { whom },
      outcome: 'unknown',
    } as const;
    throw new StagelightError(problem, { cause: failure });
  }

  async #lookInTime(change: BlockChange, channelId: string): Promise<Found> {
    const limit = new AbortController();
    const timeUp = delay(this.#options.clock, LOOK_WITHIN_MS, limit.signal).then(
      (): Found => 'unclear',
    );
    try {
      return await Promise.race([this.#look(change, channelId, limit), timeUp]);
    } finally {
      limit.abort();
    }
  }

  /** One call at a time for the same change. Resolves to its failure; null: it succeeded. */
  #send(change: BlockChange, channelId: string): Promise<unknown> {
    const key = keyOf(change, channelId);
    const present = this.#underWay.get(key);
    if (present) return present;
    const ended = (failure: unknown): unknown => {
      this.#underWay.delete(key);
      if (failure !== null && !mayHaveHappened(failure)) return failure;
      this.#revision += 1;
      this.#changes.fire();
      return failure;
    };
    const sent = this.#options.blocks[change](channelId).then(() => ended(null), ended);
    this.#underWay.set(key, sent);
    return sent;
  }

  async #look(change: BlockChange, channelId: string, limit: AbortController): Promise<Found> {
    const { blocks, canRead, log } = this.#options;
    if (!canRead()) return 'unclear';
    // Until its own call is answered, the list may be the one from before.
    const present = this.#underWay.get(keyOf(change, channelId));
    if (present && (await present) === null) return 'done';
    const isBlock = change === 'block';
    const listed: Found = isBlock ? 'done' : 'not-done';
    const absent: Found = isBlock ? 'not-done' : 'done';
    try {
      let mark: { readonly next?: string } = {};
      let damaged = 0;
      for (let page = 0; page < CHECK_PAGES_MOST && !limit.signal.aborted; page += 1) {
        const { items, next } = await blocks.list({ size: CHECK_PAGE, ...mark });
        if (items.some((each) => each.restrictedChannelId === channelId)) return listed;
        damaged += damagedIn(items);
        // An unreadable entry could be the viewer in question.
        if (next === null) return damaged > 0 ? 'unclear' : absent;
        mark = { next };
      }
    } catch (failure) {
      log.debug('the list of blocked people could not be read', { failure });
    }
    return 'unclear';
  }
}

/** Whether the platform may have made the change although no usable answer came. */
function mayHaveHappened(failure: unknown): boolean {
  return failure instanceof UnavailableError && failure.mayHaveHappened;
}

type BlockChange = 'block' | 'unblock';

function keyOf(change: BlockChange, channelId: string): string {
  return `${change} ${channelId}`;
}
