import { Caller, type PlatformOptions, type UserTokens } from './http/caller.ts';
import { QuotaCounters } from './quota.ts';
import { type AuthApi, createAuth } from './resources/auth.ts';
import { createBlocks, createChannels, createUsers } from './resources/channels.ts';
import { createChat } from './resources/chat.ts';
import { createDrops, type DropsApi } from './resources/drops.ts';
import { createCategories, createLives, createStreams } from './resources/lives.ts';
import { createSessions } from './resources/sessions.ts';

export type PlatformClient = ReturnType<typeof createPlatformClient>;

/** The part that signs in; needs no user. */
export function createAuthApi(options: PlatformOptions): AuthApi {
  return createAuth(new Caller(options, new QuotaCounters(options.clock), null), options);
}

/** Drops alone, which need no user. */
export function createDropsApi(options: PlatformOptions): DropsApi {
  const counters = new QuotaCounters(options.clock, options.platformNow);
  return createDrops(new Caller(options, counters, null), counters);
}

/**
 * Every operation of the Open API, typed, for one streamer, whose token comes from `userTokens`.
 * Each method throws a `PlatformError`, or what the token source throws; values outside the
 * platform's limits are refused with `LimitError` before anything is sent.
 */
export function createPlatformClient(
  options: PlatformOptions & { readonly userTokens: UserTokens },
) {
  const counters = new QuotaCounters(options.clock, options.platformNow);
  const caller = new Caller(options, counters, options.userTokens);
  return {
    users: createUsers(caller),
    channels: createChannels(caller),
    lives: createLives(caller),
    categories: createCategories(caller),
    streams: createStreams(caller),
    chat: createChat(caller),
    blocks: createBlocks(caller),
    drops: createDrops(caller, counters),
    sessions: createSessions(caller, options.baseUrl),
  };
}
