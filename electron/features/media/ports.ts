import type { MediaType } from '../../../shared/overlay/media.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { Subscribe } from '../../base/emitter.ts';
import type { Files } from '../../base/files.ts';
import type { Logger } from '../../base/log.ts';
import type { MakeKey } from '../../base/random.ts';

/** Who uses what of the library. */
export interface MediaUsers {
  /** How many rules and themes use an item, by its hash. */
  get(): ReadonlyMap<string, number>;
  /** Says that the answer of `get` may be another one now. */
  readonly onChange: Subscribe<unknown>;
}

export interface MediaLibraryOptions {
  /** Folder of the library; made with the first file. */
  readonly folder: string;
  readonly files: Files;
  /** Bytes that are left for us; left out: those of the folder's disk. */
  readonly freeBytes?: () => Promise<number>;
  /** The type of a whole file by its content, found out beside this thread; throws as `recognise`. */
  readonly recognise: (path: string) => Promise<MediaType>;
  readonly clock: Clock;
  readonly makeKey: MakeKey;
  readonly log: Logger;
  readonly usedBy: MediaUsers;
  /** Hears what the streamer should know. */
  readonly onProblem: (problem: Problem) => void;
  /** Hears the code of a problem that was said and is no more. */
  readonly onSolved: (code: string) => void;
}

/** An item's content as it is served. */
export interface MediaContent {
  /** Its exact media type, by its content. */
  readonly type: string;
  readonly bytes: number;
  /** The bytes from `from` up to and not including `to`; nothing is read before somebody reads. */
  read(from: number, to: number): ReadableStream<Uint8Array<ArrayBuffer>>;
}
