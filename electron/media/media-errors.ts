import { StagelightError } from '../base/errors.ts';

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
