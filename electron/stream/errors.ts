import type { StreamFieldName } from '../../shared/contract/stream.ts';
import type { LocalText } from '../../shared/problem.ts';
import { StagelightError } from '../base/errors.ts';

const NAMES: Readonly<Record<StreamFieldName, LocalText>> = {
  defaultLiveTitle: { ko: '제목', en: 'title' },
  category: { ko: '카테고리', en: 'category' },
  tags: { ko: '태그', en: 'tags' },
  chatAllowedGroup: { ko: '채팅할 수 있는 사람', en: 'who may chat' },
  minFollowerMinute: { ko: '팔로우 기간', en: 'time of following' },
  followerSubscriberChatAllow: { ko: '구독자 예외', en: 'exception for subscribers' },
  chatEmojiMode: { ko: '이모티콘 모드', en: 'emoji mode' },
  chatSlowModeSec: { ko: '슬로 모드', en: 'slow mode' },
};

/** Somebody else has set fields since the page read them; these fields were left alone. */
export class ChangedElsewhereError extends StagelightError {
  readonly fields: readonly StreamFieldName[];

  constructor(fields: readonly StreamFieldName[]) {
    const list = (language: keyof LocalText) =>
      fields.map((field) => NAMES[field][language]).join(', ');
    super({
      code: 'stream-changed-elsewhere',
      what: {
        ko: `그사이 다른 곳에서 바뀌어서 덮어쓰지 않았어요: ${list('ko')}.`,
        en: `Changed elsewhere meanwhile, so it was not overwritten: ${list('en')}.`,
      },
      cure: {
        ko: '두 값을 비교해 보고, 어느 쪽을 쓸지 골라 주세요.',
        en: 'Compare the two values and choose which one is to hold.',
      },
    });
    this.fields = fields;
  }
}

/** What was found out about a change that got no answer. */
export type ReadBack = 'as-before' | 'not-read' | 'not-readable';

const CURE_OF: Readonly<Record<ReadBack, LocalText>> = {
  'as-before': {
    ko: '방금 다시 읽어 보니 아직 바뀌기 전 값이에요. 잠시 뒤 다시 읽어 보고, 그대로면 한 번 더 설정해 주세요.',
    en: 'Read back just now: the former value still holds. Refresh in a moment, and set it once more only if it is still so.',
  },
  'not-read': {
    ko: '지금 값도 읽지 못했어요. ‘다시 읽기’로 확인하고, 바뀌지 않았을 때만 한 번 더 설정해 주세요.',
    en: 'It could not be read back either. Refresh to see what holds, and set it once more only if it was not changed.',
  },
  'not-readable': {
    ko: '플랫폼은 이 설정의 지금 값을 알려 주지 않아서, 마지막으로 확인된 값을 보여 드려요. 원하는 값을 한 번 더 골라도 괜찮아요.',
    en: 'The platform does not tell what holds now, so the last confirmed value is shown. Choosing the value once more does no harm.',
  },
};

/** A change was sent and no usable answer came: it may have been made. */
export class ChangeUnsureError extends StagelightError {
  constructor(fields: readonly StreamFieldName[], readBack: ReadBack, cause: unknown) {
    const list = (language: keyof LocalText) =>
      fields.map((field) => NAMES[field][language]).join(', ');
    super(
      {
        code: 'stream-change-unsure',
        what: {
          ko: `바뀌었는지 알 수 없어요: ${list('ko')}. 플랫폼이 제대로 답하지 않았어요.`,
          en: `Result unknown: ${list('en')}. The platform gave no usable answer.`,
        },
        cure: CURE_OF[readBack],
        outcome: 'unknown',
      },
      { cause },
    );
  }
}

/** The preset was taken away, perhaps on another page. */
export class PresetGoneError extends StagelightError {
  constructor() {
    super({
      code: 'stream-preset-gone',
      what: { ko: '이 프리셋은 이미 지워졌어요.', en: 'This preset has been removed.' },
      cure: {
        ko: '다른 프리셋을 고르거나 새로 만들어 주세요.',
        en: 'Choose another one, or make it anew.',
      },
    });
  }
}

export class PresetNameTakenError extends StagelightError {
  constructor(name: string) {
    super({
      code: 'stream-preset-name-taken',
      what: {
        ko: `같은 이름의 프리셋이 있어요: ${name}.`,
        en: `There is a preset of this name already: ${name}.`,
      },
      cure: {
        ko: '다른 이름을 쓰거나, 있는 프리셋을 고쳐 주세요.',
        en: 'Use another name, or edit the one that is there.',
      },
    });
  }
}

export class TooManyPresetsError extends StagelightError {
  constructor(most: number) {
    super({
      code: 'stream-too-many-presets',
      what: {
        ko: `프리셋은 ${most}개까지 만들 수 있어요.`,
        en: `There can be ${most} presets at most.`,
      },
      cure: { ko: '쓰지 않는 프리셋을 지워 주세요.', en: 'Remove one that is not used.' },
    });
  }
}

/** What was to be taken back is not the last change of ours any more. */
export class NothingToUndoError extends StagelightError {
  constructor() {
    super({
      code: 'stream-nothing-to-undo',
      what: {
        ko: '되돌릴 변경이 그사이 달라졌어요.',
        en: 'What was to be undone is not the last change any more.',
      },
      cure: {
        ko: '변경 기록을 확인하고 다시 시도해 주세요.',
        en: 'Look at the log of changes and try again.',
      },
    });
  }
}
