import type { Text } from '../../shared/locales/text.ts';
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
    const whom: Text =
      name === null
        ? { key: 'problem.people-unsure.unnamed' }
        : { key: 'problem.people-unsure.named', values: { name } };
    const code = `people-${change}-unsure` as const;
    super({ code, values: { whom }, outcome: 'unknown' }, options);
    this.change = change;
  }
}
