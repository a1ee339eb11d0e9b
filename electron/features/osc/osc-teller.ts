import { assertNever, type StageEvent } from '../../../shared/events.ts';
import type { ShowViews } from '../../../shared/overlay/show-views.ts';
import { leftAt } from '../../../shared/overlay/subathon-clock.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Subscribe } from '../../base/emitter.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import { Throttle } from '../../base/throttle.ts';
import type { FeedSources } from '../../server/ports.ts';
import { OSC_ROOT } from './osc-actions.ts';
import { cutBytes, type OscMessage, type OscValue } from './osc-messages.ts';

export type TellerFeeds = Pick<FeedSources, 'status' | 'alerts' | 'live' | 'obs'>;

export interface TellerParts {
  readonly feeds: TellerFeeds;
  readonly views: () => Pick<ShowViews, 'vote' | 'subathon'>;
  readonly onViews: (listener: () => void) => Disposable;
  readonly onEvents: Subscribe<readonly StageEvent[]>;
  readonly clock: Clock;
  readonly tell: (messages: readonly OscMessage[]) => void;
}

/** News are told at most so often. */
export const TELL_EVERY_MS = 50;
/** UDP loses packets: the whole state is told again. */
export const WHOLE_EVERY_S = 5;
/** Events that wait; older ones are left out. */
const WAITING_MOST = 200;
/** Events of one turn: a console follows no faster. */
const EVENTS_A_TURN = 20;
const NAME_BYTES = 120;
const TEXT_BYTES = 600;

/** Tells peers what changed, and each event with a value. Chat is left out. */
export class OscTeller implements Disposable {
  readonly #parts: TellerParts;
  readonly #owned = new DisposableStore();
  readonly #timers: NamedTimers;
  readonly #throttle: Throttle;
  readonly #told = new Map<string, string>();
  #events: OscMessage[] = [];
  #seconds = 0;

  constructor(parts: TellerParts) {
    this.#parts = parts;
    const { feeds, onViews, onEvents, clock } = parts;
    this.#timers = this.#owned.add(new NamedTimers(clock));
    this.#throttle = this.#owned.add(new Throttle(clock, TELL_EVERY_MS, () => this.#tell()));
    const news = (): void => this.#throttle.request();
    for (const { onChange } of [feeds.status, feeds.alerts, feeds.live, feeds.obs]) {
      this.#owned.add(onChange(news));
    }
    this.#owned.add(onViews(news));
    this.#owned.add(onEvents((events) => this.#hear(events)));
    this.#everySecond();
    news();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #hear(events: readonly StageEvent[]): void {
    const messages = events.flatMap((event) => messageOf(event) ?? []);
    if (messages.length === 0) return;
    this.#events = [...this.#events, ...messages].slice(-WAITING_MOST);
    this.#throttle.request();
  }

  /** For the clock, and for what was lost on the way. */
  #everySecond(): void {
    this.#timers.set('second', 1_000, () => {
      this.#seconds += 1;
      if (this.#seconds % WHOLE_EVERY_S === 0) this.#told.clear();
      this.#throttle.request();
      this.#everySecond();
    });
  }

  #tell(): void {
    const changed = statesOf(this.#parts).filter(({ address, args }) => {
      const said = JSON.stringify(args);
      if (this.#told.get(address) === said) return false;
      this.#told.set(address, said);
      return true;
    });
    const messages = [...changed, ...this.#events.splice(0, EVENTS_A_TURN)];
    if (messages.length > 0) this.#parts.tell(messages);
    if (this.#events.length > 0) this.#throttle.request();
  }
}

const said = (path: string, ...args: OscValue[]): OscMessage => ({
  address: `${OSC_ROOT}${path}`,
  args,
});

const nameOf = (name: string | null): string => cutBytes(name ?? '', NAME_BYTES);
const textOf = (text: string): string => cutBytes(text, TEXT_BYTES);

/** Everything that is told, as it is now: docs/osc.md. */
function statesOf({ feeds, views, clock }: TellerParts): readonly OscMessage[] {
  const { paused, waitingCount } = feeds.alerts.read();
  const { streaming, recording } = feeds.obs.read();
  const { vote, subathon } = views();
  const leader = [...(vote?.options ?? [])].sort((one, other) => other.votes - one.votes)[0];
  const left = subathon ? Math.ceil(leftAt(subathon.time, clock.now()) / 1_000) : 0;
  return [
    said('connection', feeds.status.read().connection.state),
    said('on-air', feeds.live.read().onAir?.isLive ?? false),
    said('alerts/waiting', waitingCount),
    said('alerts/paused', paused),
    said('obs/streaming', streaming),
    said('obs/recording', recording),
    said('vote/open', vote !== null && vote.endedAt === null),
    said('vote/voters', vote?.voterCount ?? 0),
    said('vote/leader', nameOf(leader?.label ?? null), leader?.votes ?? 0),
    said('clock/seconds', left),
    said('clock/running', subathon !== null && !subathon.time.paused && left > 0),
  ];
}

/** null: it is not told. */
function messageOf(event: StageEvent): OscMessage | null {
  switch (event.kind) {
    case 'CHAT':
      return null;
    case 'DONATION': {
      const { donationType, donatorNickname, payAmount, donationText } = event.data;
      const kind = donationType === 'CHEERING' ? 'cheering' : 'donation';
      const who = nameOf(donatorNickname);
      return said(`event/${kind}`, who, payAmount ?? 0, textOf(donationText));
    }
    case 'SUBSCRIPTION': {
      const { subscriberChannelName, month, tierNo, subscriptionMessage } = event.data;
      const text = textOf(subscriptionMessage);
      return said(
        'event/subscription',
        nameOf(subscriberChannelName),
        month ?? 1,
        tierNo ?? 1,
        text,
      );
    }
    case 'DROPS': {
      const { rewardTitle, count } = event.data;
      return said('event/drops', nameOf(rewardTitle), count);
    }
    case 'GOODS_PURCHASE': {
      const { profile, totalAmount, currency, representativeItemName, content } = event.data;
      const item = nameOf(representativeItemName);
      const who = nameOf(profile?.nickname ?? null);
      return said('event/purchase', who, totalAmount ?? 0, nameOf(currency), item, textOf(content));
    }
    default:
      return assertNever(event);
  }
}
