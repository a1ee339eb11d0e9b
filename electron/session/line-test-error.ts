import type { LocalText } from '../../shared/problem.ts';
import { StagelightError } from '../base/errors.ts';

/** Why the way to the platform could not be tried, or is not good. */
export type LineTestFault = 'no-slot' | 'unreachable' | 'refused' | 'closed' | 'silent';

const FAULTS: Readonly<
  Record<LineTestFault, { readonly what: LocalText; readonly cure: LocalText }>
> = {
  'no-slot': {
    what: {
      ko: '이 앱의 시험용 연결 10개가 모두 쓰이고 있어요.',
      en: 'All ten test sessions of this application are in use.',
    },
    cure: {
      ko: '방송 연결에는 영향이 없어요. 12시간 안에 자리가 나면 다시 해 주세요.',
      en: 'Your broadcast is not affected. Try again when one has ended, within 12 hours.',
    },
  },
  unreachable: {
    what: {
      ko: '플랫폼의 실시간 서버에 닿지 않아요.',
      en: 'The platform’s real-time server cannot be reached.',
    },
    cure: {
      ko: '인터넷 연결과 방화벽, 백신, VPN을 확인해 주세요.',
      en: 'Check your internet connection, firewall, antivirus and VPN.',
    },
  },
  refused: {
    what: {
      ko: '플랫폼의 실시간 서버가 연결을 받지 않아요.',
      en: 'The platform’s real-time server does not take the connection.',
    },
    cure: {
      ko: '회사나 학교의 프록시가 막고 있을 수 있어요. 다른 네트워크로 해 보거나 잠시 뒤 다시 해 주세요.',
      en: 'A proxy at work or school may be in the way: try another network, or again in a while.',
    },
  },
  closed: {
    what: {
      ko: '연결되었지만 곧 끊겼어요.',
      en: 'The connection was made, but ended at once.',
    },
    cure: { ko: '잠시 뒤 다시 해 주세요.', en: 'Try again in a while.' },
  },
  silent: {
    what: {
      ko: '연결되었지만 플랫폼이 대답하지 않아요.',
      en: 'The connection was made, but the platform does not answer on it.',
    },
    cure: {
      ko: '백신이나 VPN이 연결을 붙잡고 있을 수 있어요. 끄고 다시 해 주세요.',
      en: 'An antivirus or VPN may hold the connection back: try again without it.',
    },
  },
};

/** The test of the line failed. Nothing of the broadcast was touched. */
export class LineTestError extends StagelightError {
  readonly fault: LineTestFault;

  /** `detail`: for the log. */
  constructor(fault: LineTestFault, detail?: string) {
    super(
      { code: `line-test-${fault}`, ...FAULTS[fault] },
      detail === undefined ? {} : { cause: detail },
    );
    this.fault = fault;
  }
}
