import type { TextValue } from '../../../shared/locales/text.ts';
import type { Problem } from '../../../shared/problem.ts';
import { StagelightError } from '../../base/errors.ts';
import { errorCode } from '../../base/files.ts';

/** Why a file is not taken into the library. */
export abstract class MediaRefusedError extends StagelightError {}

/** The content is of no type that the library keeps. */
export class UnknownMediaTypeError extends MediaRefusedError {
  constructor() {
    super({ code: 'media-unknown-type' });
  }
}

/** A drawing in SVG may carry scripts and load from elsewhere. */
export class SvgRefusedError extends MediaRefusedError {
  constructor() {
    super({ code: 'media-svg' });
  }
}

/** It begins like a known type, but its structure is not whole. */
export class DamagedMediaError extends MediaRefusedError {
  constructor(options?: ErrorOptions) {
    super({ code: 'media-damaged' }, options);
  }
}

const megabytes = (bytes: number) => Math.floor(bytes / 1_000_000);

/** More bytes than its type may have. */
export class MediaTooLargeError extends MediaRefusedError {
  constructor(mostBytes: number) {
    super({ code: 'media-too-large', values: { most: megabytes(mostBytes) } });
  }
}

/** Wider or higher than pages can draw without strain. */
export class PictureTooLargeError extends MediaRefusedError {
  constructor(size: { readonly width: number; readonly height: number }, mostPixels: number) {
    const { width, height } = size;
    super({ code: 'media-picture-too-large', values: { width, height, most: mostPixels } });
  }
}

/** An animation of so many pictures costs the broadcast too much. */
export class TooManyFramesError extends MediaRefusedError {
  constructor(frames: number, most: number) {
    super({ code: 'media-too-many-frames', values: { frames, most } });
  }
}

/** A film whose pictures are written in a way that browser sources do not play. */
export class UnplayableCodecError extends MediaRefusedError {
  constructor() {
    super({ code: 'media-unplayable-codec' });
  }
}

/** A sound or a video that would hold up the alerts behind it. */
export class MediaTooLongError extends MediaRefusedError {
  constructor(seconds: number, mostSeconds: number) {
    const values = { seconds: Math.ceil(seconds), most: mostSeconds };
    super({ code: 'media-too-long', values });
  }
}

/** All items together would be over the limit. */
export class LibraryFullError extends MediaRefusedError {
  constructor(mostBytes: number) {
    super({ code: 'media-library-full', values: { most: megabytes(mostBytes) } });
  }
}

/** The disk would be too full to go on with. */
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

/** What a failed step of the file system means to the streamer. */
export function folderFailure(failure: unknown): StagelightError {
  if (failure instanceof StagelightError) return failure;
  const isFull = ['ENOSPC', 'EDQUOT'].includes(errorCode(failure) ?? '');
  return isFull ? new DiskFullError({ cause: failure }) : new MediaFolderError({ cause: failure });
}

/** Nothing is known of this upload (any more). */
export class UploadGoneError extends StagelightError {
  constructor() {
    super({ code: 'media-upload-gone' });
  }
}

/** Parts came twice, not at all, or were not what was announced. */
export class UploadMixedUpError extends StagelightError {
  constructor() {
    super({ code: 'media-upload-mixed-up' });
  }
}

/** Enough files are coming in already. */
export class TooManyUploadsError extends StagelightError {
  constructor() {
    super({ code: 'media-too-many-uploads' });
  }
}

/** The item is not in the library (any more). */
export class MediaUnknownError extends StagelightError {
  constructor() {
    super({ code: 'media-unknown' });
  }
}

/** Names in a notice at most. */
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

/** Files of the library are missing or changed; pages show the default instead. */
export function mediaBroken(names: readonly string[]): Problem {
  return { code: 'media-broken', values: { names: listed(names) } };
}

/** Rules or the theme name files that the library does not have. */
export function mediaMissing(count: number): Problem {
  return { code: 'media-missing', values: { count } };
}

/** The list of the library could not be read and was made anew from the files. */
export function mediaIndexRebuilt(keptAs: string): Problem {
  return { code: 'media-index-rebuilt', values: { file: keptAs } };
}
