import type { LocalText } from '../../shared/problem.ts';
import { StagelightError } from '../base/errors.ts';

export type RedirectFault = 'not-an-address' | 'https' | 'not-loopback' | 'no-port';

const REDIRECT_FAULTS: Readonly<Record<RedirectFault, LocalText>> = {
  'not-an-address': {
    ko: '로그인 뒤 돌아올 주소(Redirect URI)를 읽을 수 없어요',
    en: 'The address to return to after signing in (redirect URI) cannot be read',
  },
  https: {
    ko: '로그인 뒤 돌아올 주소가 https라서 이 컴퓨터가 직접 받을 수 없어요',
    en: 'The address to return to after signing in is https, which this computer cannot answer itself',
  },
  'not-loopback': {
    ko: '로그인 뒤 돌아올 주소가 이 컴퓨터가 아니에요',
    en: 'The address to return to after signing in is not on this computer',
  },
  'no-port': {
    ko: '로그인 뒤 돌아올 주소의 포트가 0이에요',
    en: 'The address to return to after signing in has port 0',
  },
};

/** The configured redirect address cannot be served by this machine. */
export class RedirectAddressError extends StagelightError {
  readonly fault: RedirectFault;

  constructor(fault: RedirectFault, uri: string) {
    const { ko, en } = REDIRECT_FAULTS[fault];
    super({
      code: `redirect-uri-${fault}`,
      what: { ko: `${ko}: ${uri}.`, en: `${en}: ${uri}.` },
      cure: {
        ko: 'http://127.0.0.1:17817/callback 같은 주소를 개발자 포털과 설정(--redirect-uri)에 똑같이 넣어 주세요.',
        en: 'Enter an address such as http://127.0.0.1:17817/callback in the developer portal and, to the letter, in the settings (--redirect-uri).',
      },
    });
    this.fault = fault;
  }
}

/** The callback's port cannot be had. */
export class CallbackPortError extends StagelightError {
  readonly port: number;

  constructor(port: number, reason: 'in-use' | 'not-allowed' | 'failed', options?: ErrorOptions) {
    const what: Record<typeof reason, LocalText> = {
      'in-use': {
        ko: `로그인에 쓸 ${port}번 포트를 다른 프로그램이 쓰고 있어요.`,
        en: `Port ${port}, needed for signing in, is used by another program.`,
      },
      'not-allowed': {
        ko: `로그인에 쓸 ${port}번 포트를 운영 체제가 허락하지 않았어요.`,
        en: `The operating system does not allow port ${port}, needed for signing in.`,
      },
      failed: {
        ko: `로그인에 쓸 ${port}번 포트를 열지 못했어요.`,
        en: `Port ${port}, needed for signing in, could not be opened.`,
      },
    };
    super(
      {
        code: `sign-in-port-${reason}`,
        what: what[reason],
        cure: {
          ko: '그 프로그램을 끝내고 다시 로그인하거나, 개발자 포털과 설정의 Redirect URI를 다른 포트로 함께 바꿔 주세요.',
          en: 'Close that program and sign in again, or change the port of the redirect URI both in the developer portal and in the settings.',
        },
      },
      options,
    );
    this.port = port;
  }
}

/** Nobody came back from the browser in time. */
export class SignInTimedOutError extends StagelightError {
  constructor() {
    super({
      code: 'sign-in-timed-out',
      what: {
        ko: '10분 안에 로그인이 끝나지 않았어요.',
        en: 'Signing in was not finished within 10 minutes.',
      },
      cure: { ko: '다시 로그인해 주세요.', en: 'Start signing in again.' },
    });
  }
}

/** The answer of a sign-in is just being worked on. */
export class SignInBusyError extends StagelightError {
  constructor() {
    super({
      code: 'sign-in-busy',
      what: { ko: '로그인을 마무리하고 있어요.', en: 'A sign-in is just being finished.' },
      cure: { ko: '잠시 기다려 주세요.', en: 'Wait a moment.' },
    });
  }
}

/** The app is stopping. */
export class SignInClosedError extends StagelightError {
  constructor() {
    super({
      code: 'sign-in-closed',
      what: { ko: '앱이 끝나는 중이에요.', en: 'The app is stopping.' },
      cure: { ko: '앱을 다시 켜 주세요.', en: 'Start the app again.' },
    });
  }
}

const DENIALS = new Map<string, LocalText>([
  [
    'consent_required',
    {
      ko: '이 앱에 권한을 허용하는 단계가 필요해요.',
      en: 'The permissions have to be approved first.',
    },
  ],
  [
    'access_denied',
    {
      ko: '브라우저에서 권한을 허용하지 않았어요.',
      en: 'The permissions were not approved in the browser.',
    },
  ],
]);

/** The platform came back with an error in place of a code. */
export class SignInDeniedError extends StagelightError {
  /** The platform's word for it, such as consent_required; `unknown` when it is no plain word. */
  readonly answer: string;

  constructor(answer: string) {
    const word = /^[\w.-]{1,60}$/.test(answer) ? answer : 'unknown';
    super({
      code: word === 'consent_required' ? 'sign-in-consent-required' : 'sign-in-denied',
      what: DENIALS.get(word) ?? {
        ko: `플랫폼이 로그인을 거절했어요(${word}).`,
        en: `The platform refused the sign-in (${word}).`,
      },
      cure: {
        ko: '다시 로그인하고 브라우저에서 권한을 허용해 주세요.',
        en: 'Sign in again and approve the permissions in the browser.',
      },
    });
    this.answer = word;
  }
}

/** The platform came back with neither a code nor an error. */
export class SignInAnswerError extends StagelightError {
  constructor() {
    super({
      code: 'sign-in-answer-incomplete',
      what: {
        ko: '플랫폼의 로그인 응답에 코드가 없어요.',
        en: 'The platform’s answer to the sign-in has no code.',
      },
      cure: {
        ko: '다시 로그인해 주세요. 계속되면 로그와 함께 알려 주세요.',
        en: 'Sign in again; if it stays, tell us and attach the log.',
      },
    });
  }
}
