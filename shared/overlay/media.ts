/** The media library: pictures, animations, sounds and fonts, kept under the hash of their content. */

export const MEDIA_TYPES = {
  'image/png': { kind: 'image', mostBytes: 8_000_000 },
  'image/jpeg': { kind: 'image', mostBytes: 8_000_000 },
  'image/gif': { kind: 'image', mostBytes: 16_000_000 },
  'image/webp': { kind: 'image', mostBytes: 16_000_000 },
  'image/avif': { kind: 'image', mostBytes: 8_000_000 },
  'video/webm': { kind: 'video', mostBytes: 64_000_000 },
  'video/mp4': { kind: 'video', mostBytes: 64_000_000 },
  'audio/mpeg': { kind: 'sound', mostBytes: 8_000_000 },
  'audio/ogg': { kind: 'sound', mostBytes: 8_000_000 },
  'audio/wav': { kind: 'sound', mostBytes: 16_000_000 },
  'font/woff2': { kind: 'font', mostBytes: 8_000_000 },
} as const satisfies Record<string, { kind: MediaKind; mostBytes: number }>;

export type MediaType = keyof typeof MEDIA_TYPES;
export type MediaKind = 'image' | 'video' | 'sound' | 'font';

/** What no item may be over, whatever its type. */
export const MEDIA_LIMITS = {
  sidePixels: 4_096,
  frames: 600,
  videoS: 60,
  soundS: 30,
  /** Characters. */
  nameChars: 120,
  totalBytes: 1_000_000_000,
  /** One part of an upload, before it is written as base64. */
  partBytes: 32_768,
} as const;

export const MEDIA_MOST_BYTES = Math.max(
  ...Object.values(MEDIA_TYPES).map(({ mostBytes }) => mostBytes),
);

export interface MediaItem {
  /** SHA-256 of the content, hexadecimal: its name everywhere. */
  readonly hash: string;
  readonly name: string;
  readonly type: MediaType;
  readonly bytes: number;
  readonly addedAt: number;
  /** Rules and themes that use it. */
  readonly uses: number;
  /** The default is shown instead. */
  readonly broken: boolean;
}

/** Below a page's own address. */
export function mediaPath(hash: string): string {
  return `media/${hash}`;
}
