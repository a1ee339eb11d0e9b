import type { LocalText } from '../../../shared/problem.ts';
import { type Occasion, PlatformError } from './platform-error.ts';

/** One reason a row of the table "401 on token issue and refresh", and `unknown` for the rest. */
export type TokenRefusal =
  | 'invalid-client'
  | 'code-required'
  | 'invalid-code'
  | 'code-of-other-application'
  | 'authorization-not-active'
  | 'code-expired'
  | 'refresh-token-required'
  | 'invalid-refresh-token'
  | 'refresh-token-revoked'
  | 'refresh-token-used'
  | 'refresh-token-of-other-application'
  | 'refresh-token-expired'
  | 'unknown';

/** The messages of the table, in its order. */
export const TOKEN_REFUSALS: readonly (readonly [message: string, reason: TokenRefusal])[] = [
  ['Invalid client credentials', 'invalid-client'],
  ['Authorization code is required', 'code-required'],
  ['Invalid authorization code', 'invalid-code'],
  ['Authorization code does not belong to this application', 'code-of-other-application'],
  ['Authorization is not active', 'authorization-not-active'],
  ['Authorization code has expired', 'code-expired'],
  ['Refresh token is required', 'refresh-token-required'],
  ['Invalid refresh token', 'invalid-refresh-token'],
  ['Refresh token has been revoked', 'refresh-token-revoked'],
  ['Refresh token has already been used', 'refresh-token-used'],
  ['Refresh token does not belong to this application', 'refresh-token-of-other-application'],
  ['Refresh token has expired', 'refresh-token-expired'],
];

const WHAT: Readonly<Record<TokenRefusal, LocalText>> = {
  'invalid-client': {
    ko: 'Client ID와 Client Secret이 서로 맞지 않아요.',
    en: 'Client ID and Client Secret do not belong together.',
  },
  'code-required': {
    ko: '로그인 코드 없이 로그인을 마치려고 했어요.',
    en: 'The sign-in came back without its code.',
  },
  'invalid-code': {
    ko: '플랫폼이 모르는 로그인 코드예요.',
    en: 'The platform does not know this sign-in code.',
  },
  'code-of-other-application': {
    ko: '다른 애플리케이션의 로그인 코드예요.',
    en: 'The sign-in code belongs to another application.',
  },
  'authorization-not-active': {
    ko: '이 앱의 연결이 해제되어 있어요.',
    en: 'The link between the account and this app has been ended.',
  },
  'code-expired': {
    ko: '로그인 코드의 10분이 지났어요.',
    en: 'The sign-in code is older than its 10 minutes.',
  },
  'refresh-token-required': {
    ko: '저장된 로그인 정보가 비어 있어요.',
    en: 'The stored sign-in is empty.',
  },
  'invalid-refresh-token': {
    ko: '플랫폼이 저장된 로그인 정보를 알지 못해요.',
    en: 'The platform does not know the stored sign-in.',
  },
  'refresh-token-revoked': {
    ko: '저장된 로그인 정보가 취소되었어요.',
    en: 'The stored sign-in has been revoked.',
  },
  'refresh-token-used': {
    ko: '저장된 로그인 정보는 이미 한 번 쓰였어요.',
    en: 'The stored sign-in has been used before.',
  },
  'refresh-token-of-other-application': {
    ko: '저장된 로그인 정보가 다른 애플리케이션의 것이에요.',
    en: 'The stored sign-in belongs to another application.',
  },
  'refresh-token-expired': {
    ko: '저장된 로그인 정보의 유효 기간이 지났어요.',
    en: 'The stored sign-in is past its validity.',
  },
  unknown: {
    ko: '플랫폼이 로그인 정보를 내주지 않았어요.',
    en: 'The platform refused the sign-in without a reason we know.',
  },
};

const SIGN_IN: LocalText = { ko: '다시 로그인해 주세요.', en: 'Sign in again.' };
const CHECK_CLIENT: LocalText = {
  ko: '개발자 포털의 Client ID와 Secret을 설정과 비교한 뒤 다시 로그인해 주세요.',
  en: 'Compare Client ID and Secret with the developer portal, then sign in again.',
};

function cureOf(reason: TokenRefusal): LocalText {
  const aboutTheClient =
    reason === 'invalid-client' ||
    reason === 'code-of-other-application' ||
    reason === 'refresh-token-of-other-application';
  return aboutTheClient ? CHECK_CLIENT : SIGN_IN;
}

/** Tells the rows of the table apart, whatever the case and the full stop at the end. */
export function tokenRefusalOf(platformMessage: string | null): TokenRefusal {
  const plain = (text: string): string => text.trim().replace(/\.$/, '').toLowerCase();
  const said = plain(platformMessage ?? '');
  return TOKEN_REFUSALS.find(([message]) => plain(message) === said)?.[1] ?? 'unknown';
}

/**
 * A 401 of the token or the revoke operation. On revoke it means that the token is worth nothing
 * already: it does not exist, is revoked, or belongs to another application.
 */
export class TokenRefusedError extends PlatformError {
  readonly reason: TokenRefusal;

  constructor(occasion: Occasion) {
    const reason = tokenRefusalOf(occasion.platformMessage);
    super(occasion, {
      code: `platform-token-refused-${reason}`,
      what: WHAT[reason],
      cure: cureOf(reason),
    });
    this.reason = reason;
  }
}
