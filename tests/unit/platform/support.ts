import type { Clock } from '../../../electron/base/clock.ts';
import { type Logger, silentLogger } from '../../../electron/base/log.ts';
import { createAuthApi, createPlatformClient } from '../../../electron/platform/client.ts';
import type { PlatformOptions, UserTokens } from '../../../electron/platform/http/caller.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** As they were put into the request, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** undefined: no body at all. */
  readonly body: unknown;
  readonly signal: AbortSignal;
}

export type Reply = (request: Recorded) => Response | Promise<Response>;

export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(JSON.stringify(value), { status, headers });

export const content = (value: unknown): Reply =>
  json({ code: 200, message: null, content: value });

export const refusal = (
  status: number,
  message: unknown,
  headers: Record<string, string> = {},
): Reply => json({ statusCode: status, message, error: 'Refused' }, status, headers);

export const raw =
  (text: string | null, status = 200, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(text, { status, headers });

export const broken =
  (code = 'ECONNRESET'): Reply =>
  () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }));

/** Never answers, and listens to its signal only when told so. */
export const silence =
  (listens = true): Reply =>
  ({ signal }) =>
    new Promise((_, reject) => {
      if (listens) signal.addEventListener('abort', () => reject(signal.reason));
    });

/** Answers from a list, in order; the last reply repeats for ever. Keeps what was asked. */
export class FakePlatform {
  readonly requests: Recorded[] = [];
  readonly #replies: Reply[];

  constructor(...replies: Reply[]) {
    this.#replies = replies;
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const request: Recorded = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body,
      signal: init?.signal ?? new AbortController().signal,
    };
    this.requests.push(request);
    const reply = this.#replies[Math.min(this.requests.length, this.#replies.length) - 1];
    if (!reply) throw new Error('the test expects no request');
    return reply(request);
  };

  get count(): number {
    return this.requests.length;
  }

  get last(): Recorded {
    const request = this.requests.at(-1);
    if (!request) throw new Error('no request was sent');
    return request;
  }
}

export const CLIENT_ID = 'client-1';
export const CLIENT_SECRET = 'client-secret-1';
export const TOKEN = 'access-token-1';

/** Hands out numbered tokens; remembers which were reported as refused. */
export class FakeTokens implements UserTokens {
  readonly rejected: string[] = [];
  current = TOKEN;

  async accessToken(): Promise<string> {
    return this.current;
  }

  async accessTokenAfter(rejected: string): Promise<string> {
    this.rejected.push(rejected);
    this.current = `access-token-${this.rejected.length + 1}`;
    return this.current;
  }
}

export interface Setup {
  readonly clock?: Clock;
  readonly tokens?: UserTokens;
  readonly log?: Logger;
  readonly options?: Partial<PlatformOptions>;
}

export function optionsFor(fetch: typeof globalThis.fetch, setup: Setup = {}): PlatformOptions {
  return {
    baseUrl: 'https://platform.test',
    authUrl: 'https://sign-in.test',
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    fetch,
    clock: setup.clock ?? new VirtualClock(),
    random: () => 0.5,
    log: setup.log ?? silentLogger,
    ...setup.options,
  };
}

export function clientOf(platform: FakePlatform, setup: Setup = {}) {
  const userTokens = setup.tokens ?? new FakeTokens();
  return createPlatformClient({ ...optionsFor(platform.fetch, setup), userTokens });
}

export function authOf(platform: FakePlatform, setup: Setup = {}) {
  return createAuthApi(optionsFor(platform.fetch, setup));
}

/** The error a promise ends with; fails the test when it ends well. */
export async function failureOf(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => {
      throw new Error('the call succeeded');
    },
    (failure: unknown) => failure,
  );
}
