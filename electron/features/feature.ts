import type { CoreFeedName } from '../../shared/contract/index.ts';
import type { Account } from '../auth/account.ts';
import type { RefreshingTokenProvider } from '../auth/token-provider.ts';
import type { HeavyWork } from '../base/heavy-work.ts';
import type { ChatLog } from '../events/chat-log.ts';
import type { EventHub } from '../events/hub.ts';
import type { RoleCache } from '../events/role-cache.ts';
import type { CoreOptions } from '../host/core-options.ts';
import type { LanguageSource } from '../host/language-source.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { ServerTime } from '../platform/server-time.ts';
import type { CommandHandlers, FeedSources, PageServer } from '../server/ports.ts';
import type { SessionKeeper } from '../session/keeper.ts';
import type { OverlaySettingsSource } from '../settings/overlay-settings.ts';
import type { Ledger } from '../storage/ledger.ts';
import type { HeavyJobs } from './heavy-jobs.ts';

/** Services that exist before the features start. Each feature takes what it needs. */
export interface Services extends CoreOptions {
  readonly language: LanguageSource;
  readonly overlaySettings: OverlaySettingsSource;
  readonly ledger: Ledger;
  readonly chat: ChatLog;
  readonly hub: EventHub;
  readonly roles: RoleCache;
  readonly client: PlatformClient;
  readonly tokens: Pick<RefreshingTokenProvider, 'grant' | 'onChange'>;
  readonly account: Account;
  readonly keeper: SessionKeeper;
  readonly serverTime: ServerTime;
  readonly work: HeavyWork<HeavyJobs>;
  /** null until the page addresses are open. */
  readonly pageServer: () => PageServer | null;
}

/** What a feature offers to pages: handlers of its contract `C`, and its feeds `F`. */
export interface Feature<C, F extends CoreFeedName = never> {
  readonly commands: CommandHandlers<Extract<keyof C, keyof CommandHandlers>>;
  readonly feeds: Pick<FeedSources, F>;
}

type All<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer A) => void
  ? A
  : never;

/** Merges the commands and feeds of all features. */
export function joined<F extends { readonly commands: object; readonly feeds: object }>(
  features: readonly F[],
): { readonly commands: All<F['commands']>; readonly feeds: All<F['feeds']> } {
  return {
    commands: Object.assign({}, ...features.map(({ commands }) => commands)),
    feeds: Object.assign({}, ...features.map(({ feeds }) => feeds)),
  };
}

type Handler = (args: never) => Promise<unknown>;

/** Delays each answer until its ledger writes are on disk, or the disk failed: the hub says so. */
export function durableAnswers<T extends { readonly [name: string]: Handler }>(
  ledger: Pick<Ledger, 'whenDurable'>,
  handlers: T,
): T {
  const durable = Object.entries(handlers).map(([name, handler]) => {
    const answer: Handler = async (args) => {
      const result = await handler(args);
      await ledger.whenDurable()?.catch(() => undefined);
      return result;
    };
    return [name, answer] as const;
  });
  return Object.fromEntries(durable) as T;
}
