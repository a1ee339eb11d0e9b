import { afterEach, expect } from 'vitest';
import { type LogFields, type Logger, silentLogger } from '../../../../electron/base/log.ts';
import {
  createAuthApi,
  createPlatformClient,
  type PlatformClient,
} from '../../../../electron/platform/client.ts';
import type { PlatformOptions, UserTokens } from '../../../../electron/platform/http/caller.ts';
import type { AuthApi, IssuedTokens } from '../../../../electron/platform/resources/auth.ts';
import type { RequestEntry } from '../../../../electron/simulator/request-log.ts';
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../../../electron/simulator/server.ts';
import {
  type Application,
  SCOPES,
  type Scope,
  type User,
} from '../../../../electron/simulator/world/model.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import { Browser } from './browser.ts';
import { HurriedClock } from './hurried-clock.ts';

export const REDIRECT = 'http://127.0.0.1:17817/callback';
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The time at which every stage begins: ten in the morning in Korea. */
export const START = Date.UTC(2026, 2, 10, 1);

/** One finished request as the client itself logged it. */
export interface Sent {
  readonly operation: string;
  /** The HTTP status, or why there was none. */
  readonly outcome: unknown;
}

/** One answer of the platform, to the letter. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

/** A raw request, for what the client refuses to send. */
export interface RawRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly auth: 'bearer' | 'client' | 'none';
  readonly body?: unknown;
}

export interface RawAnswer {
  readonly status: number;
  readonly body: { readonly statusCode?: number; readonly message?: string; error?: string };
}

/** Holds a pair as the app would; asks for a new one when the platform refuses the old one. */
export class PairHolder implements UserTokens {
  readonly #auth: AuthApi;
  #pair: IssuedTokens;
  /** Off: a refused token stays what it is. */
  renews = true;
  renewals = 0;

  constructor(auth: AuthApi, pair: IssuedTokens) {
    this.#auth = auth;
    this.#pair = pair;
  }

  get pair(): IssuedTokens {
    return this.#pair;
  }

  async accessToken(): Promise<string> {
    return this.#pair.accessToken;
  }

  async accessTokenAfter(rejected: string): Promise<string> {
    if (!this.renews || rejected !== this.#pair.accessToken) return this.#pair.accessToken;
    this.renewals += 1;
    this.#pair = await this.#auth.refresh(this.#pair.refreshToken);
    return this.#pair.accessToken;
  }
}

/** Somebody who has signed in. */
export interface Player {
  readonly client: PlatformClient;
  readonly tokens: PairHolder;
  readonly user: User;
}

/** The same world in every run, whatever the seed is used for. */
function steadyRandom(): () => number {
  let state = 11;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/**
 * A simulator on a clock that stands still until it is moved, and the real client with the real
 * `fetch` against it.
 */
export class ClientStage {
  readonly simulator: Simulator;
  /** Under the simulator's: also paces its slow answers. */
  readonly realClock: VirtualClock;
  readonly clock: HurriedClock;
  /** What all clients of this stage have sent. */
  readonly sent: Sent[] = [];
  /** What all clients of this stage have been answered. */
  readonly heard: Heard[] = [];

  private constructor(simulator: Simulator, realClock: VirtualClock) {
    this.simulator = simulator;
    this.realClock = realClock;
    this.clock = new HurriedClock(simulator.clock);
  }

  static async open(options: SimulatorOptions = {}): Promise<ClientStage> {
    const realClock = new VirtualClock(START);
    const simulator = await startSimulator({
      clock: realClock,
      random: steadyRandom(),
      redirectUris: [REDIRECT],
      autoApprove: true,
      ...options,
    });
    return new ClientStage(simulator, realClock);
  }

  get application(): Application {
    return this.simulator.world.application(this.simulator.clientId)!;
  }

  get streamer(): User {
    return this.simulator.world.user(this.simulator.streamerChannelId)!;
  }

  get viewers(): readonly User[] {
    return this.simulator.world.users().filter((user) => user !== this.streamer);
  }

  /** Another application, with all scopes and the same redirect address. */
  otherApplication(): Application {
    return this.simulator.world.addApplication({
      clientId: 'another-application',
      clientSecret: 'another-application-secret',
      name: 'Another',
      redirectUris: [REDIRECT],
      scopes: SCOPES,
    });
  }

  options(changes: Partial<PlatformOptions> = {}): PlatformOptions {
    const { baseUrl, clientId, clientSecret } = this.simulator;
    return {
      baseUrl,
      authUrl: baseUrl,
      clientId,
      clientSecret,
      fetch: this.#fetch,
      clock: this.clock,
      random: () => 0.5,
      log: this.#logger(),
      ...changes,
    };
  }

  auth(application: Application = this.application): AuthApi {
    const { clientId, clientSecret } = application;
    return createAuthApi(this.options({ clientId, clientSecret }));
  }

  client(userTokens: UserTokens, changes: Partial<PlatformOptions> = {}): PlatformClient {
    return createPlatformClient({ ...this.options(changes), userTokens });
  }

  /** Goes through the authorization page as the user; answers the code of the callback. */
  async code(application: Application = this.application, user?: User): Promise<string> {
    const { world } = this.simulator;
    world.autoApproveUser = user ?? this.streamer;
    const url = this.auth(application).authorizationUrl({ redirectUri: REDIRECT, state: 's' });
    return (await new Browser().visit(url)).parameters['code']!;
  }

  async pair(application: Application = this.application, user?: User): Promise<IssuedTokens> {
    return this.auth(application).exchangeCode(await this.code(application, user));
  }

  /** Signs a user in with exactly these scopes, all of them when left out. */
  async signIn(user: User = this.streamer, scopes: readonly Scope[] = SCOPES): Promise<Player> {
    this.application.scopes = scopes;
    const { world } = this.simulator;
    const linked = world.authorizations.activeGrant(this.application, user);
    if (linked) linked.consentedScopes = scopes;
    const tokens = new PairHolder(this.auth(), await this.pair(this.application, user));
    return { client: this.client(tokens), tokens, user };
  }

  /** Sends what the client would not; credentials are right. */
  async raw(request: RawRequest, accessToken = ''): Promise<RawAnswer> {
    const { clientId, clientSecret } = this.simulator;
    const proof: Record<string, string> = {};
    if (request.auth === 'bearer') proof['authorization'] = `Bearer ${accessToken}`;
    if (request.auth === 'client') {
      proof['client-id'] = clientId;
      proof['client-secret'] = clientSecret;
    }
    const type: Record<string, string> =
      request.body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${this.simulator.baseUrl}${request.path}`, {
      method: request.method,
      headers: { ...proof, ...type },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  }

  /** The broken rules so far, for tests that break some on purpose; forgets them. */
  takeBroken(): readonly RequestEntry[] {
    const broken = this.simulator.requestLog.broken();
    this.simulator.requestLog.clear();
    return broken;
  }

  /** How many requests have reached the platform. */
  get arrived(): number {
    const counts = Object.values(this.simulator.requestLog.counts());
    return counts.reduce((sum, count) => sum + count, 0);
  }

  readonly #fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const text = await answer.clone().text();
    const { pathname } = new URL(String(input));
    this.heard.push({ method: init?.method ?? 'GET', path: pathname, status: answer.status, text });
    return answer;
  };

  #logger(): Logger {
    const debug = (message: string, fields: LogFields = {}): void => {
      if (message !== 'platform call') return;
      this.sent.push({ operation: String(fields['operation']), outcome: fields['outcome'] });
    };
    return { ...silentLogger, debug };
  }
}

/**
 * Opens stages for the tests of a file. After each test no request may have broken a rule of the
 * specification, and everything is closed.
 */
export function stageOpener(): (options?: SimulatorOptions) => Promise<ClientStage> {
  const stages: ClientStage[] = [];
  afterEach(async () => {
    const closing = stages.splice(0);
    const broken = closing.flatMap((stage) => stage.simulator.requestLog.broken());
    await Promise.all(closing.map((stage) => stage.simulator.dispose()));
    expect(broken).toEqual([]);
  });
  return async (options) => {
    const stage = await ClientStage.open(options);
    stages.push(stage);
    return stage;
  };
}

/** The error a promise ends with; fails the test when it ends well. */
export async function failureOf(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    (value) => {
      throw new Error(`the call succeeded with ${JSON.stringify(value)}`);
    },
    (failure: unknown) => failure,
  );
}
