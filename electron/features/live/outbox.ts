import { SENT_MOST, type SenderType, type SentMessage } from '../../../shared/contract/live.ts';
import type { Clock } from '../../base/clock.ts';
import { UnavailableError } from '../../platform/errors.ts';
import type { SentMessage as Answer, ChatApi, ChatNotice } from '../../platform/resources/chat.ts';
import { MaybeSentError } from './errors.ts';

export interface OutboxOptions {
  readonly chat: Pick<ChatApi, 'send' | 'notice'>;
  readonly clock: Clock;
  /** Called after something was sent. */
  readonly onSent: () => void;
}

/**
 * Sends messages and notices to the chat. Each call is sent once: platform-notes, "What real
 * clients ran into", 12.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  #sent: readonly SentMessage[] = [];
  #count = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** The latest, oldest first. */
  get sent(): readonly SentMessage[] {
    return this.#sent;
  }

  /**
   * Sends one message of 1 to 100 characters.
   * @throws MaybeSentError if its arrival is unknown; LimitError or another `PlatformError` if it
   * did not arrive.
   */
  async send(message: string, senderType: SenderType): Promise<Answer> {
    const { chat, clock, onSent } = this.#options;
    const answer = await once('message', () => chat.send({ message, senderType }));
    this.#count += 1;
    const { messageId } = answer;
    const sent = { id: this.#count, at: clock.now(), message, senderType, messageId };
    this.#sent = [...this.#sent, sent].slice(-SENT_MOST);
    onSent();
    return answer;
  }

  /** Sets the chat's notice. Throws as `send`. */
  async notice(notice: ChatNotice): Promise<void> {
    await once('notice', () => this.#options.chat.notice(notice));
  }
}

async function once<T>(what: 'message' | 'notice', call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (failure) {
    if (!(failure instanceof UnavailableError && failure.mayHaveHappened)) throw failure;
    throw new MaybeSentError(what, failure);
  }
}
