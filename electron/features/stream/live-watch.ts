import type { OnAir } from '../../../shared/contract/live.ts';
import type { LiveNow, ReadAt } from '../../../shared/contract/stream.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { problemOf } from '../../base/errors.ts';
import { readMoment } from '../../base/read-time.ts';
import { SingleFlight } from '../../base/serial-queue.ts';
import type { LiveStatus, LivesApi } from '../../platform/resources/lives.ts';
import type { Services } from '../feature.ts';
import { LOOK_EVERY_MS, ReadingTurns } from './reading-turns.ts';

interface LiveWatchOptions extends Pick<Services, 'clock' | 'random' | 'log'> {
  readonly lives: Pick<LivesApi, 'status' | 'list'>;
}

/** A channel while it is followed without interruption. */
interface Following {
  readonly channelId: string;
  readonly asking: SingleFlight<void>;
  readonly counting: SingleFlight<void>;
  /** Whether the platform has answered since following began. */
  isKnown: boolean;
  timer: Disposable | null;
}

/**
 * Polls whether the channel is live (platform-notes, "Live status"; it needs no scope): at least
 * once a minute while signed in. Viewers are counted only while a dashboard is open.
 */
export class LiveWatch implements Disposable {
  readonly #options: LiveWatchOptions;
  readonly #turns: ReadingTurns;
  readonly #viewers: ViewerCount;
  readonly #onFailure = (failure: unknown) =>
    this.#options.log.error('a listener of the live status failed', { failure });
  readonly #changes = new Emitter<void>(this.#onFailure);
  readonly #onAirChanges = new Emitter<void>(this.#onFailure);
  /** Reports every change, including a reading with the same values and a new time. */
  readonly onChange = this.#changes.on;
  readonly onAirChange = this.#onAirChanges.on;
  #following: Following | null = null;
  #channelId: string | null = null;
  #known: ReadAt<LiveNow> | null = null;
  #problem: Problem | null = null;

  constructor(options: LiveWatchOptions) {
    this.#options = options;
    this.#turns = new ReadingTurns(options.clock, options.random);
    this.#viewers = new ViewerCount(options);
  }

  /** The last status read, also after sign-out; null if there is none for this channel. */
  get known(): ReadAt<LiveNow> | null {
    return this.#known;
  }

  /** Why the last reading failed; null if it succeeded. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Whether the followed channel is live; null if unknown or none is followed. */
  get onAir(): OnAir | null {
    if (!this.#following?.isKnown || this.#known === null) return null;
    const { isLive, openedAt } = this.#known.value;
    return { isLive, openedAt: isLive ? openedAt : null };
  }

  /** Follows a channel and reads at once. null: it is unknown, so nothing is read. */
  follow(channelId: string | null): void {
    this.#turns.startOver();
    this.#viewers.startOver();
    this.#move(() => {
      this.#problem = null;
      if (channelId !== this.#channelId) this.#known = null;
      this.#channelId = channelId;
      if (channelId === this.#following?.channelId) return;
      this.#end();
      if (channelId !== null) this.#following = begin(channelId);
    });
    if (this.#following) void this.#ask(this.#following);
  }

  /** Stops after sign-out. The last status stays known, but `onAir` does not. */
  rest(): void {
    this.#move(() => this.#end());
  }

  /** For an open dashboard. `due`: only values older than a minute. Never rejects. */
  async read(due: boolean): Promise<void> {
    const following = this.#following;
    if (following === null) return;
    // An answer under way may be older than this request.
    if (!due) await following.asking.ended();
    if (following !== this.#following) return;
    if (due ? this.#turns.isDue : this.#turns.isAllowed) await this.#ask(following);
    const isLive = following === this.#following && following.isKnown && this.#known?.value.isLive;
    if (isLive && (!due || this.#viewers.isDue)) await this.#count(following);
  }

  dispose(): void {
    this.#end();
    this.#changes.dispose();
    this.#onAirChanges.dispose();
  }

  #ask(following: Following): Promise<void> {
    return following.asking.run(() => this.#askNow(following));
  }

  async #askNow(following: Following): Promise<void> {
    following.timer?.dispose();
    let settle: () => void;
    try {
      const said = await this.#options.lives.status(following.channelId);
      settle = () => this.#said(following, said);
    } catch (failure) {
      settle = () => this.#failed(failure);
    }
    if (following !== this.#following) return;
    this.#move(settle);
    this.#plan(following);
  }

  /** Every minute, also after failures, except while the platform asks us to wait. */
  #plan(following: Following): void {
    following.timer = this.#options.clock.setTimeout(() => {
      if (this.#turns.isAllowed) void this.#ask(following);
      else this.#plan(following);
    }, LOOK_EVERY_MS);
  }

  #said(following: Following, { isLive, title, openedAt }: LiveStatus): void {
    const began = readMoment(openedAt);
    const isSameBroadcast = isLive && began === this.#known?.value.openedAt;
    if (!isSameBroadcast) this.#viewers.startOver();
    following.isKnown = true;
    this.#known = {
      value: { isLive, title, openedAt: began, viewers: this.#viewers.latest },
      readAt: this.#options.clock.now(),
    };
    this.#problem = null;
    this.#turns.succeeded();
  }

  #failed(failure: unknown): void {
    const { log } = this.#options;
    // Logs only the first failure, not one per minute.
    if (this.#problem === null) log.warn('the live status could not be read', { failure });
    this.#problem = problemOf(failure);
    this.#turns.failed(failure);
  }

  #count(following: Following): Promise<void> {
    return following.counting.run(async () => {
      await this.#viewers.count(following.channelId);
      const known = this.#known;
      if (following !== this.#following || !known?.value.isLive) return;
      const viewers = this.#viewers.latest;
      this.#move(() => {
        this.#known = { ...known, value: { ...known.value, viewers } };
      });
    });
  }

  #end(): void {
    this.#following?.timer?.dispose();
    this.#following = null;
  }

  #move(change: () => void): void {
    const before = this.onAir;
    change();
    const { onAir } = this;
    const isSame = before?.isLive === onAir?.isLive && before?.openedAt === onAir?.openedAt;
    if (!isSame) this.#onAirChanges.fire();
    this.#changes.fire();
  }
}

function begin(channelId: string): Following {
  return {
    channelId,
    asking: new SingleFlight(),
    counting: new SingleFlight(),
    isKnown: false,
    timer: null,
  };
}

/** The platform's largest page of broadcasts (platform-notes, "Live list"). */
const PAGE_SIZE = 20;
/** Maximum pages searched for the own broadcast, the platform's only source of its viewer count. */
const PAGES_MOST = 5;
/** Wait after a search without a result, milliseconds. */
const NOT_FOUND_REST_MS = 5 * 60_000;
/** Counts older than this are not shown beside a fresh status, milliseconds. */
const TOO_OLD_MS = 2 * LOOK_EVERY_MS;

/** Only the list of broadcasts has it, so it is unknown beyond the first hundred. */
class ViewerCount {
  readonly #options: LiveWatchOptions;
  #count: number | null = null;
  /** On the monotonic clock, as the next. */
  #countedAt = Number.NEGATIVE_INFINITY;
  #listAgainAt = Number.NEGATIVE_INFINITY;

  constructor(options: LiveWatchOptions) {
    this.#options = options;
  }

  /** null if not counted recently, or if the channel is not near the top of the list. */
  get latest(): number | null {
    return this.#age > TOO_OLD_MS ? null : this.#count;
  }

  /** Whether an open dashboard triggers a new count. */
  get isDue(): boolean {
    return this.#age >= LOOK_EVERY_MS;
  }

  startOver(): void {
    this.#count = null;
    this.#countedAt = Number.NEGATIVE_INFINITY;
    this.#listAgainAt = Number.NEGATIVE_INFINITY;
  }

  /** Counts viewers, unless a recent search found nothing. Never rejects. */
  async count(channelId: string): Promise<void> {
    const { clock, log } = this.#options;
    if (clock.monotonic() < this.#listAgainAt) return;
    let found: number | null = null;
    try {
      found = await this.#find(channelId);
    } catch (failure) {
      log.debug('the list of broadcasts could not be read', { failure });
    }
    const now = clock.monotonic();
    this.#count = found;
    this.#countedAt = now;
    if (found === null) this.#listAgainAt = now + NOT_FOUND_REST_MS;
  }

  get #age(): number {
    return this.#options.clock.monotonic() - this.#countedAt;
  }

  async #find(channelId: string): Promise<number | null> {
    let mark: { readonly next?: string } = {};
    for (let page = 0; page < PAGES_MOST; page += 1) {
      const { items, next } = await this.#options.lives.list({ size: PAGE_SIZE, ...mark });
      const own = items.find((live) => live.channelId === channelId);
      if (own) return own.concurrentUserCount;
      if (next === null) break;
      mark = { next };
    }
    return null;
  }
}
