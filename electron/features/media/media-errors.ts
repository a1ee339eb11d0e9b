import type { Problem } from '../../../shared/problem.ts';
import { StagelightError } from '../../base/errors.ts';
import { errorCode } from '../../base/files.ts';

/** The library refuses a file for what it is. */
export class MediaRefusedError extends StagelightError {}

export function megabytes(bytes: number): number {
  return Math.floor(bytes / 1_000_000);
}

/** Converts a file system error to one for the streamer. */
export function folderFailure(failure: unknown): StagelightError {
  if (failure instanceof StagelightError) return failure;
  const isFull = ['ENOSPC', 'EDQUOT'].includes(errorCode(failure) ?? '');
  return new StagelightError(
    { code: isFull ? 'media-disk-full' : 'media-folder' },
    { cause: failure },
  );
}

const NAMED = 3;

/** Files of the library are missing or changed; pages use the default instead. */
export function mediaBroken(all: readonly string[]): Problem {
  const names = all
    .slice(0, NAMED)
    .map((name) => ({ key: 'problem.media-broken.name', values: { name } }) as const);
  const more = all.length - names.length;
  const listed =
    more === 0
      ? names
      : ({ key: 'problem.media-broken.names-and-more', values: { names, more } } as const);
  return { code: 'media-broken', values: { names: listed } };
}
