import { StagelightError } from '../base/errors.ts';

/** The vault file was damaged; it was kept under another name and a new one begins. */
export class VaultSetAsideError extends StagelightError {
  constructor(keptAs: string, options?: ErrorOptions) {
    super(
      {
        code: 'vault-set-aside',
        what: {
          ko: `로그인 정보 파일이 손상되어 따로 보관했어요: ${keptAs}.`,
          en: `The file with the sign-in was damaged and is kept as ${keptAs}.`,
        },
        cure: {
          ko: '다시 로그인해 주세요. OBS에 넣은 오버레이 주소도 새로 복사해 주세요.',
          en: 'Sign in again, and copy the overlay address into OBS again.',
        },
      },
      options,
    );
  }
}

/** The vault file is there but the system does not let us read or write it. */
export class VaultUnavailableError extends StagelightError {
  constructor(action: 'read' | 'write', options?: ErrorOptions) {
    super(
      {
        code: action === 'read' ? 'vault-not-readable' : 'vault-not-writable',
        what:
          action === 'read'
            ? {
                ko: '로그인 정보 파일을 읽을 수 없어요.',
                en: 'The file with the sign-in cannot be read.',
              }
            : {
                ko: '로그인 정보 파일에 쓸 수 없어요.',
                en: 'The file with the sign-in cannot be written.',
              },
        cure: {
          ko: '데이터 폴더의 권한과 남은 디스크 공간을 확인해 주세요.',
          en: 'Check the rights of the data folder and the free space on the disk.',
        },
      },
      options,
    );
  }
}

/** The vault file is encrypted and nobody said the passphrase. The file is as it was. */
export class VaultLockedError extends StagelightError {
  constructor() {
    super({
      code: 'vault-locked',
      what: {
        ko: '로그인 정보 파일이 암호화되어 있는데 암호 문구가 없어요.',
        en: 'The file with the sign-in is encrypted, and no passphrase was given.',
      },
      cure: {
        ko: '환경 변수 STAGELIGHT_VAULT_PASSPHRASE에 암호 문구를 넣고 다시 시작해 주세요.',
        en: 'Set the environment variable STAGELIGHT_VAULT_PASSPHRASE and start again.',
      },
    });
  }
}

/** The passphrase does not open the vault file, or the file was changed. The file is as it was. */
export class WrongVaultPassphraseError extends StagelightError {
  constructor() {
    super({
      code: 'vault-wrong-passphrase',
      what: {
        ko: '이 암호 문구로는 로그인 정보 파일을 열 수 없어요.',
        en: 'This passphrase does not open the file with the sign-in.',
      },
      cure: {
        ko: '환경 변수 STAGELIGHT_VAULT_PASSPHRASE를 확인해 주세요. 암호 문구를 잊었다면 데이터 폴더의 vault.json을 다른 곳으로 옮긴 뒤 다시 로그인해 주세요.',
        en: 'Check the environment variable STAGELIGHT_VAULT_PASSPHRASE. If you forgot the passphrase, move vault.json out of the data folder and sign in again.',
      },
    });
  }
}
