import {
  API_ALERTS_LISTED,
  type ApiListedAlert,
  type ApiState,
  STATE_SCHEMAS,
  type StateTopic,
} from '../../../shared/api/v1.ts';
import type { ListedAlert } from '../../../shared/contract/alerts.ts';
import { assertNever } from '../../../shared/events.ts';
import { namedLayouts } from '../../../shared/overlay/layouts.ts';
import type { ShowViews } from '../../../shared/overlay/show-views.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposables.ts';
import { Throttle } from '../../base/throttle.ts';
import type { FeedSources } from '../../server/ports.ts';

/** The pages' feeds that programs are told of, in the API's own words. */
export type TopicFeeds = Pick<
  FeedSources,
  'status' | 'live' | 'stream' | 'alerts' | 'overlay' | 'obs' | 'show'
>;

export interface TopicParts {
  readonly feeds: TopicFeeds;
  /** The activities of the show kit as viewers see them. */
  readonly views: () => ShowViews;
  readonly onViews: (listener: () => void) => Disposable;
  readonly clock: Clock;
}

/** Changes are told at most so often. */
const EVERY_MS = 100;

export const STATE_TOPICS = Object.keys(STATE_SCHEMAS) as readonly StateTopic[];

/** What a program is told of each part of the app. */
export function stateOf<T extends StateTopic>(topic: T, { feeds, views }: TopicParts): ApiState[T] {
  const reads: { readonly [K in StateTopic]: () => ApiState[K] } = {
    connection: () => connectionOf(feeds),
    stream: () => streamOf(feeds),
    alerts: () => alertsOf(feeds),
    overlay: () => overlayOf(feeds),
    obs: () => obsOf(feeds),
    activities: () => ({ ...views(), quiet: feeds.show.read().quiet }) as ApiState['activities'],
  };
  return reads[topic]();
}

function connectionOf({ status }: TopicFeeds): ApiState['connection'] {
  const { connection, account } = status.read();
  const { state, reason, since } = connection;
  const channel = account && { id: account.channelId, name: account.channelName };
  return { state, reason, since, channel };
}

function streamOf({ live, stream }: TopicFeeds): ApiState['stream'] {
  const { onAir } = live.read();
  return {
    onAir: onAir?.isLive ?? null,
    openedAt: onAir?.openedAt ?? null,
    title: stream.read().live?.value.title ?? null,
  };
}

function alertsOf({ alerts, overlay }: TopicFeeds): ApiState['alerts'] {
  const desk = alerts.read();
  const { paused, muted, waitingCount, heldCount, neverAppearedCount, behindMs, playing } = desk;
  return {
    paused,
    muted,
    waiting: waitingCount,
    held: heldCount,
    missed: neverAppearedCount,
    behindMs,
    volume: overlay.read().alertDefaults.volume,
    playing: playing && {
      seq: playing.event.seq,
      kind: playing.event.kind,
      endsAt: playing.endsAt,
    },
    list: [
      ...(playing ? [listed('playing')(playing)] : []),
      ...desk.waiting.slice(0, API_ALERTS_LISTED).map(listed('waiting')),
      ...desk.held.slice(0, API_ALERTS_LISTED).map(listed('held')),
      ...desk.neverAppeared.slice(0, API_ALERTS_LISTED).map(listed('missed')),
      ...desk.over.slice(0, API_ALERTS_LISTED).map(listed('shown')),
    ],
  };
}

type Gist = Pick<ApiListedAlert, 'name' | 'amount' | 'currency'>;

const listed =
  (stage: ApiListedAlert['stage']) =>
  ({ event }: ListedAlert): ApiListedAlert => ({
    seq: event.seq,
    kind: event.kind,
    stage,
    ...gistOf(event),
  });

function gistOf({ kind, data }: ListedAlert['event']): Gist {
  switch (kind) {
    case 'DONATION':
      return { name: data.donatorNickname, amount: data.payAmount, currency: null };
    case 'SUBSCRIPTION':
      return { name: data.subscriberChannelName, amount: data.month, currency: null };
    case 'DROPS':
      return { name: data.rewardTitle, amount: data.count, currency: null };
    case 'GOODS_PURCHASE':
      return {
        name: data.profile?.nickname ?? null,
        amount: data.totalAmount,
        currency: data.currency,
      };
    default:
      return assertNever(kind);
  }
}

function overlayOf({ overlay }: TopicFeeds): ApiState['overlay'] {
  const settings = overlay.read();
  const layouts = namedLayouts(settings).map(({ id, name }) => ({ id, name }));
  return { layout: settings.onAirLayout, layouts };
}

function obsOf({ obs }: TopicFeeds): ApiState['obs'] {
  const { link, programScene, scenes, streaming, recording, proof } = obs.read();
  return {
    connected: link.state === 'connected',
    scene: programScene,
    scenes: [...scenes],
    streaming,
    recording,
    proof: proof.state,
  };
}

type Told = (topic: StateTopic, json: string) => void;

/** Tells programs what changed; each value becomes JSON once, for all of them. */
export class ApiTopics implements Disposable {
  readonly #parts: TopicParts;
  readonly #owned = new DisposableStore();
  readonly #followers = new Map<StateTopic, Set<Told>>();
  readonly #told = new Map<StateTopic, string>();
  readonly #changed = new Set<StateTopic>();
  readonly #throttle: Throttle;

  constructor(parts: TopicParts) {
    this.#parts = parts;
    const { feeds, onViews, clock } = parts;
    this.#throttle = this.#owned.add(new Throttle(clock, EVERY_MS, () => this.#tell()));
    const sources: { readonly [T in StateTopic]: readonly ((run: () => void) => Disposable)[] } = {
      connection: [feeds.status.onChange],
      stream: [feeds.live.onChange, feeds.stream.onChange],
      alerts: [feeds.alerts.onChange, feeds.overlay.onChange],
      overlay: [feeds.overlay.onChange],
      obs: [feeds.obs.onChange],
      activities: [onViews, feeds.show.onChange],
    };
    for (const topic of STATE_TOPICS) {
      for (const onChange of sources[topic]) this.#owned.add(onChange(() => this.#note(topic)));
    }
  }

  /** The present value, as JSON. */
  read(topic: StateTopic): string {
    const json = JSON.stringify(stateOf(topic, this.#parts));
    this.#told.set(topic, json);
    return json;
  }

  follow(topic: StateTopic, told: Told): Disposable {
    const followers = this.#followers.get(topic) ?? new Set();
    this.#followers.set(topic, followers);
    followers.add(told);
    return toDisposable(() => followers.delete(told));
  }

  dispose(): void {
    this.#owned.dispose();
    this.#followers.clear();
  }

  #note(topic: StateTopic): void {
    if ((this.#followers.get(topic)?.size ?? 0) === 0) return;
    this.#changed.add(topic);
    this.#throttle.request();
  }

  #tell(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const topic of changed) {
      const before = this.#told.get(topic);
      const json = this.read(topic);
      if (json === before) continue;
      for (const told of [...(this.#followers.get(topic) ?? [])]) told(topic, json);
    }
  }
}
