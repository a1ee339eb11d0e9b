import type { MediaType } from '../../../shared/overlay/media.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Subscribe } from '../../base/emitter.ts';
import type { Files } from '../../base/files.ts';
import type { Services } from '../feature.ts';

export interface MediaLibraryOptions extends Pick<Services, 'clock' | 'makeKey' | 'log'> {
  /** The library's folder; created with the first file. */
  readonly folder: string;
  readonly files: Files;
  /** Bytes available to the library; by default the free space of the folder's disk. */
  readonly freeBytes?: () => Promise<number>;
  /** Determines a file's type by its content, in another thread; throws as `recognise`. */
  readonly recognise: (path: string) => Promise<MediaType>;
  readonly usedBy: {
    /** Number of rules and themes that use an item, by hash. */
    get(): ReadonlyMap<string, number>;
    /** Reports that the result of `get` may have changed. */
    readonly onChange: Subscribe<unknown>;
  };
  readonly onProblem: (problem: Problem) => void;
  /** Receives the code of a problem that no longer exists. */
  readonly onSolved: (code: string) => void;
}
