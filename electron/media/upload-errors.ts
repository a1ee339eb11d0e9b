import { StagelightError } from '../base/errors.ts';
import { errorCode } from '../base/files.ts';

/** The disk would be too full to go on with. */
export class DiskFullError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'media-disk-full',
        what: {
          ko: '디스크에 남은 공간이 모자라서 파일을 넣지 못했어요.',
          en: 'The file was not added: there is not enough space left on the disk.',
        },
        cure: {
          ko: '디스크를 정리한 뒤 다시 넣어 주세요.',
          en: 'Free some space on the disk and add it again.',
        },
      },
      options,
    );
  }
}

/** The library's folder cannot be read or written. */
export class MediaFolderError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'media-folder',
        what: {
          ko: '미디어 보관함 폴더를 쓸 수 없어요.',
          en: "The media library's folder cannot be used.",
        },
        cure: {
          ko: '데이터 폴더의 쓰기 권한과 남은 공간을 확인하고 앱을 다시 켜 주세요.',
          en: 'Check that you may write to the data folder and that the disk is not full, then restart the app.',
        },
      },
      options,
    );
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
    super({
      code: 'media-upload-gone',
      what: {
        ko: '파일을 넣던 중에 너무 오래 멈춰서 취소됐어요.',
        en: 'Adding the file stood still for too long and was cancelled.',
      },
      cure: { ko: '파일을 다시 넣어 주세요.', en: 'Add the file again.' },
    });
  }
}

/** Parts came twice, not at all, or were not what was announced. */
export class UploadMixedUpError extends StagelightError {
  constructor() {
    super({
      code: 'media-upload-mixed-up',
      what: {
        ko: '파일이 오는 동안 일부가 빠지거나 섞였어요.',
        en: 'Parts of the file were lost or mixed up on the way.',
      },
      cure: { ko: '파일을 다시 넣어 주세요.', en: 'Add the file again.' },
    });
  }
}

/** Enough files are coming in already. */
export class TooManyUploadsError extends StagelightError {
  constructor() {
    super({
      code: 'media-too-many-uploads',
      what: {
        ko: '이미 다른 파일들을 넣고 있어요.',
        en: 'Other files are being added already.',
      },
      cure: {
        ko: '그 파일들이 끝난 뒤에 다시 넣어 주세요.',
        en: 'Wait until they are done and add it again.',
      },
    });
  }
}

/** The item is not in the library (any more). */
export class MediaUnknownError extends StagelightError {
  constructor() {
    super({
      code: 'media-unknown',
      what: {
        ko: '보관함에 없는 파일이에요. 이미 지웠을 수 있어요.',
        en: 'This file is not in the library; it may have been removed already.',
      },
      cure: { ko: '목록을 다시 확인해 주세요.', en: 'Look at the list again.' },
    });
  }
}
