/** What the platform takes in stream and chat settings (platform-notes; a test holds both equal). */
export const STREAM_LIMITS = {
  titleMin: 1,
  titleMax: 100,
  tagsMax: 6,
  keywordMax: 100,
} as const;

/** Who may chat, as far as it can be set; the platform may come to answer something else. */
export const CHAT_GROUP_CHOICES = ['ALL', 'FOLLOWER', 'MANAGER'] as const;
export type ChatGroup = (typeof CHAT_GROUP_CHOICES)[number];

/** Offered as choices; other values are taken as well. */
export const SLOW_MODE_SECONDS = [0, 3, 5, 10, 30, 60, 120, 300] as const;
export const FOLLOWER_MINUTES = [
  0, 5, 10, 30, 60, 1440, 10080, 43200, 86400, 129600, 172800, 216000, 259200,
] as const;

/** Ours: what a preset may be called, and how many are kept. */
export const PRESET_LIMITS = { nameMax: 40, most: 30 } as const;
