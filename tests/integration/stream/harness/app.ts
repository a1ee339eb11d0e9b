import { join } from 'node:path';
import type { SecretName, Vault } from '../../../../electron/auth/ports.ts';
import { SignIn } from '../../../../electron/auth/sign-in.ts';
import { RefreshingTokenProvider } from '../../../../electron/auth/token-provider.ts';
import { DisposableStore } from '../../../../electron/base/disposables.ts';
import { type Logger, Redactor } from '../../../../electron/base/log.ts';
import { makeKey } from '../../../../electron/base/random.ts';
import { watchForWake } from '../../../../electron/base/wake-watch.ts';
import { EventHub } from '../../../../electron/events/hub.ts';
import { createImagePolicy } from '../../../../electron/events/image-policy.ts';
import { openLedger } from '../../../../electron/ledger/open-ledger.ts';
import { createAuthApi, createPlatformClient } from '../../../../electron/platform/client.ts';
import { SessionKeeper } from '../../../../electron/session/keeper.ts';
import { sessionTimes } from '../../../../electron/session/times.ts';
import type { Simulator } from '../../../../electron/simulator/server.ts';
import { Account } from '../../../../electron/wiring/account.ts';
import { connectionOf } from '../../../../electron/wiring/connection-status.ts';
import { meaningOf } from '../../../../electron/wiring/failures.ts';
import { LiveStream } from '../../../../electron/wiring/live-stream.ts';
import { NoticeBoard } from '../../../../electron/wiring/notice-board.ts';
import { sessionMemory } from '../../../../electron/wiring/session-memory.ts';
import { steadyRandom } from '../../../support/steady-random.ts';
import type { AppClock } from './app-clock.ts';
import type { WatchedNetwork } from './watched-network.ts';

export interface AppOptions {
  readonly simulator: Simulator;
  readonly clock: AppClock;
  readonly network: WatchedNetwork;
  readonly redirectUri: string;
  readonly dataDir: string;
  readonly log: Logger;
}

export type App = ReturnType<typeof startApp>;

function memoryVault(): Vault {
  const kept = new Map<SecretName, string>();
  return {
    read: async (name) => kept.get(name) ?? null,
    async write(name, value) {
      kept.set(name, value);
    },
    async remove(name) {
      kept.delete(name);
    },
  };
}

/**
 * Sign-in, tokens, live stream, hub and books, put together as the core does it, with the network
 * as a port.
 */
export function startApp(options: AppOptions) {
  const { simulator, clock, network, redirectUri, dataDir, log } = options;
  const owned = new DisposableStore();
  const random = steadyRandom(20_260_101);
  const redactor = new Redactor();
  const vault = memoryVault();
  const notices = new NoticeBoard(clock, log);
  const onProblem = notices.add.bind(notices);
  const { ledger } = openLedger({ file: join(dataDir, 'ledger.sqlite'), clock, log });
  owned.add({ dispose: () => ledger.close() });
  const imagePolicy = createImagePolicy({ allowLoopbackHttp: true });
  const onFailure = (failure: unknown): void => log.error('an event listener failed', { failure });
  const hub = owned.add(new EventHub({ clock, log, ledger, imagePolicy, onFailure }));
  const stopping = new AbortController();
  const { baseUrl, clientId, clientSecret } = simulator;
  const platform = {
    ...{ baseUrl, authUrl: baseUrl, clientId, clientSecret, clock, random, log },
    fetch: network.fetch,
    stop: stopping.signal,
  };
  const auth = createAuthApi(platform);
  const tokens = owned.add(
    new RefreshingTokenProvider({
      ...{ auth, vault, clock, random, redactor, log, onProblem },
      timeScale: 1,
    }),
  );
  const client = createPlatformClient({ ...platform, userTokens: tokens });
  const adopt = tokens.adopt.bind(tokens);
  const signIn = owned.add(new SignIn({ auth, redirectUri, adopt, clock, makeKey, redactor, log }));
  const memory = sessionMemory(vault, redactor, `${baseUrl} ${clientId}`);
  const scopes = () => tokens.grant?.scopes ?? [];
  const keeper = owned.add(
    new SessionKeeper({
      ...{ sessions: client.sessions, memory, scopes, clock, random, log },
      openSocket: network.openSocket,
      receive: (text) => ({ isPong: hub.receiveFrame(text).type === 'pong' }),
      classify: meaningOf,
      verifyGrant: async () => undefined,
      channelId: () => (account.state.kind === 'signed-in' ? account.state.channelId : null),
      times: sessionTimes(1),
    }),
  );
  const account = owned.add(
    new Account({
      ...{ tokens, signIn, users: client.users, clock, random, log, onProblem },
      openBrowser: null,
      link: { wasLinked: () => false, setLinked: () => undefined },
    }),
  );
  const stream = new LiveStream({ account, keeper, memory, scopes, onProblem, log });
  owned.add(watchForWake({ clock, network: () => 'the same', onWake: () => keeper.probe() }));
  const connection = () => connectionOf(account.state, keeper.status);
  const stop = (): Promise<void> => {
    stream.dispose();
    stopping.abort();
    return signIn.stop().then(() => tokens.stop());
  };
  return {
    account,
    keeper,
    hub,
    ledger,
    notices,
    tokens,
    connection,
    stop,
    dispose: () => owned.dispose(),
  };
}
