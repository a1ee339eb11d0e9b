import { createHmac } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { SinkAddress } from './addresses.ts';
import { bodyOf, type Courier, DELIVERED, type Delivery, failed } from './courier.ts';
import { type Answer, type PostParts, post } from './post.ts';
import { SinkError } from './sinks-errors.ts';

const SECOND_MS = 1_000;

/** `v1=` and the HMAC-SHA256 of time, a dot, and the body. Both sides make it from the same secret. */
export function signatureOf(secret: string, time: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

/** Posts each event as JSON, signed. */
export function webhook(parts: PostParts, address: SinkAddress, secret: string): Courier {
  return {
    most: 1,
    givesUp: true,
    async deliver([letter], signal) {
      if (!letter) return DELIVERED;
      const body = bodyOf(letter);
      const time = String(Math.floor(parts.clock.now() / SECOND_MS));
      const headers = {
        'X-Stagelight-Id': letter.id,
        'X-Stagelight-Time': time,
        'X-Stagelight-Signature': signatureOf(secret, time, body),
      };
      return answered(() => post(parts, address, headers, body, signal), parts.clock);
    },
  };
}

/** What an answer, or none, says of the delivery. */
export async function answered(
  ask: () => Promise<Answer>,
  clock: Clock,
  goneAt: readonly number[] = [410],
): Promise<Delivery> {
  try {
    const answer = await ask();
    const { status } = answer;
    if (status >= 200 && status < 300) return DELIVERED;
    if (goneAt.includes(status)) return { kind: 'gone', problem: { code: 'sinks-gone' } };
    const code = status >= 300 && status < 400 ? 'sinks-redirect' : 'sinks-status';
    return failed({ code, values: { status } }, retryAfterMs(answer.header('retry-after'), clock));
  } catch (failure) {
    if (failure instanceof SinkError) return failed(failure.problem);
    throw failure;
  }
}

/** Seconds, or a date; null: neither. */
export function retryAfterMs(text: string | null, clock: Clock): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * SECOND_MS;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - clock.now());
}
