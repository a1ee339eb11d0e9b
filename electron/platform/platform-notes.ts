/**
 * Facts from sources other than the specification: addresses, operations whose paths it does not
 * show, their limits, and error messages. Each has a confidence, so that a wrong guess is fixed in
 * one place. The specification takes precedence.
 */
import { byClient, byNobody, byUser, type Operation } from './operations.ts';

/** high: official page and several clients; medium: one source; low: inferred. */
export type Confidence = 'high' | 'medium' | 'low';

interface NotedOperation extends Operation {
  readonly confidence: Confidence;
}

/** Confidence high. Every address stays a setting. */
export const DEFAULT_BASE_URL = 'https://ci.me';
/** Confidence high. */
export const DEFAULT_AUTH_URL = 'https://ci.me';
/** Confidence high. Where a streamer finds the client id and secret. */
export const DEVELOPER_PORTAL_URL = 'https://developers.ci.me';

const ROOT = '/api/openapi';
const OPEN = `${ROOT}/open/v1`;

/** Operations whose method, path and inputs the specification leaves out. */
export const NOTE_OPERATIONS = {
  followers: {
    name: 'channels.followers',
    method: 'GET',
    path: `${OPEN}/channels/followers`,
    auth: byUser('READ:CHANNEL'),
    repeat: 'safe',
    confidence: 'high',
  },
  subscribers: {
    name: 'channels.subscribers',
    method: 'GET',
    path: `${OPEN}/channels/subscribers`,
    auth: byUser('READ:SUBSCRIPTION'),
    repeat: 'safe',
    confidence: 'high',
  },
  managers: {
    name: 'channels.managers',
    method: 'GET',
    path: `${OPEN}/channels/streaming-roles`,
    auth: byUser('READ:CHANNEL'),
    repeat: 'safe',
    confidence: 'medium',
  },
  lives: {
    name: 'lives.list',
    method: 'GET',
    path: `${OPEN}/lives`,
    auth: byClient,
    repeat: 'safe',
    confidence: 'high',
  },
  liveSettings: {
    name: 'lives.settings',
    method: 'GET',
    path: `${OPEN}/lives/setting`,
    auth: byUser('READ:LIVE_STREAM_SETTINGS'),
    repeat: 'safe',
    confidence: 'high',
  },
  updateLiveSettings: {
    name: 'lives.updateSettings',
    method: 'PATCH',
    path: `${OPEN}/lives/setting`,
    auth: byUser('WRITE:LIVE_STREAM_SETTINGS'),
    repeat: 'never',
    confidence: 'high',
  },
  categorySearch: {
    name: 'categories.search',
    method: 'GET',
    path: `${OPEN}/categories/search`,
    auth: byClient,
    repeat: 'safe',
    confidence: 'medium',
  },
  streamKey: {
    name: 'streams.key',
    method: 'GET',
    path: `${OPEN}/streams/key`,
    auth: byUser('READ:LIVE_STREAM_KEY'),
    repeat: 'safe',
    confidence: 'high',
  },
  liveStatus: {
    name: 'lives.status',
    method: 'GET',
    path: `${ROOT}/v1/{channelId}/live-status`,
    auth: byNobody,
    repeat: 'safe',
    confidence: 'medium',
  },
  chatSettings: {
    name: 'chat.settings',
    method: 'GET',
    path: `${OPEN}/chats/settings`,
    auth: byUser('READ:LIVE_CHAT_SETTINGS'),
    repeat: 'safe',
    confidence: 'high',
  },
  updateChatSettings: {
    name: 'chat.updateSettings',
    method: 'PUT',
    path: `${OPEN}/chats/settings`,
    auth: byUser('WRITE:LIVE_CHAT_SETTINGS'),
    repeat: 'never',
    confidence: 'high',
  },
  chatSend: {
    name: 'chat.send',
    method: 'POST',
    path: `${OPEN}/chats/send`,
    auth: byUser('WRITE:LIVE_CHAT'),
    repeat: 'never',
    confidence: 'high',
  },
  chatNotice: {
    name: 'chat.notice',
    method: 'POST',
    path: `${OPEN}/chats/notice`,
    auth: byUser('WRITE:LIVE_CHAT_NOTICE'),
    repeat: 'never',
    confidence: 'high',
  },
  block: {
    name: 'blocks.block',
    method: 'POST',
    path: `${OPEN}/restrict-channels`,
    auth: byUser('WRITE:USER_BLOCK'),
    repeat: 'never',
    confidence: 'high',
  },
  unblock: {
    name: 'blocks.unblock',
    method: 'DELETE',
    path: `${OPEN}/restrict-channels`,
    auth: byUser('WRITE:USER_BLOCK'),
    repeat: 'never',
    confidence: 'high',
  },
  blocks: {
    name: 'blocks.list',
    method: 'GET',
    path: `${OPEN}/restrict-channels`,
    auth: byUser('READ:USER_BLOCK'),
    repeat: 'safe',
    confidence: 'high',
  },
} as const satisfies Record<string, NotedOperation>;

/** Limits of the operations above. Confidence high unless noted. */
export const NOTE_LIMITS = {
  channelIdsMax: 20,
  /** Confidence low: only the default (20) is known; the other lists of channels stop at 50. */
  followersSizeMax: 50,
  subscribersSizeMax: 50,
  livesSizeMax: 20,
  categoriesSizeMax: 50,
  blocksSizeMax: 50,
  keywordMax: 100,
  titleMin: 1,
  titleMax: 100,
  tagsMax: 6,
  messageMin: 1,
  messageMax: 100,
} as const;

/** Choices to offer, confidence low (from a similar platform): other values are accepted. */
export const CHAT_CHOICES = {
  slowModeSeconds: [0, 3, 5, 10, 30, 60, 120, 300],
  followerMinutes: [0, 5, 10, 30, 60, 1440, 10080, 43200, 86400, 129600, 172800, 216000, 259200],
} as const;

/** Confidence high. Who may chat. */
export const CHAT_GROUPS = ['ALL', 'FOLLOWER', 'MANAGER'] as const;
/** Confidence high. Whose name a chat message carries; APP is the platform's default. */
export const SENDER_TYPES = ['APP', 'USER'] as const;
/** Confidence high. */
export const SUBSCRIBER_SORTS = ['RECENT', 'LONGER'] as const;

/** Confidence high. The session's key is this query parameter of the created session's url. */
export const SESSION_KEY_PARAMETER = 'sessionKey';

/** Patterns of error messages that the specification does not show. */
export const MESSAGE_PATTERNS = {
  /** Confidence medium: a 401 whose cause is the application, not the token. */
  wrongClient: /^invalid client\b|client credentials (are )?(invalid|do not match|mismatch)/i,
  /** Confidence low: a 401 for an expired access token, so that a newer one helps. */
  endedToken: /token\b.*\b(expired|revoked|invalid)|\b(expired|revoked|invalid)\b.*\btoken|만료/i,
  /** Confidence low: neither status nor wording of a rejection for quota is documented. */
  quota: /quota|daily limit|per[- ]day|할당량|일일 한도/i,
} as const;

/**
 * Confidence low. A drops call refused with 429 met a rate limit, unless its body mentions quota or
 * the requested wait is longer than this: then the day's quota is used up.
 */
export const RATE_LIMIT_WAIT_MAX_MS = 60 * 60_000;
