import type { LocalText } from '../../../shared/problem.ts';
import { StagelightError } from '../../base/errors.ts';
import { errorCode } from '../../base/files.ts';

const LATER: LocalText = {
  ko: '잠시 뒤에 다시 확인해 주세요. 지금 쓰는 버전은 그대로 쓸 수 있어요.',
  en: 'Check again in a while. The version you have goes on working.',
};

/** The place of updates cannot be reached: no alarm, the app works without it. */
export class UpdateOfflineError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'update-offline',
        what: {
          ko: '인터넷에 연결되지 않아서 새 버전을 확인하지 못했어요.',
          en: 'New versions cannot be looked for while the internet cannot be reached.',
        },
        cure: LATER,
      },
      options,
    );
  }
}

/** Looking for a new version failed for another reason. */
export class UpdateCheckError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'update-check-failed',
        what: { ko: '새 버전을 확인하지 못했어요.', en: 'Looking for a new version failed.' },
        cure: LATER,
      },
      options,
    );
  }
}

/** A new version could not be fetched, or what came is not what was announced. */
export class UpdateDownloadError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'update-download-failed',
        what: { ko: '새 버전을 내려받지 못했어요.', en: 'The new version could not be fetched.' },
        cure: {
          ko: '인터넷 연결과 디스크 공간을 확인하고 다시 내려받아 주세요.',
          en: 'Check the connection and the free space on the disk, then fetch it again.',
        },
      },
      options,
    );
  }
}

/** The new version is here but the system did not let it be put in place. */
export class UpdateInstallError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'update-install-failed',
        what: { ko: '새 버전을 설치하지 못했어요.', en: 'The new version could not be installed.' },
        cure: {
          ko: '앱을 끝내고 다시 켠 뒤 시도하거나, 설치 파일을 직접 받아 주세요.',
          en: 'Quit the app, start it again and try once more, or fetch the installer yourself.',
        },
      },
      options,
    );
  }
}

/** Asked for what there is not: to fetch or install while nothing was found or fetched. */
export class NoUpdateError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'update-none',
        what: { ko: '지금은 설치할 새 버전이 없어요.', en: 'There is no new version to install.' },
        cure: { ko: '먼저 새 버전을 확인해 주세요.', en: 'Look for a new version first.' },
      },
      options,
    );
  }
}

/** The app does not restart under a running broadcast. */
export class UpdateDuringBroadcastError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'update-during-broadcast',
        what: {
          ko: '방송 중에는 앱을 다시 시작하지 않아요.',
          en: 'The app does not restart during a broadcast.',
        },
        cure: {
          ko: '방송이 끝난 뒤 설치하거나 앱을 끝내면 설치돼요.',
          en: 'Install after the broadcast; quitting the app installs it too.',
        },
      },
      options,
    );
  }
}

const OFFLINE =
  /ERR_(?:INTERNET_DISCONNECTED|NAME_NOT_RESOLVED|ADDRESS_UNREACHABLE|NETWORK_|CONNECTION_|TIMED_OUT|PROXY_)|ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT/;

/** Whether a failure only says that the network is not there. */
export function isOffline(failure: unknown): boolean {
  const says = failure instanceof Error ? failure.message : String(failure);
  return OFFLINE.test(errorCode(failure) ?? '') || OFFLINE.test(says);
}
