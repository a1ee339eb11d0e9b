import type { TextValue } from '../../../shared/locales/text.ts';
import type { Problem } from '../../../shared/problem.ts';
import { StagelightError } from '../../base/errors.ts';
import { errorCode } from '../../base/files.ts';

/** A file was refused by the library. */
export abstract class MediaRefusedError extends StagelightError {}

/** The library does not support this content. */
export class UnknownMediaTypeError extends MediaRefusedError {
  constructor() {
    super({ code: 'media-unknown-type' });
  }
}

/** SVG files may contain scripts and load external content. */
export class SvgRefusedError extends MediaRefusedError {
  constructor() {
    super({ code: 'media-svg' });
  }
}

/** The file has a known type, but its structure is damaged. */
export class DamagedMediaError extends MediaRefusedError {
  constructor(options?: ErrorOptions) {
    super({ code: 'media-damaged' }, options);
  }
}

const megabytes = (bytes: number) => Math.floor(bytes / 1_000_000);

/** The file exceeds the maximum size of its type. */
export class MediaTooLargeError extends MediaRefusedError {
  constructor(mostBytes: number) {
    super({ code: 'media-too-large', values: { most: megabytes(mostBytes) } });
  }
}

/** The picture is too wide or high to be drawn smoothly. */
export class PictureTooLargeError extends MediaRefusedError {
  constructor(size: { readonly width: number; readonly height: number }, mostPixels: number) {
    const { width, height } = size;
    super({ code: 'media-picture-too-large', values: { width, height, most: mostPixels } });
  }
}

/** The animation has too many pictures to play during a broadcast. */
export class TooManyFramesError extends MediaRefusedError {
  constructor(frames: number, most: number) {
    super({ code: 'media-too-many-frames', values: { frames, most } });
  }
}

/** Browser sources cannot play the video's codec. */
export class UnplayableCodecError extends MediaRefusedError {
  constructor() {
    super({ code: 'media-unplayable-codec' });
  }
}

/** The sound or video is long enough to delay the alerts behind it. */
export class MediaTooLongError extends MediaRefusedError {
  constructor(seconds: number, mostSeconds: number) {
    const values = { seconds: Math.ceil(seconds), most: mostSeconds };
    super({ code: 'media-too-long', values });
  }
}

/** The library would exceed its total size. */
export class LibraryFullError extends MediaRefusedError {
  constructor(mostBytes: number) {
    super({ code: 'media-library-full', values: { most: megabytes(mostBytes) } });
  }
}

/** Too little disk space would be left. */
export class DiskFullError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'media-disk-full' }, options);
  }
}

/** The library's folder cannot be read or written. */
export class MediaFolderError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'media-folder' }, options);
  }
}

/** Converts a file system error to one for the streamer. */
export function folderFailure(failure: unknown): StagelightError {
  if (failure instanceof StagelightError) return failure;
  const isFull = ['ENOSPC', 'EDQUOT'].includes(errorCode(failure) ?? '');
  return isFull ? new DiskFullError({ cause: failure }) : new MediaFolderError({ cause: failure });
}

/** The upload is unknown or has ended. */
export class UploadGoneError extends StagelightError {
  constructor() {
    super({ code: 'media-upload-gone' });
  }
}

/** Parts were repeated, missing, or did not match the announcement. */
export class UploadMixedUpError extends StagelightError {
  constructor() {
    super({ code: 'media-upload-mixed-up' });
  }
}

/** Too many uploads at the same time. */
export class TooManyUploadsError extends StagelightError {
  constructor() {
    super({ code: 'media-too-many-uploads' });
  }
}

/** The item is not in the library. */
export class MediaUnknownError extends StagelightError {
  constructor() {
    super({ code: 'media-unknown' });
  }
}

/** Maximum number of names in a notice. */
const NAMED = 3;

function listed(all: readonly string[]): TextValue {
  const names = all
    .slice(0, NAMED)
    .map((name) => ({ key: 'problem.media-broken.name', values: { name } }) as const);
  const more = all.length - names.length;
  return more === 0
    ? names
    : { key: 'problem.media-broken.names-and-more', values: { names, more } };
}

/** Files of the library are missing or changed; pages use the default instead. */
export function mediaBroken(names: readonly string[]): Problem {
  return { code: 'media-broken', values: { names: listed(names) } };
}

/** Rules or the theme name files that the library does not have. */
export function mediaMissing(count: number): Problem {
  return { code: 'media-missing', values: { count } };
}

/** The library's list was unreadable and was rebuilt from the files. */
export function mediaIndexRebuilt(keptAs: string): Problem {
  return { code: 'media-index-rebuilt', values: { file: keptAs } };
}
