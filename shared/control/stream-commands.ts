import { z } from 'zod';
import { countCharacters } from '../characters.ts';
import { problemSchema } from '../problem.ts';
import {
  chatChangeSchema,
  liveChangeSchema,
  streamBaseSchema,
  streamCategorySchema,
  streamChangeSchema,
  streamPresetSchema,
} from './stream-fields.ts';
import { STREAM_LIMITS } from './stream-limits.ts';

const nothing = z.object({}).strict();
const basedOn = streamBaseSchema;
/** What became of each part that was to be changed; problem null: it is as it was to be. */
const outcome = z.object({
  parts: z.array(z.object({ part: z.enum(['live', 'chat']), problem: problemSchema.nullable() })),
});
export type StreamOutcome = z.infer<typeof outcome>;

/** What a dashboard may ask of this part of the control room. */
export const STREAM_COMMANDS = {
  /** A dashboard shows the desk: what is older than a minute is read again. Answered at once. */
  'stream.look': { args: nothing, result: nothing },
  /** Reads everything now, but where the platform asked to be left alone. */
  'stream.refresh': { args: nothing, result: nothing },
  /**
   * Sets title, category or tags. A field that is not as in `basedOn` any more is left alone: then
   * the others are set and the command fails with `stream-changed-elsewhere`.
   */
  'stream.set': { args: liveChangeSchema.extend({ basedOn }).strict(), result: nothing },
  /** As `stream.set`, for the rules of the chat. */
  'stream.set-chat': { args: chatChangeSchema.extend({ basedOn }).strict(), result: nothing },
  /** Categories whose name holds the keyword, at most 20; empty: those the platform shows first. */
  'stream.categories': {
    args: z
      .object({
        keyword: z.string().refine((text) => countCharacters(text) <= STREAM_LIMITS.keywordMax),
      })
      .strict(),
    result: z.object({ categories: z.array(streamCategorySchema) }),
  },
  /** The stream key. A secret: whoever has it can broadcast as the streamer. */
  'stream.key': { args: nothing, result: z.object({ streamKey: z.string() }) },
  /** Keeps a preset; `id` null: a new one. */
  'stream.preset-save': {
    args: streamPresetSchema
      .pick({ name: true })
      .extend({
        id: z.string().min(1).max(100).nullable(),
        change: streamChangeSchema.refine((change) => Object.keys(change).length > 0),
      })
      .strict(),
    result: z.object({ id: z.string() }),
  },
  'stream.preset-remove': { args: z.object({ id: z.string().max(100) }).strict(), result: nothing },
  /** Sets what a preset says, each part for itself. */
  'stream.preset-apply': {
    args: z.object({ id: z.string().max(100), basedOn }).strict(),
    result: outcome,
  },
  /** Takes back the last change of ours; `id` is the one that the page offered. */
  'stream.undo': { args: z.object({ id: z.number().int() }).strict(), result: outcome },
} as const;
