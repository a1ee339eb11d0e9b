import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Gap } from '../../shared/connection-history.ts';
import type { AppStatus, ConnectionState } from '../../shared/status.ts';
import { SIGNED_OUT_HERE } from '../auth/account.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import type { Core } from '../core.ts';
import type { BooksLag } from './books/books.ts';
import type { DropsCalls } from './drops/drops-tenure.ts';
import type { Lease, LeaseRenewal } from './leases.ts';

interface WatchedChannel {
  readonly lease: Lease;
  readonly core: {
    readonly account: Pick<Core['account'], 'state' | 'onChange'>;
    readonly status: Pick<Core['status'], 'read'>;
    readonly keeper: { readonly recorder: Pick<Core['keeper']['recorder'], 'onGap'> };
  };
}

interface MetricsParts {
  readonly channels: () => readonly WatchedChannel[];
  /** null: NATS is there, and the host takes its share. Otherwise what keeps it from that. */
  readonly notReady: () => string | null;
  /** What the stream has not got yet. */
  readonly lags: () => readonly BooksLag[];
  /** null: this host does not pay drops. */
  readonly dropsCalls: () => DropsCalls | null;
  readonly clock: Pick<Clock, 'now'>;
}

type Rows<L extends string> = readonly (readonly [Readonly<Record<L, string>>, number])[];

const STATES: readonly ConnectionState[] = [
  'starting',
  'signed-out',
  'signing-in',
  'connecting',
  'live',
  'reconnecting',
  'stopped',
];

/** The figures of one host, read from its channels when somebody asks. */
export class Metrics {
  readonly registry = new Registry();
  readonly #parts: MetricsParts;
  readonly #moves: Counter<'what'>;
  readonly #gaps: Counter<'channel' | 'reason'>;
  readonly #gapSeconds: Counter<'channel' | 'reason'>;
  readonly #leases: Counter<'result'>;
  readonly #signIns: Counter<'channel' | 'result'>;
  readonly #watching = new Map<string, Disposable>();
  /** The last stretch of each channel. */
  readonly #stretches = new Map<string, Omit<Gap, 'reason'>>();

  constructor(parts: MetricsParts) {
    this.#parts = parts;
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#moves = new Counter({
      name: 'stagelight_channel_moves_total',
      help: 'Channels that this host started, gave back, or lost',
      labelNames: ['what'],
      registers,
    });
    const labelNames = ['channel', 'reason'] as const;
    this.#gaps = new Counter({
      name: 'stagelight_gaps_total',
      help: 'Stretches in which events may have been missed',
      labelNames,
      registers,
    });
    this.#gapSeconds = new Counter({
      name: 'stagelight_gap_seconds_total',
      help: 'Length of those stretches',
      labelNames,
      registers,
    });
    this.#leases = new Counter({
      name: 'stagelight_lease_renewals_total',
      help: 'Leases that this host renewed, that were refused, or whose renewal nobody answered',
      labelNames: ['result'],
      registers,
    });
    this.#signIns = new Counter({
      name: 'stagelight_sign_in_renewals_total',
      help: 'Sign-ins that were renewed and saved, and that the platform refused',
      labelNames: ['channel', 'result'],
      registers,
    });
    this.#addStates();
    this.#addFigures();
    this.#addLags();
    this.#addCalls();
  }

  get notReady(): string | null {
    return this.#parts.notReady();
  }

  /** What became of a channel on this host. */
  note(what: 'started' | 'stopped' | 'lost', { channelId }: Lease): void {
    this.#moves.inc({ what });
    this.#watching.get(channelId)?.dispose();
    this.#watching.delete(channelId);
    const channel = this.#parts.channels().find(({ lease }) => lease.channelId === channelId);
    if (what !== 'started' || !channel) return;
    const watching = new DisposableStore();
    this.#watching.set(channelId, watching);
    const { keeper, account } = channel.core;
    watching.add(keeper.recorder.onGap((gap) => this.#noteGap(channelId, gap)));
    let { state } = account;
    watching.add(
      account.onChange((next) => {
        const isOver = state.kind === 'signed-in' && next.kind === 'signed-out';
        if (isOver && next.reason !== SIGNED_OUT_HERE) {
          this.#signIns.inc({ channel: channelId, result: 'refused' });
        }
        state = next;
      }),
    );
  }

  /** What became of the renewal of a lease. */
  noteRenewal(result: LeaseRenewal): void {
    this.#leases.inc({ result });
  }

  /** A sign-in was renewed, and is where the next host finds it. */
  noteSignIn(channelId: string): void {
    this.#signIns.inc({ channel: channelId, result: 'renewed' });
  }

  /** Each kind of event has its own gap: those that overlap are one stretch, and its time counts once. */
  #noteGap(channel: string, { from, to, reason, kinds }: Gap): void {
    const last = this.#stretches.get(channel);
    const overlaps = last !== undefined && from <= last.to && to >= last.from;
    const counted = overlaps ? last.to - last.from : 0;
    const isOne = overlaps && !kinds.some((kind) => last.kinds.includes(kind));
    const stretch = overlaps
      ? { from: Math.min(from, last.from), to: Math.max(to, last.to) }
      : { from, to: Math.max(from, to) };
    const all = isOne ? [...last.kinds, ...kinds] : kinds;
    this.#stretches.set(channel, { ...stretch, kinds: all });
    if (!isOne) this.#gaps.inc({ channel, reason });
    const seconds = (stretch.to - stretch.from - counted) / 1_000;
    this.#gapSeconds.inc({ channel, reason }, seconds);
  }

  #addStates(): void {
    const { channels, notReady } = this.#parts;
    this.#gauge('stagelight_channels', 'Channels of this host by the state of their connection', {
      labelNames: ['state'],
      read: () => {
        const states = channels().map(({ core }) => core.status.read().connection.state);
        return STATES.map((state) => [{ state }, states.filter((one) => one === state).length]);
      },
    });
    this.#gauge('stagelight_ready', '1 while this host takes its share of the channels', {
      labelNames: [],
      read: () => [[{}, notReady() === null ? 1 : 0]],
    });
  }

  #addFigures(): void {
    this.#ofEach('stagelight_channel_live', '1 while events of the channel arrive', (status) =>
      status.connection.state === 'live' ? 1 : 0,
    );
    this.#ofEach(
      'stagelight_sessions_used',
      'Session slots of the channel in use',
      ({ session }) => (session ? session.slotsUsed : null),
    );
    this.#ofEach('stagelight_round_trip_seconds', 'From PING to PONG', ({ session }) =>
      session?.roundTripMs == null ? null : session.roundTripMs / 1_000,
    );
    this.#ofEach(
      'stagelight_alerts_waiting',
      'Alerts that wait to be shown',
      ({ alerts }) => alerts.waiting,
    );
    this.#ofEach(
      'stagelight_overlay_pages',
      'Overlay pages that are connected',
      ({ overlay }) => overlay.connectedPages,
    );
    this.#ofEach(
      'stagelight_channel_epoch',
      "The number of the channel's lease",
      (_, lease) => lease.epoch,
    );
    const { channels } = this.#parts;
    new Counter({
      name: 'stagelight_events_total',
      help: 'Events since the channel started on this host',
      labelNames: ['channel', 'kind'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { lease, core } of channels()) {
          for (const [kind, count] of Object.entries(core.status.read().counts)) {
            this.inc({ channel: lease.channelId, kind }, count);
          }
        }
      },
    });
  }

  #addLags(): void {
    const { lags, clock } = this.#parts;
    this.#gauge('stagelight_books_waiting', 'Entries of the books that wait for the stream', {
      labelNames: ['channel'],
      read: () => lags().map(({ channelId: channel, waiting }) => [{ channel }, waiting]),
    });
    this.#gauge('stagelight_books_oldest_seconds', 'Age of the oldest event among them', {
      labelNames: ['channel'],
      read: () =>
        lags().map(({ channelId: channel, since }) => {
          const ms = since === null ? 0 : clock.now() - since;
          return [{ channel }, Math.max(0, ms) / 1_000];
        }),
    });
  }

  #addCalls(): void {
    const rows = (of: (calls: DropsCalls['read']) => number): Rows<'category'> => {
      const calls = this.#parts.dropsCalls();
      const categories = ['read', 'write'] as const;
      return calls ? categories.map((category) => [{ category }, of(calls[category])]) : [];
    };
    this.#gauge('stagelight_drops_calls', 'Calls of the day for drops, where this host pays', {
      labelNames: ['category'],
      read: () => rows(({ used }) => used),
    });
    this.#gauge('stagelight_drops_calls_used_up', '1 when the platform allows no more today', {
      labelNames: ['category'],
      read: () => rows(({ refused }) => (refused ? 1 : 0)),
    });
  }

  /** `read`: null where there is nothing to tell. */
  #ofEach(name: string, help: string, read: (status: AppStatus, lease: Lease) => number | null) {
    this.#gauge(name, help, {
      labelNames: ['channel'],
      read: () =>
        this.#parts.channels().flatMap(({ lease, core }): Rows<'channel'> => {
          const value = read(core.status.read(), lease);
          return value === null ? [] : [[{ channel: lease.channelId }, value]];
        }),
    });
  }

  /** Read when somebody asks. */
  #gauge<L extends string>(
    name: string,
    help: string,
    { labelNames, read }: { readonly labelNames: readonly L[]; readonly read: () => Rows<L> },
  ): void {
    new Gauge<L>({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.set(labels, value);
      },
    });
  }
}
