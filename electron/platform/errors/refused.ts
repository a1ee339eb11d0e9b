import { type Occasion, PlatformError, quoted } from './platform-error.ts';

/** The platform found the request wrong (400, 404, 409, 422 and other 4xx). */
export class InvalidRequestError extends PlatformError {
  constructor(occasion: Occasion) {
    const said = quoted(occasion.platformMessage);
    super(occasion, {
      code: 'platform-invalid-request',
      what: {
        ko: `플랫폼이 요청을 받아들이지 않았어요${said}.`,
        en: `The platform did not accept the request${said}.`,
      },
      cure: {
        ko: '입력한 값을 확인해 주세요. 그대로 다시 보내도 결과는 같아요.',
        en: 'Check what was entered; sending the same again will not help.',
      },
    });
  }
}

/** A 403: the proof is good, the account or the application may not do this. */
export class ForbiddenError extends PlatformError {
  constructor(occasion: Occasion) {
    const said = quoted(occasion.platformMessage);
    super(occasion, {
      code: 'platform-forbidden',
      what: {
        ko: `플랫폼이 이 작업을 허락하지 않았어요${said}.`,
        en: `The platform does not allow this${said}.`,
      },
      cure: {
        ko: '이 채널에서 할 수 있는 작업인지, 애플리케이션이 승인되어 있는지 확인해 주세요.',
        en: 'Check that the channel may do this and that the application is approved.',
      },
    });
  }
}
