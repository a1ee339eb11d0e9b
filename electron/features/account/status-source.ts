import type { AppStatus, ConnectionStatus, Notice } from '../../../shared/status.ts';
import type { AccountState } from '../../auth/account.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { KeeperStatus } from '../../session/status.ts';
import { subscriptionsAllowedBy } from '../../session/subscriptions.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Services } from '../feature.ts';

/** Any event source, whatever it carries. */
type OnChange = (listener: () => void) => Disposable;

interface StatusParts extends Pick<Services, 'demo' | 'tokens' | 'clock' | 'log'> {
  readonly account: Pick<Services['account'], 'state' | 'onChange'>;
  readonly keeper: Pick<Services['keeper'], 'status' | 'onStatus'>;
  readonly hub: Pick<Services['hub'], 'counts' | 'unknownEvents' | 'refusals' | 'onBatch'>;
  readonly alerts: Pick<AlertsFeature['queue'], 'waiting' | 'neverAppeared' | 'paused' | 'onState'>;
  readonly notices: { readonly all: readonly Notice[]; readonly onChange: OnChange };
  readonly overlay: () => { readonly url: string; readonly connectedPages: number };
  readonly onOverlayPages: OnChange;
}

/** Assembles the app's status and reports changes. */
export class StatusSource implements Disposable {
  readonly #parts: StatusParts;
  readonly #owned = new DisposableStore();
  readonly #onFailure = (failure: unknown) =>
    this.#parts.log.error('a status listener failed', { failure });
  readonly #changes = this.#owned.add(new Emitter<AppStatus>(this.#onFailure));
  readonly #connectionChanges = this.#owned.add(new Emitter<ConnectionStatus>(this.#onFailure));
  readonly onChange = this.#changes.on;
  readonly onConnection = this.#connectionChanges.on;
  #connection: ConnectionStatus;
  #ended = false;

  constructor(parts: StatusParts) {
    this.#parts = parts;
    this.#connection = { ...this.#readConnection(), since: parts.clock.now() };
    const changed = (): void => this.#changed();
    const sources: readonly OnChange[] = [
      parts.account.onChange,
      parts.tokens.onChange,
      parts.keeper.onStatus,
      parts.hub.onBatch,
      parts.alerts.onState,
      parts.notices.onChange,
      parts.onOverlayPages,
    ];
    for (const subscribe of sources) this.#owned.add(subscribe(changed));
  }

  get connection(): ConnectionStatus {
    return this.#connection;
  }

  read(): AppStatus {
    const { demo, account, tokens, keeper, hub, alerts, notices, overlay } = this.#parts;
    const { state } = account;
    const { grant } = tokens;
    const granted = grant?.scopes ?? [];
    const missing = grant ? subscriptionsAllowedBy(granted).missing : [];
    return {
      demo,
      connection: this.#connection,
      signInUrl: state.kind === 'signing-in' ? state.url : null,
      account:
        state.kind === 'signed-in' && state.channelId !== null
          ? { channelId: state.channelId, channelName: state.channelName }
          : null,
      scopes: { granted, missing: missing.map(({ scope, disables }) => ({ scope, disables })) },
      session: keeper.status.session,
      tokens: grant ? { issuedAt: grant.issuedAt, expiresAt: grant.expiresAt } : null,
      counts: hub.counts,
      unknownEvents: hub.unknownEvents,
      refusals: hub.refusals,
      overlay: overlay(),
      alerts: {
        waiting: alerts.waiting,
        neverAppeared: alerts.neverAppeared,
        paused: alerts.paused,
      },
      notices: notices.all,
    };
  }

  /** The app is about to stop: reports that once and nothing after it. */
  end(): void {
    this.#ended = true;
    this.#changed();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #readConnection(): Pick<ConnectionStatus, 'state' | 'reason'> {
    if (this.#ended) return { state: 'stopped', reason: null };
    return connectionOf(this.#parts.account.state, this.#parts.keeper.status);
  }

  #changed(): void {
    const before = this.#connection;
    const { state, reason: named } = this.#readConnection();
    const isSame = state === before.state;
    // A reconnection attempt has no reason of its own; the outage keeps its first reason.
    const reason = isSame && state === 'reconnecting' ? (named ?? before.reason) : named;
    if (!isSame || reason !== before.reason) {
      this.#connection = { state, reason, since: isSame ? before.since : this.#parts.clock.now() };
      this.#connectionChanges.fire(this.#connection);
    }
    this.#changes.fire(this.read());
  }
}

/** The connection state to show, from the account and the session keeper. */
export function connectionOf(
  account: AccountState,
  { phase, reason }: KeeperStatus,
): Pick<ConnectionStatus, 'state' | 'reason'> {
  if (account.kind === 'signed-out') return { state: 'signed-out', reason: account.reason };
  if (account.kind !== 'signed-in') return { state: account.kind, reason: null };
  if (phase === 'blocked') return { state: 'signed-out', reason };
  if (phase === 'stopped') return { state: 'connecting', reason: null };
  return { state: phase, reason: phase === 'reconnecting' ? reason : null };
}
