import type { LocalText } from '../../shared/problem.ts';
import { StagelightError } from '../base/errors.ts';

/** Why a file is not taken into the library. */
export abstract class MediaRefusedError extends StagelightError {}

const TYPES_CURE: LocalText = {
  ko: '그림은 PNG·JPEG·GIF·WebP·AVIF, 영상은 WebM·MP4, 소리는 MP3·OGG·WAV, 글꼴은 WOFF2로 바꿔서 넣어 주세요.',
  en: 'Convert it: pictures to PNG, JPEG, GIF, WebP or AVIF, videos to WebM or MP4, sounds to MP3, OGG or WAV, fonts to WOFF2.',
};

/** The content is of no type that the library keeps. */
export class UnknownMediaTypeError extends MediaRefusedError {
  constructor() {
    super({
      code: 'media-unknown-type',
      what: {
        ko: '쓸 수 있는 종류의 파일이 아니에요. 파일 이름이 아니라 내용으로 판단해요.',
        en: 'This is not a kind of file that can be used. Its content decides, not its name.',
      },
      cure: TYPES_CURE,
    });
  }
}

/** A drawing in SVG may carry scripts and load from elsewhere. */
export class SvgRefusedError extends MediaRefusedError {
  constructor() {
    super({
      code: 'media-svg',
      what: {
        ko: 'SVG에는 프로그램이 들어 있을 수 있어서 쓸 수 없어요.',
        en: 'SVG files are not taken: they can carry programs.',
      },
      cure: {
        ko: '그림 편집기에서 투명한 PNG나 WebP로 내보내서 넣어 주세요.',
        en: 'Export it from your drawing program as PNG or WebP (they keep transparency).',
      },
    });
  }
}

/** It begins like a known type, but its structure is not whole. */
export class DamagedMediaError extends MediaRefusedError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'media-damaged',
        what: {
          ko: '파일이 손상됐거나 끝까지 저장되지 않았어요.',
          en: 'The file is damaged or was not saved to its end.',
        },
        cure: {
          ko: '원본에서 다시 내보내거나 다시 내려받은 뒤 넣어 주세요.',
          en: 'Export or download it again, then add it.',
        },
      },
      options,
    );
  }
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1_000_000)} MB`;
}

/** More bytes than its type may have. */
export class MediaTooLargeError extends MediaRefusedError {
  constructor(mostBytes: number) {
    super({
      code: 'media-too-large',
      what: {
        ko: `파일이 너무 커요. 이런 파일은 ${megabytes(mostBytes)}까지 넣을 수 있어요.`,
        en: `The file is too large: one of this kind may have up to ${megabytes(mostBytes)}.`,
      },
      cure: {
        ko: '크기나 화질을 줄이거나, 움직이는 그림이라면 WebM 영상으로 바꿔서 넣어 주세요.',
        en: 'Make it smaller or lower its quality; turn an animation into a WebM video.',
      },
    });
  }
}

/** Wider or higher than pages can draw without strain. */
export class PictureTooLargeError extends MediaRefusedError {
  constructor(size: { readonly width: number; readonly height: number }, mostPixels: number) {
    super({
      code: 'media-picture-too-large',
      what: {
        ko: `화면 크기가 ${size.width}×${size.height}픽셀이에요. 가로와 세로는 ${mostPixels}픽셀까지 쓸 수 있어요.`,
        en: `It measures ${size.width}×${size.height} pixels; width and height may be ${mostPixels} at most.`,
      },
      cure: {
        ko: '방송 화면은 1920×1080이에요. 그보다 작게 줄여서 넣어 주세요.',
        en: 'A broadcast has 1920×1080: scale it down to less than that.',
      },
    });
  }
}

/** An animation of so many pictures costs the broadcast too much. */
export class TooManyFramesError extends MediaRefusedError {
  constructor(frames: number, most: number) {
    super({
      code: 'media-too-many-frames',
      what: {
        ko: `움직이는 그림이 ${frames}장이에요. ${most}장까지 쓸 수 있어요.`,
        en: `The animation has ${frames} pictures; it may have ${most} at most.`,
      },
      cure: {
        ko: '짧게 자르거나 WebM 영상으로 바꿔서 넣어 주세요.',
        en: 'Make it shorter, or turn it into a WebM video.',
      },
    });
  }
}

/** A film whose pictures are written in a way that browser sources do not play. */
export class UnplayableCodecError extends MediaRefusedError {
  constructor() {
    super({
      code: 'media-unplayable-codec',
      what: {
        ko: '방송 화면에서 재생할 수 없는 방식으로 저장된 영상이에요.',
        en: 'This video is written in a way that the broadcast page cannot play.',
      },
      cure: {
        ko: 'MP4는 H.264, WebM은 VP9 코덱으로 내보내서 넣어 주세요. 투명한 영상은 WebM(VP9)이 좋아요.',
        en: 'Export it as MP4 with H.264 or WebM with VP9; for transparency take WebM (VP9).',
      },
    });
  }
}

/** A sound or a video that would hold up the alerts behind it. */
export class MediaTooLongError extends MediaRefusedError {
  constructor(seconds: number, mostSeconds: number) {
    const length = Math.ceil(seconds);
    super({
      code: 'media-too-long',
      what: {
        ko: `길이가 ${length}초예요. ${mostSeconds}초까지 쓸 수 있어요.`,
        en: `It is ${length} seconds long; ${mostSeconds} at most can be used.`,
      },
      cure: { ko: '필요한 부분만 잘라서 넣어 주세요.', en: 'Cut out the part you need.' },
    });
  }
}

/** All items together would be over the limit. */
export class LibraryFullError extends MediaRefusedError {
  constructor(mostBytes: number) {
    super({
      code: 'media-library-full',
      what: {
        ko: `미디어 보관함이 가득 찼어요. 모두 합쳐 ${megabytes(mostBytes)}까지 넣을 수 있어요.`,
        en: `The media library is full: all files together may have ${megabytes(mostBytes)}.`,
      },
      cure: { ko: '쓰지 않는 파일을 지워 주세요.', en: 'Remove files that are not in use.' },
    });
  }
}
