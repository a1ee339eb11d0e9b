import type { IncomingMessage, ServerResponse } from 'node:http';
import { assertNever } from '../../shared/events.ts';
import { type CallbackAnswer, readAnswer } from '../auth/callback-server.ts';
import { SignInDeniedError, SignInError } from '../auth/errors.ts';
import { problemOf } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { MakeKey } from '../base/random.ts';
import { type JoinPage, joinPage } from './front-pages.ts';
import { type JoinState, type Joins, joinId, type Link } from './joins.ts';
import { keyOf } from './leases.ts';
import type { SignedIn } from './platform-grants.ts';

const CALLBACK_PATH = '/oauth/callback';
const COOKIE = 'stagelight-join';
/** As long as a sign-in may take. */
const COOKIE_S = 600;

interface JoinDoorParts {
  readonly joins: Joins;
  /** What the fleet's addresses begin with, without a trailing slash. */
  readonly base: string;
  readonly makeKey: MakeKey;
  readonly log: Logger;
  readonly authorizationUrl: (redirectUri: string, state: string) => string;
  /** Throws what the platform's client throws. null: the platform does not say whose it is. */
  readonly exchange: (code: string) => Promise<SignedIn | null>;
  readonly isChannel: (channelId: string) => Promise<boolean>;
  /** `mayStart`: asked once the channel is held. */
  readonly admit: (signedIn: SignedIn, mayStart: () => Promise<boolean>) => Promise<JoinAdmission>;
}

/** `busy`: another host does not give the channel up. */
export type JoinAdmission = 'added' | 'busy' | 'refused';

/**
 * The pages of a link: what it is for, the way to the platform, and what became of it. Nothing
 * changes when a link is looked at, so programs that preview links do not use it up.
 */
export class JoinDoor {
  readonly #parts: JoinDoorParts;
  readonly #isEncrypted: boolean;

  constructor(parts: JoinDoorParts) {
    this.#parts = parts;
    this.#isEncrypted = parts.base.startsWith('https:');
  }

  /** Answers a link's pages; false: the address is none of them. */
  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
    const link = linkOf(url.pathname);
    if (!link && url.pathname !== CALLBACK_PATH) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': 0 }).end();
    } else if (!link) {
      show(request, response, await this.#finish(request, url));
    } else {
      await this.#open(request, response, link, url);
    }
    return true;
  }

  async #open(
    request: IncomingMessage,
    response: ServerResponse,
    link: Link,
    { pathname, searchParams }: URL,
  ): Promise<void> {
    const { joins, base, makeKey, authorizationUrl } = this.#parts;
    const state = await this.#stateOf(link);
    if (state !== 'open') show(request, response, { kind: state });
    else if (!searchParams.has('go')) {
      const kind = link.channelId === null ? 'open' : 'again';
      show(request, response, { kind, href: `${pathname}?go` });
    } else {
      const browser = makeKey();
      const name = this.#cookieName();
      const secure = this.#isEncrypted ? '; Secure' : '';
      response.writeHead(303, {
        Location: authorizationUrl(`${base}${CALLBACK_PATH}`, joins.state(link, browser)),
        'Set-Cookie': `${name}=${browser}; Path=/; Max-Age=${COOKIE_S}; HttpOnly; SameSite=Lax${secure}`,
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
        'Content-Length': 0,
      });
      response.end();
    }
  }

  async #finish(request: IncomingMessage, url: URL): Promise<JoinPage> {
    const { joins, log } = this.#parts;
    const states = url.searchParams.getAll('state');
    const link = joins.linkOf(states[0] ?? '', this.#cookieOf(request));
    if (link === null || states.length !== 1) return { kind: 'stranger' };
    const state = await this.#stateOf(link);
    if (state !== 'open') return { kind: state };
    try {
      return await this.#answered(readAnswer(url.searchParams), link);
    } catch (failure) {
      log.warn('a streamer could not sign in', { failure });
      return { kind: 'failed', problem: problemOf(failure) };
    }
  }

  /** A channel of the fleet can always sign in again. */
  async #stateOf({ id, channelId }: Link): Promise<JoinState> {
    const { joins, isChannel } = this.#parts;
    if (channelId === null) return joins.find(id);
    return (await isChannel(channelId)) ? 'open' : 'unknown';
  }

  async #answered(answer: CallbackAnswer, link: Link): Promise<JoinPage> {
    switch (answer.kind) {
      case 'error':
        throw new SignInDeniedError(answer.error);
      case 'incomplete':
        throw new SignInError('answer-incomplete');
      case 'code':
        return this.#take(answer.code, link);
      default:
        return assertNever(answer);
    }
  }

  async #take(code: string, { id, channelId }: Link): Promise<JoinPage> {
    const { joins, exchange, admit, log } = this.#parts;
    const signedIn = await exchange(code);
    if (!signedIn) return { kind: 'nameless' };
    if (channelId !== null && channelId !== signedIn.channelId) return { kind: 'other' };
    const mayStart = async () => channelId !== null || (await joins.use(id));
    switch (await admit(signedIn, mayStart)) {
      case 'added':
        log.info('a streamer signed in with a link', { channelId: signedIn.channelId });
        return { kind: 'done', channel: signedIn.channelName };
      case 'busy':
        return { kind: 'busy' };
      case 'refused':
        return { kind: 'used' };
    }
  }

  /** With its prefix a browser takes it from this very host only. */
  #cookieName(): string {
    return this.#isEncrypted ? `__Host-${COOKIE}` : COOKIE;
  }

  #cookieOf({ headers }: IncomingMessage): string {
    const name = `${this.#cookieName()}=`;
    const all = (headers.cookie ?? '').split(';').map((part) => part.trim());
    return all.find((part) => part.startsWith(name))?.slice(name.length) ?? '';
  }
}

/** Where the streamer of a channel of the fleet signs in again. */
export const signInPath = (channelId: string): string => `/sign-in/${keyOf(channelId)}`;

function linkOf(path: string): Link | null {
  const [, code] = /^\/join\/([\w-]{22,100})$/.exec(path) ?? [];
  if (code !== undefined) return { id: joinId(code), channelId: null };
  const [, key] = /^\/sign-in\/([\w-]{1,200})$/.exec(path) ?? [];
  if (key === undefined) return null;
  return { id: '', channelId: Buffer.from(key, 'base64url').toString() };
}

function show(request: IncomingMessage, response: ServerResponse, page: JoinPage): void {
  const { headers, body } = joinPage(page, request.headers['accept-language']);
  response.writeHead(STATUS[page.kind], headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const STATUS: Readonly<Record<JoinPage['kind'], number>> = {
  open: 200,
  again: 200,
  done: 200,
  failed: 400,
  stranger: 400,
  nameless: 400,
  other: 400,
  used: 410,
  old: 410,
  unknown: 404,
  busy: 503,
};
