import { z } from 'zod';
import { wishSchema } from '../../../shared/contract/obs.ts';
import { readTextOrNull, setAside, writeFileAtomic } from '../../base/atomic-file.ts';
import type { Clock } from '../../base/clock.ts';
import type { Files } from '../../base/files.ts';
import type { Logger } from '../../base/log.ts';

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const inScene = { scene: z.string(), input: z.string(), item: z.number() };

/** One change, as it is taken back: what was before, and what the set-up made of it. */
const recordSchema = z.discriminatedUnion('kind', [
  /** `items`: those of the source that the scene had before. */
  z.object({
    kind: z.literal('item'),
    scene: z.string(),
    input: z.string(),
    items: z.array(z.number()),
  }),
  z.object({ kind: z.literal('settings'), input: z.string(), before: values, after: values }),
  z.object({ kind: z.literal('unmute'), input: z.string() }),
  z.object({ kind: z.literal('place'), ...inScene, before: values, after: values }),
  z.object({ kind: z.literal('show'), ...inScene }),
  z.object({ kind: z.literal('hide'), ...inScene }),
  z.object({ kind: z.literal('raise'), ...inScene, before: z.number() }),
  z.object({ kind: z.literal('lock'), ...inScene }),
]);
export type SetupRecord = z.infer<typeof recordSchema>;

const journalSchema = z.object({
  /** `doing`: it was not ended; what is found of it is taken back. `undone`: until OBS has kept that. */
  state: z.enum(['doing', 'done', 'undoing', 'undone']),
  /** Epoch milliseconds. */
  at: z.number(),
  /** The scene collection; null: OBS does not say. */
  collection: z.string().nullable(),
  scenes: z.array(z.string()),
  /** What was asked for; null: written by an earlier version. */
  wish: wishSchema.nullable().default(null),
  /** OBS has had the time to write what was done to its own disk. */
  isKept: z.boolean().default(true),
  records: z.array(recordSchema),
});
export type SetupEntry = z.infer<typeof journalSchema>;

export interface JournalParts {
  readonly path: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The last set-up, on disk before OBS hears of it, so that no crash leaves it half made. */
export class SetupJournal {
  readonly #parts: JournalParts;
  #entry: SetupEntry | null;

  private constructor(parts: JournalParts, entry: SetupEntry | null) {
    this.#parts = parts;
    this.#entry = entry;
  }

  /** A file that cannot be read is set aside: then there is nothing to take back. */
  static async open(parts: JournalParts): Promise<SetupJournal> {
    const { path, files, clock, log } = parts;
    const text = await readTextOrNull(path, files);
    if (text === null) return new SetupJournal(parts, null);
    try {
      return new SetupJournal(parts, journalSchema.parse(JSON.parse(text)));
    } catch (failure) {
      log.warn('The journal of the OBS set-up cannot be read', { failure });
      await setAside(path, files, clock);
      return new SetupJournal(parts, null);
    }
  }

  get entry(): SetupEntry | null {
    return this.#entry;
  }

  /** On disk when the promise resolves. */
  async write(entry: SetupEntry): Promise<void> {
    const { path, files } = this.#parts;
    await writeFileAtomic(path, `${JSON.stringify(entry)}\n`, files);
    this.#entry = entry;
  }

  async clear(): Promise<void> {
    await this.#parts.files.remove(this.#parts.path);
    this.#entry = null;
  }
}
