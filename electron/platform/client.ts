import { Caller } from './http/caller.ts';
import type { PlatformOptions, UserTokens } from './options.ts';
import { QuotaCounters } from './quota.ts';
import { type AuthApi, createAuth } from './resources/auth.ts';
import {
  type BlocksApi,
  type ChannelsApi,
  createBlocks,
  createChannels,
  createUsers,
  type UsersApi,
} from './resources/channels.ts';
import { type ChatApi, createChat } from './resources/chat.ts';
import { createDrops, type DropsApi } from './resources/drops.ts';
import {
  type CategoriesApi,
  createCategories,
  createLives,
  createStreams,
  type LivesApi,
  type StreamsApi,
} from './resources/lives.ts';
import { createSessions, type SessionsApi } from './resources/sessions.ts';

export type { PlatformOptions, UserTokens } from './options.ts';
export type { QuotaUse } from './quota.ts';
export type {
  AuthApi,
  AuthorizationRequest,
  IssuedTokens,
  TokenTypeHint,
} from './resources/auth.ts';
export type { PayoutResult } from './resources/payout.ts';
export type { CreatedSession, ListedSession, SessionsApi } from './resources/sessions.ts';

/**
 * Every operation of the Open API, typed. Each method throws a `PlatformError` of
 * `errors/`, or what the token source throws; values outside the platform's limits are refused
 * with `LimitError` before anything is sent.
 */
export interface PlatformClient {
  readonly users: UsersApi;
  readonly channels: ChannelsApi;
  readonly lives: LivesApi;
  readonly categories: CategoriesApi;
  readonly streams: StreamsApi;
  readonly chat: ChatApi;
  readonly blocks: BlocksApi;
  readonly drops: DropsApi;
  readonly sessions: SessionsApi;
}

/** The part that signs in; needs no user. */
export function createAuthApi(options: PlatformOptions): AuthApi {
  return createAuth(new Caller(options, new QuotaCounters(options.clock), null), options);
}

/** The client for one streamer, whose token comes from `userTokens`. */
export function createPlatformClient(
  options: PlatformOptions & { readonly userTokens: UserTokens },
): PlatformClient {
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
