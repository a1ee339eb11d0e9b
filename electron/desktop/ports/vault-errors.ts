import { StagelightError } from '../../base/errors.ts';

/** The system's keyring does not open now; nothing was changed, and it is tried again. */
export class VaultLockedError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'vault-locked',
        what: {
          ko: '시스템의 암호 보관함이 잠겨 있어서 로그인 정보를 열 수 없어요.',
          en: "The system's keyring is locked, so the sign-in cannot be opened.",
        },
        cure: {
          ko: '암호 보관함의 잠금을 풀어 주세요. 풀리면 저절로 이어져요. 저장된 정보는 그대로 있어요.',
          en: 'Unlock the keyring; the app then goes on by itself. What is kept stays as it is.',
        },
      },
      options,
    );
  }
}

/** Secrets that were encrypted by another user, computer or keyring; they were set aside. */
export class VaultSecretsLostError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'vault-secrets-lost',
        what: {
          ko: '저장된 로그인 정보를 이 컴퓨터의 이 사용자로는 열 수 없어서 따로 보관했어요.',
          en: 'This user of this computer cannot open the kept sign-in; it has been set aside.',
        },
        cure: {
          ko: '다시 로그인해 주세요. 앱의 시크릿을 물으면 다시 넣고, OBS에 넣은 오버레이 주소도 확인해 주세요.',
          en: "Sign in again. If the application's secret is asked for, enter it again, and check the overlay address in OBS.",
        },
      },
      options,
    );
  }
}

/** The system has no real encryption and the streamer has not allowed to keep secrets without it. */
export class VaultNotKeptError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'vault-not-kept',
        what: {
          ko: '이 시스템에는 로그인 정보를 암호화해 둘 곳이 없어요. 앱을 끝내면 로그인이 지워지고 오버레이 주소가 바뀌어요.',
          en: 'This system has nowhere to encrypt the sign-in: when the app ends it is gone, and the overlay address changes.',
        },
        cure: {
          ko: '설정에서 암호화 없이 보관하도록 허용하거나, 시스템의 암호 보관함을 켜 주세요.',
          en: "Allow keeping it unencrypted in the settings, or switch on the system's keyring.",
        },
      },
      options,
    );
  }
}
