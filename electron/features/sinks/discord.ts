import type { StageEvent } from '../../../shared/events.ts';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { isLoopbackHost } from '../../base/loopback.ts';
import { readAddress, type SinkAddress } from './addresses.ts';
import { type Courier, DELIVERED, type Delivery } from './courier.ts';
import { discordText } from './discord-text.ts';
import { type Answer, type PostParts, post } from './post.ts';
import { SinkError } from './sinks-errors.ts';
import { answered } from './webhook.ts';

const HOST = /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/;
const PATH = /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/;
/** Links in a message show no pictures of their pages. */
const SUPPRESS_EMBEDS = 4;
const SECOND_MS = 1_000;
/** A webhook that was deleted at Discord. */
const GONE = [404, 410];

/** Throws a `SinkError` if this is not a webhook's address of Discord (or of this computer, for trying out). */
export function checkDiscord(text: string): SinkAddress {
  const address = readAddress(text, false);
  const { url, host } = address;
  const isTheirs = HOST.test(host) && url.port === '' && PATH.test(url.pathname);
  if (!isTheirs && !isLoopbackHost(host)) throw new SinkError('sinks-address-discord');
  return address;
}

/** Posts each event as a message. */
export function discord(parts: PostParts, address: SinkAddress, language: () => Language): Courier {
  return {
    most: 1,
    givesUp: true,
    async deliver([letter], signal) {
      if (!letter) return DELIVERED;
      let answer: Answer | null = null;
      const ask = async () => {
        answer = await post(parts, address, {}, messageOf(letter.event, language()), signal);
        return answer;
      };
      return withLimits(await answered(ask, parts.clock, GONE), answer);
    },
  };
}

function messageOf(event: StageEvent, language: Language): string {
  return JSON.stringify({
    content: discordText(event, language),
    // Nobody is called by what a viewer writes.
    allowed_mentions: { parse: [] },
    flags: SUPPRESS_EMBEDS,
  });
}

/** With the waits that Discord asks for. */
function withLimits(delivery: Delivery, answer: Answer | null): Delivery {
  if (answer === null || delivery.kind === 'gone') return delivery;
  const resetMs = msOf(answer.header('x-ratelimit-reset-after'));
  if (delivery.kind === 'delivered') {
    const isSpent = answer.header('x-ratelimit-remaining') === '0';
    return isSpent && resetMs !== null ? { kind: 'delivered', pauseMs: resetMs } : delivery;
  }
  if (answer.status !== 429) return delivery;
  const said = parseJson(answer.body);
  const exact = isJsonObject(said) ? msOf(said['retry_after']) : null;
  return { ...delivery, retryAfterMs: exact ?? delivery.retryAfterMs ?? resetMs };
}

function msOf(seconds: unknown): number | null {
  const ms = seconds === null || seconds === '' ? Number.NaN : Number(seconds) * SECOND_MS;
  return Number.isFinite(ms) && ms >= 0 ? Math.ceil(ms) : null;
}
