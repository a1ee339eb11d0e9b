import type { SubscriptionKind } from '../../shared/connection-history.ts';
import type { Problem } from '../../shared/problem.ts';
import { Account } from '../auth/account.ts';
import { boundGrant } from '../auth/grant-store.ts';
import { SignIn } from '../auth/sign-in.ts';
import { RefreshingTokenProvider } from '../auth/token-provider.ts';
import type { DisposableStore } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import { isLoopbackAddress, isSafeAddress } from '../base/loopback.ts';
import type { EventHub } from '../events/hub.ts';
import type { CoreOptions } from '../host/core-options.ts';
import { createAuthApi, createPlatformClient } from '../platform/client.ts';
import { UnsafeAddressError } from '../platform/errors.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import { meaningOf } from './failure-meaning.ts';
import { GapRecorder, type GapRecorderOptions } from './gap-recorder.ts';
import { GrantWatch, verifyGrant } from './grant-watch.ts';
import { SessionKeeper } from './keeper.ts';
import { LiveStream } from './live-stream.ts';
import { sessionMemory, sessionOwner } from './session-memory.ts';
import { socketOpener } from './socket.ts';
import { SUBSCRIPTIONS, subscriptionBringing, UNLISTED } from './subscriptions.ts';
import { sessionTimes } from './times.ts';

export function connectPlatform(
  given: CoreOptions &
    Pick<GapRecorderOptions, 'clockAhead'> & { readonly platformNow: () => number },
  {
    hub,
    ledger,
  }: Pick<GapRecorderOptions, 'ledger'> & {
    readonly hub: Pick<EventHub, 'receive' | 'isWritten'>;
  },
  owned: DisposableStore,
) {
  const { clock, log, redactor, vault, notices, timeScale, baseUrl, clientId } = given;
  const stopping = new AbortController();
  redactor.hideAlways(given.clientSecret);
  const options = { ...given, onProblem: notices.add.bind(notices) };
  if (![baseUrl, given.authUrl].every((url) => isSafeAddress(url, 'https:'))) {
    const nothingSent = { operation: 'start', status: null, platformMessage: null };
    options.onProblem(new UnsafeAddressError(nothingSent).problem);
  }
  // A stop does not abort token calls: their answer exists only once.
  const auth = createAuthApi(options);
  const tokens = owned.add(
    new RefreshingTokenProvider({ ...options, auth, vault: boundGrant(options) }),
  );
  const client = createPlatformClient({ ...options, stop: stopping.signal, userTokens: tokens });
  const scopes = () => tokens.grant?.scopes ?? null;
  const adopt = tokens.adopt.bind(tokens);
  const signIn: SignIn = owned.add(
    new SignIn({ ...options, auth, adopt, beforeExchange: () => grant.proveLast() }),
  );
  const memory = sessionMemory(vault, redactor, sessionOwner(baseUrl, clientId));
  const keeper: SessionKeeper = owned.add(
    new SessionKeeper({
      ...options,
      sessions: client.sessions,
      memory,
      openSocket: options.openSocket ?? socketOpener(clock, isLoopbackAddress(baseUrl)),
      receive: (frame) => {
        const result = hub.receive(frame);
        return result.type === 'event' ? subscriptionBringing(result.decoded.kind) : null;
      },
      classify: meaningOf,
      scopes,
      verifyGrant: () => verifyGrant(tokens, client.users),
      channelId: () => (account.state.kind === 'signed-in' ? account.state.channelId : null),
      times: sessionTimes(timeScale),
    }),
  );
  owned.add(
    keeper.onRefused((all) => {
      // What was not refused, but is not there yet, is a gap and nothing to do for anybody.
      const refused = all.filter(({ reason }) => reason !== UNLISTED);
      if (refused.length === 0) notices.dismiss(SUBSCRIPTION_REFUSED);
      else notices.add(subscriptionRefused(refused.map(({ kind }) => kind)));
    }),
  );
  const grant: GrantWatch = owned.add(
    new GrantWatch({ ...options, tokens, signIn, keeper, users: client.users }),
  );
  const account: Account = owned.add(
    new Account({
      ...options,
      tokens,
      signIn,
      users: client.users,
      link: linkOf(options.settings, log),
      sayGoodbye: () => keeper.unsubscribe(),
    }),
  );
  const stream = owned.add(new LiveStream({ ...options, account, keeper, memory, scopes }));
  owned.add(new GapRecorder({ ...options, keeper, ledger, isWritten: () => hub.isWritten }));
  return { client, tokens, signIn, grant, stream, keeper, memory, account, stopping };
}

function linkOf(settings: SettingsKeeper, log: Logger) {
  return {
    wasLinked: () => settings.get().linkedBefore,
    setLinked: (linkedBefore: boolean) => {
      if (settings.get().linkedBefore === linkedBefore) return;
      settings.update({ linkedBefore }).catch((failure: unknown) => {
        log.warn('it could not be noted that this channel is linked', { failure });
      });
    },
  };
}

const SUBSCRIPTION_REFUSED = 'subscription-refused';

function subscriptionRefused(kinds: readonly SubscriptionKind[]): Problem {
  const refused = SUBSCRIPTIONS.filter(({ kind }) => kinds.includes(kind));
  const events = refused.map(({ disables }) => disables);
  return { code: SUBSCRIPTION_REFUSED, values: { events } };
}
