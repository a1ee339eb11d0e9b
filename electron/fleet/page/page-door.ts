import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { assertNever } from '../../../shared/events.ts';
import { parseJson } from '../../../shared/json.ts';
import { preferredLanguage } from '../../auth/callback-server.ts';
import type { Logger } from '../../base/log.ts';
import { COMMON_HEADERS } from '../../server/page-policy.ts';
import type { ChannelAdmin } from '../channel-admin.ts';
import { type SayFleet, sayer } from '../front-pages.ts';
import type { Visit } from '../front-policy.ts';
import type { Joins } from '../joins.ts';
import type { PlatformGrants } from '../platform-grants.ts';
import type { FleetReader } from './fleet-reader.ts';
import { PAGE_POLICY, pageDocument } from './page-document.ts';
import type { PageKey } from './page-key.ts';
import type { Outcome } from './page-script.ts';
import { viewOf } from './page-view.ts';

const ORDER_MOST_BYTES = 4_096;

const order = z.discriminatedUnion('does', [
  z.object({ does: z.literal('add') }),
  z.object({ does: z.enum(['pause', 'resume', 'remove']), channel: z.string().min(1).max(200) }),
]);
type Order = z.infer<typeof order>;

interface PageDoorParts {
  readonly fleet: string;
  readonly key: Pick<PageKey, 'read'>;
  readonly reader: Pick<FleetReader, 'look' | 'forget'>;
  readonly admin: Pick<ChannelAdmin, 'pause' | 'resume' | 'remove'>;
  readonly joins: Pick<Joins, 'make'>;
  readonly revoke: PlatformGrants['revoke'];
  /** What links of streamers begin with; null: only who is at this computer could open them. */
  readonly linkBase: string | null;
  readonly log: Logger;
}

/** Where the page of the whole fleet is, below the address of its pages. */
export const pagePath = (key: string): string => `/fleet/${key}/`;

/** The page of the whole fleet: what it shows, and what a person can do there. */
export class PageDoor {
  readonly #parts: PageDoorParts;

  constructor(parts: PageDoorParts) {
    this.#parts = parts;
  }

  /** Answers below `/fleet/`; false: the address is not there. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    { pathname }: URL,
    visit: Visit,
  ): Promise<boolean> {
    const [, key, rest] = /^\/fleet\/([\w-]{22,100})\/(data|do)?$/.exec(pathname) ?? [];
    if (!pathname.startsWith('/fleet/')) return false;
    const right = key === undefined ? null : await this.#parts.key.read();
    if (key === undefined || right === null || !isSame(key, right)) sayStatus(response, 404);
    else if (rest === 'do') await this.#do(request, response, visit);
    else if (request.method !== 'GET' && request.method !== 'HEAD') sayStatus(response, 405);
    else if (rest === 'data') await this.#data(request, response);
    else this.#document(request, response);
    return true;
  }

  #document(request: IncomingMessage, response: ServerResponse): void {
    const { fleet, linkBase } = this.#parts;
    const { language, say } = wordsFor(request);
    const body = pageDocument(fleet, linkBase !== null, language, say);
    send(request, response, 200, body, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': PAGE_POLICY,
    });
  }

  async #data(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { language, say } = wordsFor(request);
    const picture = await this.#parts.reader.look();
    sendJson(request, response, 200, viewOf(picture, language, say));
  }

  /** Only for a page of ours that a browser says it is: a key in an address is no leave to change things. */
  async #do(request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<void> {
    if (request.method !== 'POST') return sayStatus(response, 405);
    const { 'sec-fetch-site': site = 'same-origin', 'content-type': type } = request.headers;
    if (!visit.isOurOrigin || site !== 'same-origin') return sayStatus(response, 403);
    if (type !== 'application/json') return sayStatus(response, 415);
    const text = await readText(request);
    if (text === null) return sayStatus(response, 413);
    const wanted = order.safeParse(parseJson(text));
    if (!wanted.success) return sayStatus(response, 400);
    const { reader, log } = this.#parts;
    const { say } = wordsFor(request);
    try {
      const outcome = await this.#carryOut(wanted.data, say);
      log.info('the fleet’s page was used', { what: wanted.data.does, isDone: outcome.isDone });
      sendJson(request, response, 200, outcome);
    } catch (failure) {
      log.warn('what the fleet’s page asked for was not done', { failure });
      sendJson(request, response, 503, { isDone: false, text: say('page.unsure') });
    }
    reader.forget();
  }

  async #carryOut(wanted: Order, say: SayFleet): Promise<Outcome> {
    const { admin, joins, linkBase, revoke } = this.#parts;
    switch (wanted.does) {
      case 'add': {
        if (linkBase === null) return { isDone: false, text: say('page.add-not') };
        const { code, until } = await joins.make();
        return { isDone: true, text: say('page.added'), link: `${linkBase}/join/${code}`, until };
      }
      case 'pause':
      case 'resume': {
        const isDone = await admin[wanted.does](wanted.channel);
        return { isDone, text: say(isDone ? `page.${wanted.does}d` : 'page.unknown') };
      }
      case 'remove': {
        const removal = await admin.remove(wanted.channel, revoke);
        const isDone = removal === 'removed' || removal === 'unrevoked';
        return { isDone, text: say(`page.${removal}`) };
      }
      default:
        return assertNever(wanted);
    }
  }
}

function wordsFor({ headers }: IncomingMessage) {
  const language = preferredLanguage(headers['accept-language']);
  return { language, say: sayer(language) };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** null: it is too long. */
async function readText(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes <= ORDER_MOST_BYTES) parts.push(part);
  }
  return bytes > ORDER_MOST_BYTES ? null : Buffer.concat(parts).toString();
}

function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  value: unknown,
): void {
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  send(request, response, status, JSON.stringify(value), type);
}

function sayStatus(response: ServerResponse, status: number): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  send(response.req, response, status, '', headers);
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    ...COMMON_HEADERS,
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Vary: 'Accept-Language',
  });
  response.end(method === 'HEAD' ? undefined : body);
}
