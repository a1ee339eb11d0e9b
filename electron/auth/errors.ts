import { StagelightError } from '../base/errors.ts';
import type { NotAuthorizedError } from '../platform/errors/not-authorized.ts';
import { quoted } from '../platform/errors/platform-error.ts';

/** There is no usable grant: somebody must sign in. */
export class SignInRequiredError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'sign-in-required',
        what: { ko: '로그인되어 있지 않아요.', en: 'Nobody is signed in.' },
        cure: {
          ko: '대시보드에서 로그인해 주세요. 채널 권한은 브라우저에서 허용해요.',
          en: 'Sign in from the dashboard; the permission is given in the browser.',
        },
      },
      options,
    );
  }
}

/** The platform refuses an access token that it issued just now, so another one would hardly help. */
export class AccessTokenRefusedError extends StagelightError {
  readonly refusal: NotAuthorizedError;

  constructor(refusal: NotAuthorizedError) {
    const words = quoted(refusal.platformMessage);
    super(
      {
        code: 'access-token-refused',
        what: {
          ko: `플랫폼이 방금 새로 내준 로그인 정보를 받아들이지 않아요${words}.`,
          en: `The platform refuses the sign-in that it issued just now${words}.`,
        },
        cure: {
          ko: '점점 더 긴 간격으로 계속 다시 시도해요. 오래 이어지면 로그아웃한 뒤 다시 로그인해 주세요.',
          en: 'It is tried again by itself, with longer and longer pauses. If it lasts, sign out and sign in again.',
        },
      },
      { cause: refusal },
    );
    this.refusal = refusal;
  }
}

/** The new tokens could not be written: they work, but a restart would ask for sign-in. */
export class GrantNotSavedError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'grant-not-saved',
        what: {
          ko: '새 로그인 정보를 디스크에 저장하지 못했어요. 지금은 계속 쓸 수 있어요.',
          en: 'The new sign-in could not be saved to disk. It keeps working for now.',
        },
        cure: {
          ko: '남은 디스크 공간과 데이터 폴더 권한을 확인해 주세요. 저장은 계속 다시 시도해요. 저장되기 전에 앱을 끄면 다시 로그인해야 할 수 있어요.',
          en: 'Check the free space and the rights of the data folder. Saving is tried again by itself; closing the app before it succeeds may mean signing in again.',
        },
      },
      options,
    );
  }
}

/** What the vault holds as the grant is not one. */
export class GrantUnreadableError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'grant-unreadable',
        what: {
          ko: '저장된 로그인 정보를 알아볼 수 없어요.',
          en: 'The saved sign-in cannot be understood.',
        },
        cure: { ko: '다시 로그인해 주세요.', en: 'Sign in again.' },
      },
      options,
    );
  }
}

/** The grant in the vault was made with another platform or application than the app talks to now. */
export class GrantOfAnotherError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'grant-of-another',
        what: {
          ko: '저장된 로그인 정보는 다른 플랫폼 주소나 애플리케이션의 것이라 쓰지 않았어요.',
          en: 'The saved sign-in belongs to another platform address or application, so it was not used.',
        },
        cure: {
          ko: '다시 로그인해 주세요. 주소를 바꾼 적이 없다면 연결 설정을 먼저 확인해 주세요.',
          en: 'Sign in again. If you did not change the address, check the connection settings first.',
        },
      },
      options,
    );
  }
}

/** Signed out here, but the platform did not confirm that the grant ended. */
export class GrantMayRemainError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'grant-may-remain',
        what: {
          ko: '이 컴퓨터에서는 로그아웃했지만, 플랫폼에서 연결이 끊겼는지 확인하지 못했어요.',
          en: 'Signed out on this computer, but the platform did not confirm that the link ended.',
        },
        cure: {
          ko: '플랫폼의 연결된 앱 목록에서 스테이지라이트가 남아 있으면 직접 해제해 주세요.',
          en: 'If Stagelight is still among the linked apps at the platform, unlink it there.',
        },
      },
      options,
    );
  }
}

/** Signed out, but the saved tokens could not be removed from the disk. */
export class GrantNotForgottenError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'grant-not-forgotten',
        what: {
          ko: '저장된 로그인 정보를 디스크에서 지우지 못했어요.',
          en: 'The saved sign-in could not be removed from the disk.',
        },
        cure: {
          ko: '데이터 폴더의 쓰기 권한을 확인하고 다시 로그아웃해 주세요.',
          en: 'Check that the data folder can be written, then sign out again.',
        },
      },
      options,
    );
  }
}
