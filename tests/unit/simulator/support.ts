import { Hono } from 'hono';
import type { MakeKey } from '../../../electron/base/random.ts';
import type { SimContext } from '../../../electron/simulator/context.ts';
import { unknownPath } from '../../../electron/simulator/guards.ts';
import { oauthRoutes } from '../../../electron/simulator/oauth/token-routes.ts';
import { RequestLog } from '../../../electron/simulator/request-log.ts';
import { resourceRoutes } from '../../../electron/simulator/resources/routes.ts';
import {
  type Application,
  SCOPES,
  type Scope,
  type User,
} from '../../../electron/simulator/world/model.ts';
import { createSeededWorld, type SeedOptions } from '../../../electron/simulator/world/seed.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

export const OPEN = '/api/openapi/open/v1';
export const TOKEN = '/api/openapi/auth/v1/token';
export const REVOKE = '/api/openapi/auth/v1/token/revoke';
export const PAGE = '/auth/openapi/account-interlock';
export const SECOND_REDIRECT = 'http://127.0.0.1:17817/other?from=app';
export const REDIRECT = 'http://127.0.0.1:17817/callback';

/** Whatever it is: the same world in every run. */
export const SEED = 20_261_120;

function countingKeys(): MakeKey {
  let count = 0;
  return () => {
    count += 1;
    return `key-${String(count).padStart(6, '0')}`;
  };
}

/** The fields of list entries that tests look into one by one. */
export interface Row {
  readonly channelId: string;
  readonly claimId: string;
  readonly campaignId: string;
  readonly categoryId: string;
  readonly state: string;
  readonly externalUrl: string | null;
  readonly rewards: readonly object[];
  readonly fulfillmentState: string;
  readonly claimedDate: string;
  readonly updatedDate: string;
  readonly createdDate: string;
  readonly releaseDate: string | null;
  readonly month: number;
  readonly userRole: string;
  readonly liveTitle: string;
  readonly concurrentUserCount: number;
  readonly restrictedChannelId: string;
}

/** An answer as far as tests look into it; what an operation really answers is theirs to check. */
export interface Body {
  readonly message: string | null;
  readonly content: {
    readonly data: readonly Row[];
    readonly page: { readonly next: string | null };
    readonly accessToken: string;
    readonly refreshToken: string;
    readonly scope: string;
    readonly messageId: string;
    readonly channelImageUrl: string | null;
    readonly category: object | null;
  };
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** The body as JSON; reading it throws when it is none. */
  readonly json: Body;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly rawBody?: string;
}

/** The routes of part A without a server, over a clock that moves on command. */
export function openPlatform(options: Partial<SeedOptions> = {}) {
  const clock = new VirtualClock(Date.UTC(2026, 4, 20, 3));
  const makeKey = countingKeys();
  const random = steadyRandom(SEED);
  const seeded = createSeededWorld({
    clock,
    makeKey,
    random,
    redirectUris: [REDIRECT, SECOND_REDIRECT],
    ...options,
  });
  const { world, application, streamer, viewers } = seeded;
  const log = new RequestLog(clock);
  const ctx: SimContext = { clock, world, log, random, makeKey };
  const app = new Hono();
  app.route('/', oauthRoutes(ctx));
  app.route('/', resourceRoutes(ctx));
  app.notFound(unknownPath(ctx));

  const ask = async (path: string, how: Ask = {}): Promise<Answer> => {
    const text = how.rawBody ?? (how.body === undefined ? undefined : JSON.stringify(how.body));
    const type = how.body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await app.request(path, {
      method: how.method ?? (text === undefined ? 'GET' : 'POST'),
      headers: { ...type, ...how.headers },
      ...(text === undefined ? {} : { body: text }),
    });
    return read(response);
  };

  const other: Application = world.addApplication({
    clientId: 'other-app',
    clientSecret: 'other-secret',
    name: 'Other app',
    redirectUris: ['http://127.0.0.1:2/callback'],
    scopes: SCOPES,
  });

  return {
    ...seeded,
    ctx,
    clock,
    log,
    ask,
    other,
    credentials: { clientId: application.clientId, clientSecret: application.clientSecret },
    clientHeaders: clientHeaders(application),
    /** A token with exactly these scopes. */
    bearer(scopes: readonly Scope[] = SCOPES, user: User = streamer): Record<string, string> {
      const grant = world.authorizations.consent(application, user);
      const pair = world.authorizations.issuePair(grant, scopes);
      return { authorization: `Bearer ${pair.access.token}` };
    },
    viewer(index: number): User {
      const user = viewers[index];
      if (!user) throw new Error('no such viewer');
      return user;
    },
    lastEntry() {
      const entry = log.entries().at(-1);
      if (!entry) throw new Error('nothing was logged');
      return entry;
    },
  };
}

export type Platform = ReturnType<typeof openPlatform>;

export function clientHeaders(application: Application): Record<string, string> {
  return { 'client-id': application.clientId, 'client-secret': application.clientSecret };
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    text,
    headers: response.headers,
    get json() {
      return JSON.parse(text) as Body;
    },
  };
}

const NAMES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  429: 'Too Many Requests',
};

/** The error body of the specification. */
export function errorOf(statusCode: number, message: unknown) {
  return { statusCode, message, error: NAMES[statusCode] };
}
