import { StagelightError } from '../../base/errors.ts';
import { errorCode } from '../../base/files.ts';

/** The place of updates cannot be reached: no alarm, the app works without it. */
export class UpdateOfflineError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-offline' }, options);
  }
}

/** Looking for a new version failed for another reason. */
export class UpdateCheckError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-check-failed' }, options);
  }
}

/** A new version could not be fetched, or what came is not what was announced. */
export class UpdateDownloadError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-download-failed' }, options);
  }
}

/** The new version is here but the system did not let it be put in place. */
export class UpdateInstallError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-install-failed' }, options);
  }
}

/** Asked for what there is not: to fetch or install while nothing was found or fetched. */
export class NoUpdateError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-none' }, options);
  }
}

/** The app does not restart under a running broadcast. */
export class UpdateDuringBroadcastError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-during-broadcast' }, options);
  }
}

const OFFLINE =
  /ERR_(?:INTERNET_DISCONNECTED|NAME_NOT_RESOLVED|ADDRESS_UNREACHABLE|NETWORK_|CONNECTION_|TIMED_OUT|PROXY_)|ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT/;

/** Whether a failure only says that the network is not there. */
export function isOffline(failure: unknown): boolean {
  const says = failure instanceof Error ? failure.message : String(failure);
  return OFFLINE.test(errorCode(failure) ?? '') || OFFLINE.test(says);
}
