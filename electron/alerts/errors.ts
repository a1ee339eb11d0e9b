import { StagelightError } from '../base/errors.ts';

/** Somebody asked for an alert that is not in the books. */
export class AlertNotFoundError extends StagelightError {
  constructor() {
    super({
      code: 'alert-not-found',
      what: {
        ko: '그 알림은 기록에 없어요.',
        en: 'This alert is not in the books.',
      },
      cure: {
        ko: '테스트 알림과 채팅은 기록에 남지 않아요. 다시 보려면 테스트를 한 번 더 눌러 주세요.',
        en: 'Tests and chat are not kept. To see a test again, play it once more.',
      },
    });
  }
}
