import type { OnAir } from '../../shared/control/live-desk.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';

/** A broadcast's beginning may be known this late; the clock itself is exact from then on. */
export const ON_AIR_EVERY_MS = 60_000;

export interface OnAirWatchOptions {
  /** Reads the status of a channel; may reject. */
  readonly ask: (channelId: string) => Promise<OnAir>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onChange: () => void;
}

/**
 * Asks once a minute whether the channel is on air, and since when (platform-notes, "Live status";
 * it needs no scope). What cannot be asked stays as it was said last.
 */
export class OnAirWatch implements Disposable {
  readonly #options: OnAirWatchOptions;
  #channelId: string | null = null;
  #onAir: OnAir | null = null;
  #timer: Disposable | null = null;

  constructor(options: OnAirWatchOptions) {
    this.#options = options;
  }

  /** null: not known (yet). */
  get onAir(): OnAir | null {
    return this.#onAir;
  }

  /** Follows this channel from now on; null: none, and nothing is known. */
  follow(channelId: string | null): void {
    if (channelId === this.#channelId) return;
    this.#timer?.dispose();
    this.#timer = null;
    this.#channelId = channelId;
    this.#set(null);
    if (channelId !== null) void this.#ask(channelId);
  }

  dispose(): void {
    this.#channelId = null;
    this.#timer?.dispose();
  }

  async #ask(channelId: string): Promise<void> {
    const { ask, clock, log } = this.#options;
    try {
      const { isLive, openedAt } = await ask(channelId);
      if (channelId !== this.#channelId) return;
      this.#set({ isLive, openedAt: isLive ? openedAt : null });
    } catch (failure) {
      log.debug('the live status could not be read', { failure });
    }
    if (channelId !== this.#channelId) return;
    this.#timer = clock.setTimeout(() => void this.#ask(channelId), ON_AIR_EVERY_MS);
  }

  #set(onAir: OnAir | null): void {
    const before = this.#onAir;
    this.#onAir = onAir;
    const isSame = before?.isLive === onAir?.isLive && before?.openedAt === onAir?.openedAt;
    if (!isSame || (before === null) !== (onAir === null)) this.#options.onChange();
  }
}
