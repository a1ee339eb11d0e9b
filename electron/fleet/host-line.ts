import { type NatsConnection, RequestError } from '@nats-io/transport-node';
import type { Disposable } from '../base/disposables.ts';
import { toDisposable } from '../base/disposables.ts';
import { keyOf } from './leases.ts';
import type { Seal } from './seal.ts';

/** What `ask` says where no host of that name is there. */
export const NOBODY = 'nobody';

/** Questions from host to host of one fleet. */
export interface HostLine {
  /** null: no answer in time; `NOBODY`: the question reached no host. Never rejects. */
  ask(hostId: string, question: string, mostMs: number): Promise<string | null>;
  /** Answers what others ask this host. What `reply` throws is no answer. */
  answer(reply: (question: string) => Promise<string>): Disposable;
}

interface HostLineParts {
  readonly connection: Pick<NatsConnection, 'request' | 'subscribe'>;
  readonly seal: Seal;
  readonly fleet: string;
  readonly hostId: string;
}

/**
 * Over NATS, beside JetStream. Everything is sealed: who has no key of the fleet can neither read nor
 * ask. The subject is none of those that a stream of the fleet or of a streamer takes.
 */
export function hostLine({ connection, seal, fleet, hostId }: HostLineParts): HostLine {
  const subjectOf = (host: string): string => `stagelight-hosts.${fleet}.${keyOf(host)}`;
  const open = (sealed: string, purpose: string): string => {
    const text = seal.open(sealed, purpose);
    if (text === null) throw new Error('sealed with another key');
    return text;
  };
  return {
    async ask(host, question, mostMs) {
      const subject = subjectOf(host);
      try {
        const asked = seal.close(question, `ask ${subject}`);
        const answer = await connection.request(subject, asked, { timeout: mostMs });
        return open(answer.string(), `answer ${subject} ${question}`);
      } catch (failure) {
        return failure instanceof RequestError && failure.isNoResponders() ? NOBODY : null;
      }
    },
    answer(reply) {
      const subject = subjectOf(hostId);
      const subscription = connection.subscribe(subject, {
        callback: (failure, message) => {
          if (failure) return;
          const done = async (): Promise<void> => {
            const question = open(message.string(), `ask ${subject}`);
            const answer = await reply(question);
            message.respond(seal.close(answer, `answer ${subject} ${question}`));
          };
          // The other host hears nothing, and goes on as it was.
          done().catch(() => undefined);
        },
      });
      return toDisposable(() => subscription.unsubscribe());
    },
  };
}
