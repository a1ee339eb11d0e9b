import { type Occasion, PlatformError } from './platform-error.ts';

/** The platform answered, but not with what the specification says. */
export class MalformedAnswerError extends PlatformError {
  /** Which part was wrong, by its place: never the value that stood there. */
  readonly detail: string;

  constructor(occasion: Occasion, detail: string) {
    super(occasion, {
      code: 'platform-malformed-answer',
      what: {
        ko: `플랫폼의 답을 이해하지 못했어요(${detail}).`,
        en: `The platform’s answer could not be understood (${detail}).`,
      },
      cure: {
        ko: '플랫폼 주소를 확인하고, 앱의 새 버전이 있는지 살펴봐 주세요.',
        en: 'Check the platform’s address and look for a newer version of the app.',
      },
    });
    this.detail = detail;
  }
}
