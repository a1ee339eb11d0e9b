import { StagelightError } from '../../base/errors.ts';

/** A request came from a frame that is none of our pages. */
export class ForeignFrameError extends StagelightError {
  constructor() {
    super({
      code: 'foreign-frame',
      what: {
        ko: '스테이지라이트의 화면이 아닌 곳에서 온 요청이라 받지 않았어요.',
        en: "The request did not come from one of Stagelight's own pages, so it was refused.",
      },
      cure: {
        ko: '대시보드 창을 닫았다가 다시 열어 주세요.',
        en: 'Close the dashboard window and open it again.',
      },
    });
  }
}

/** An overlay asked for something; overlays only show. */
export class NoCommandsHereError extends StagelightError {
  constructor() {
    super({
      code: 'no-commands-here',
      what: {
        ko: '오버레이 창에서는 앱에 일을 시킬 수 없어요.',
        en: 'The overlay window cannot ask the app to do anything.',
      },
      cure: { ko: '대시보드에서 해 주세요.', en: 'Do it in the dashboard.' },
    });
  }
}

/** The core is starting, stopping, or could not start. */
export class CoreNotRunningError extends StagelightError {
  constructor() {
    super({
      code: 'core-not-running',
      what: {
        ko: '지금은 방송 기능이 꺼져 있거나 다시 켜지는 중이에요.',
        en: 'The part of the app that does this is not running, or is just starting.',
      },
      cure: {
        ko: '잠시 뒤에 다시 해 주세요. 계속되면 앱을 다시 시작해 주세요.',
        en: 'Try again in a moment; if it stays, restart the app.',
      },
    });
  }
}
