import { type Occasion, PlatformError } from './platform-error.ts';

/** The platform's address is not encrypted and not of this machine. Nothing was sent. */
export class UnsafeAddressError extends PlatformError {
  constructor(occasion: Occasion) {
    super(occasion, {
      code: 'platform-unsafe-address',
      what: {
        ko: '플랫폼 주소가 https가 아니어서 아무것도 보내지 않았어요.',
        en: 'The platform’s address is not https, so nothing was sent to it.',
      },
      cure: {
        ko: '연결 설정의 API 주소와 로그인 주소를 확인해 주세요. http는 이 컴퓨터(127.0.0.1) 안에서만 쓸 수 있어요.',
        en: 'Check the API address and the sign-in address in the connection settings. Plain http works on this computer (127.0.0.1) only.',
      },
    });
  }
}
