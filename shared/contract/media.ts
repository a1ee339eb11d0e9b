import { z } from 'zod';
import { MEDIA_TYPES, type MediaItem, type MediaType } from '../overlay/media.ts';
import { feed, LONG_WRITE } from './command.ts';

/** Files are sent in parts, because dashboard frames are small. */

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const upload = z.string().min(1).max(100);

const mediaItemSchema = z.object({
  hash,
  name: z.string(),
  type: z.enum(Object.keys(MEDIA_TYPES) as [MediaType, ...MediaType[]]),
  bytes: z.number().int(),
  addedAt: z.number().int(),
  uses: z.number().int(),
  broken: z.boolean(),
});

export const MEDIA_COMMANDS = {
  /** The upload expires after a minute without a part. */
  'media.begin': {
    args: z.strictObject({ name: z.string().max(1_000), bytes: z.number().int().min(0) }),
    result: z.object({ upload }),
  },
  /** Base64 of at most 32,768 bytes, numbered from 0. An invalid part ends the upload. */
  'media.part': {
    args: z.strictObject({ upload, index: z.number().int().min(0), data: z.string().max(43_692) }),
  },
  'media.finish': {
    args: z.strictObject({ upload }),
    result: mediaItemSchema,
    time: LONG_WRITE,
  },
  /** Works even while the file is in use; its users then show the default. */
  'media.remove': { args: z.strictObject({ hash }) },
} as const;

export const MEDIA_FEED = feed<readonly MediaItem[]>({ everyMs: 100 });
