import { SENT_MOST, type SenderType, type SentMessage } from '../../../shared/contract/live.ts';
import type { Clock } from '../../base/clock.ts';
import { StagelightError } from '../../base/errors.ts';
import { UnavailableError } from '../../platform/errors.ts';
import type { SentMessage as Answer, ChatApi, ChatNotice } from '../../platform/resources/chat.ts';

interface OutboxOptions {
  readonly chat: Pick<ChatApi, 'send' | 'notice'>;
  readonly clock: Clock;
  readonly onSent: () => void;
}

/** Sends each message and notice once (platform-notes, "What real clients ran into", 12). */
export class Outbox {
  readonly #options: OutboxOptions;
  #sent: readonly SentMessage[] = [];

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** The latest, oldest first. */
  get sent(): readonly SentMessage[] {
    return this.#sent;
  }

  /** Throws an error of unknown outcome if it may have arrived, else a `PlatformError`. */
  async send(message: string, senderType: SenderType): Promise<Answer> {
    const { chat, clock, onSent } = this.#options;
    const answer = await once('message', () => chat.send({ message, senderType }));
    const { messageId } = answer;
    const id = (this.#sent.at(-1)?.id ?? 0) + 1;
    const sent = { id, at: clock.now(), message, senderType, messageId };
    this.#sent = [...this.#sent, sent].slice(-SENT_MOST);
    onSent();
    return answer;
  }

  async notice(notice: ChatNotice): Promise<void> {
    await once('notice', () => this.#options.chat.notice(notice));
  }
}

async function once<T>(what: 'message' | 'notice', call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (failure) {
    if (!(failure instanceof UnavailableError && failure.mayHaveHappened)) throw failure;
    const code = what === 'message' ? 'live-maybe-sent' : 'live-notice-maybe-set';
    throw new StagelightError({ code, outcome: 'unknown' }, { cause: failure });
  }
}
