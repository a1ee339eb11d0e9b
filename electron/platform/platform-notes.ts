/**
 * Facts from sources other than the specification: addresses, operations whose paths it does not
 * show, their limits, and error messages. Each has a confidence (high: official page and several
 * clients; medium: one source; low: inferred), so that a wrong guess is fixed in one place. The
 * specification takes precedence.
 */
import { byClient, byNobody, byUser, change, get, type Operation } from './operations.ts';

/** Confidence high. Every address stays a setting. */
export const DEFAULT_BASE_URL = 'https://ci.me';
/** Confidence high. */
export const DEFAULT_AUTH_URL = 'https://ci.me';
/** Confidence high. Where a streamer finds the client id and secret. */
export const DEVELOPER_PORTAL_URL = 'https://developers.ci.me';

const ROOT = '/api/openapi';
const OPEN = `${ROOT}/open/v1`;
const LIVE_SETTING = `${OPEN}/lives/setting`;
const CHAT_SETTINGS = `${OPEN}/chats/settings`;
const BLOCKS = `${OPEN}/restrict-channels`;

/** Operations whose path the specification leaves out. Confidence high unless noted. */
export const NOTE_OPERATIONS = {
  followers: get('channels.followers', `${OPEN}/channels/followers`, byUser('READ:CHANNEL')),
  subscribers: get(
    'channels.subscribers',
    `${OPEN}/channels/subscribers`,
    byUser('READ:SUBSCRIPTION'),
  ),
  /** Confidence medium. */
  managers: get('channels.managers', `${OPEN}/channels/streaming-roles`, byUser('READ:CHANNEL')),
  lives: get('lives.list', `${OPEN}/lives`, byClient),
  liveSettings: get('lives.settings', LIVE_SETTING, byUser('READ:LIVE_STREAM_SETTINGS')),
  updateLiveSettings: change(
    'PATCH',
    'lives.updateSettings',
    LIVE_SETTING,
    byUser('WRITE:LIVE_STREAM_SETTINGS'),
  ),
  /** Confidence medium. */
  categorySearch: get('categories.search', `${OPEN}/categories/search`, byClient),
  streamKey: get('streams.key', `${OPEN}/streams/key`, byUser('READ:LIVE_STREAM_KEY')),
  /** Confidence medium. */
  liveStatus: get('lives.status', `${ROOT}/v1/{channelId}/live-status`, byNobody),
  chatSettings: get('chat.settings', CHAT_SETTINGS, byUser('READ:LIVE_CHAT_SETTINGS')),
  updateChatSettings: change(
    'PUT',
    'chat.updateSettings',
    CHAT_SETTINGS,
    byUser('WRITE:LIVE_CHAT_SETTINGS'),
  ),
  chatSend: change('POST', 'chat.send', `${OPEN}/chats/send`, byUser('WRITE:LIVE_CHAT')),
  chatNotice: change(
    'POST',
    'chat.notice',
    `${OPEN}/chats/notice`,
    byUser('WRITE:LIVE_CHAT_NOTICE'),
  ),
  block: change('POST', 'blocks.block', BLOCKS, byUser('WRITE:USER_BLOCK')),
  unblock: change('DELETE', 'blocks.unblock', BLOCKS, byUser('WRITE:USER_BLOCK')),
  blocks: get('blocks.list', BLOCKS, byUser('READ:USER_BLOCK')),
} as const satisfies Record<string, Operation>;

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
