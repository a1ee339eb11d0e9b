import { StagelightError } from '../../base/errors.ts';

/** The system did not take the change of what it starts by itself. */
export class StartWithSystemError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'start-with-system-failed',
        what: {
          ko: '컴퓨터를 켤 때 앱을 시작하는 설정을 바꾸지 못했어요.',
          en: 'Whether the app starts with the computer could not be changed.',
        },
        cure: {
          ko: '시스템의 시작 프로그램 설정에서 직접 바꾸거나, 다시 시도해 주세요.',
          en: "Change it in the system's own list of start-up apps, or try again.",
        },
      },
      options,
    );
  }
}

/** macOS wants the streamer's consent in its own settings first. */
export class StartNeedsApprovalError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'start-with-system-needs-approval',
        what: {
          ko: 'macOS가 자동 시작을 아직 허용하지 않았어요.',
          en: 'macOS has not yet allowed the app to start by itself.',
        },
        cure: {
          ko: '시스템 설정 > 일반 > 로그인 항목에서 Stagelight를 켜 주세요.',
          en: 'Switch Stagelight on in System Settings > General > Login Items.',
        },
      },
      options,
    );
  }
}

/** This copy of the app cannot be started by the system (not installed, or no place to say so). */
export class StartNotPossibleError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'start-with-system-not-possible',
        what: {
          ko: '이 환경에서는 컴퓨터를 켤 때 앱을 시작할 수 없어요.',
          en: 'Here the app cannot start with the computer.',
        },
        cure: { ko: '설치한 앱에서 다시 시도해 주세요.', en: 'Try it in the installed app.' },
      },
      options,
    );
  }
}
