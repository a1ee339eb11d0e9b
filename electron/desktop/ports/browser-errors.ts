import { StagelightError } from '../../base/errors.ts';

/** An address that the app does not hand to the browser. The address itself is not repeated. */
export class AddressRefusedError extends StagelightError {
  constructor(reason: string, options?: ErrorOptions) {
    super(
      {
        code: 'address-refused',
        what: {
          ko: '이 주소는 브라우저에서 열 수 없게 막아 두었어요.',
          en: `This address is not opened in the browser: ${reason}.`,
        },
        cure: {
          ko: 'https로 시작하는 주소인지 확인해 주세요.',
          en: 'Check that the address begins with https.',
        },
      },
      options,
    );
  }
}

/** The desktop could not start a browser. */
export class BrowserUnavailableError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'browser-unavailable',
        what: { ko: '브라우저를 열지 못했어요.', en: 'The browser could not be opened.' },
        cure: {
          ko: '시스템의 기본 브라우저를 정하거나, 주소를 복사해 직접 열어 주세요.',
          en: "Choose the system's default browser, or copy the address and open it yourself.",
        },
      },
      options,
    );
  }
}
