import { StagelightError } from '../base/errors.ts';
import { errorCode } from '../base/files.ts';

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
