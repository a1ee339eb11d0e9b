import { StagelightError } from '../base/errors.ts';
import type { UnavailableError } from '../platform/errors/unavailable.ts';

/** Nobody knows whether the platform took it: nothing is sent again by itself. */
export class MaybeSentError extends StagelightError {
  constructor(what: 'message' | 'notice', cause: UnavailableError) {
    const isMessage = what === 'message';
    super(
      {
        code: isMessage ? 'live-maybe-sent' : 'live-notice-maybe-set',
        what: {
          ko: isMessage
            ? '메시지가 전송됐는지 알 수 없어요. 플랫폼이 제대로 답하지 않았어요.'
            : '공지가 등록됐는지 알 수 없어요. 플랫폼이 제대로 답하지 않았어요.',
          en: isMessage
            ? 'Nobody knows whether the message was sent: the platform gave no usable answer.'
            : 'Nobody knows whether the notice was set: the platform gave no usable answer.',
        },
        cure: {
          ko: isMessage
            ? '채팅에 올라왔는지 먼저 확인하고, 없을 때만 다시 보내 주세요. 쓴 글은 그대로 있어요.'
            : '채팅 공지를 먼저 확인하고, 없을 때만 다시 올려 주세요.',
          en: isMessage
            ? 'Look at the chat first and send it again only if it is not there. Your text is kept.'
            : 'Look at the notice in the chat first and set it again only if it is not there.',
        },
        outcome: 'unknown',
      },
      { cause },
    );
  }
}

/** The event is neither kept in memory nor in the books. */
export class EventGoneError extends StagelightError {
  constructor() {
    super({
      code: 'live-event-gone',
      what: {
        ko: '이 메시지는 더 이상 보관되어 있지 않아요.',
        en: 'This message is no longer kept.',
      },
      cure: {
        ko: '더 최근 메시지를 골라 주세요. 채팅 보관 기간은 설정에서 바꿀 수 있어요.',
        en: 'Choose a later one. How long the chat is kept is a setting.',
      },
    });
  }
}

/** There is nothing to show large: nothing was said with the event. */
export class NoWordsError extends StagelightError {
  constructor() {
    super({
      code: 'live-no-words',
      what: { ko: '강조할 글이 없어요.', en: 'There are no words to highlight.' },
      cure: { ko: '메시지가 있는 줄을 골라 주세요.', en: 'Choose a line with a message.' },
    });
  }
}

/** Highlighted words stand in the chat's place, and the layout has none. */
export class NoChatPlaceError extends StagelightError {
  constructor() {
    super({
      code: 'live-no-chat-place',
      what: {
        ko: '오버레이에 보이는 채팅창이 없어서 강조할 자리가 없어요.',
        en: 'The overlay shows no chat, so there is no place for a highlight.',
      },
      cure: {
        ko: '‘오버레이’ 화면에서 채팅을 추가하거나 보이게 해 주세요.',
        en: 'Add the chat on the page “Overlay”, or show it.',
      },
    });
  }
}

/** The list of hidden people of a chat has no room. */
export class HideListFullError extends StagelightError {
  constructor(most: number) {
    super({
      code: 'live-hide-list-full',
      what: {
        ko: `오버레이에서 숨길 수 있는 사람은 ${most}명까지예요.`,
        en: `At most ${most} people can be hidden on the overlay.`,
      },
      cure: {
        ko: '‘오버레이’ 화면의 채팅 설정에서 더는 필요 없는 사람을 빼 주세요.',
        en: 'Take people off the list in the chat’s settings on the page “Overlay”.',
      },
    });
  }
}
