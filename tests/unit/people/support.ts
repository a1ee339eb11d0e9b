import { onTestFinished } from 'vitest';
import { type ListedManager, RoleCache } from '../../../electron/events/role-cache.ts';
import { type PeopleApi, RoleLists } from '../../../electron/features/people/role-lists.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { rememberingLogger } from '../events/support.ts';

export const ALL_SCOPES = ['READ:CHANNEL', 'READ:SUBSCRIPTION'] as const;

export const manager = (id: string, userRole = 'STREAMING_CHAT_MANAGER'): ListedManager => ({
  managerChannelId: id,
  userRole,
});
/** `fan-1`, `fan-2`, …: the first is the latest subscriber. */
export const fans = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `fan-${at + 1}`);

/** A platform with two lists, which fails when it is told to. */
export class PeoplePlatform implements PeopleApi {
  readonly calls: string[] = [];
  managed: readonly ListedManager[] = [];
  subscribed: readonly string[] = [];
  /** Thrown by the next calls, one each. */
  readonly failures: unknown[] = [];
  /** Answers wait for `release` while this is set. */
  held = false;
  #waiting: (() => void)[] = [];

  async managers(): Promise<readonly ListedManager[]> {
    const listed = this.managed;
    await this.#enter('managers');
    return listed;
  }

  async subscribers({ page, size }: { page: number; size: number }) {
    const ids = this.subscribed.slice(page * size, (page + 1) * size);
    await this.#enter(`subscribers ${page}`);
    return ids.map((channelId) => ({ channelId }));
  }

  release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }

  async #enter(call: string): Promise<void> {
    this.calls.push(call);
    if (this.held) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.failures.length > 0) throw this.failures.shift();
  }
}

interface OverlayWorldOptions {
  readonly scopes?: readonly string[];
  readonly most?: number;
  readonly random?: () => number;
}

/** Lists on a clock moved by hand. Chance is always in the middle: no wait is earlier or later. */
export function startLists({
  scopes = ALL_SCOPES,
  most,
  random = () => 0.5,
}: OverlayWorldOptions = {}) {
  const clock = new VirtualClock();
  const { log, lines } = rememberingLogger();
  const platform = new PeoplePlatform();
  const book = new RoleCache(clock, most);
  const granted = { scopes };
  const lists = new RoleLists({
    api: platform,
    book,
    clock,
    random,
    log,
    scopes: () => granted.scopes,
  });
  onTestFinished(() => lists.dispose());
  return { clock, lines, platform, book, lists, granted };
}
