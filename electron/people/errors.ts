import type { LocalText, Problem } from '../../shared/problem.ts';
import { StagelightError } from '../base/errors.ts';

export type BlockChange = 'block' | 'unblock';

/**
 * A block or its end was sent and no answer came: it may have happened. It is not sent again by itself;
 * the list of blocked people says what became of it.
 */
export class BlockUnsureError extends StagelightError {
  readonly change: BlockChange;

  /** @param name whom it is about; null: not known. */
  constructor(change: BlockChange, name: string | null, options?: ErrorOptions) {
    super(change === 'block' ? blockUnsure(named(name)) : unblockUnsure(named(name)), options);
    this.change = change;
  }
}

function named(name: string | null): LocalText {
  return name === null ? { ko: '', en: '' } : { ko: `‘${name}’ 채널의 `, en: ` for “${name}”` };
}

function blockUnsure(whom: LocalText): Problem {
  return {
    code: 'people-block-unsure',
    what: {
      ko: `${whom.ko}차단을 보냈지만 답을 받지 못했어요. 이미 차단됐을 수도 있어요.`,
      en: `The block${whom.en} was sent, but no answer came. It may have happened.`,
    },
    cure: {
      ko: '차단 목록을 확인해 주세요. 목록에 없을 때만 다시 차단하면 돼요.',
      en: 'Look at the list of blocked people, and block again only if they are not in it.',
    },
    outcome: 'unknown',
  };
}

function unblockUnsure(whom: LocalText): Problem {
  return {
    code: 'people-unblock-unsure',
    what: {
      ko: `${whom.ko}차단 해제를 보냈지만 답을 받지 못했어요. 이미 풀렸을 수도 있어요.`,
      en: `Unblocking${whom.en} was sent, but no answer came. It may have happened.`,
    },
    cure: {
      ko: '차단 목록을 확인해 주세요. 아직 목록에 있을 때만 다시 풀면 돼요.',
      en: 'Look at the list of blocked people, and unblock again only if they are still in it.',
    },
    outcome: 'unknown',
  };
}
