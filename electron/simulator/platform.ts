import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import type { SimContext } from './context.ts';
import { type Author, chatPayload, type DrawnReward, emojisIn } from './events/builders.ts';
import type { Sample } from './events/complete.ts';
import { EventHub } from './events/hub.ts';
import { FaultBook } from './faults/fault-book.ts';
import { Faults } from './faults/faults.ts';
import { EMOJI_NAMES } from './images.ts';
import { RequestLog } from './request-log.ts';
import { type CountPolicy, SessionRegistry } from './sessions/registry.ts';
import type { SessionOwner } from './sessions/session.ts';
import type { Cast } from './show/script.ts';
import { Show } from './show/show.ts';
import type { SimClock } from './sim-clock.ts';
import { type CloseCodes, DEFAULT_CLOSE_CODES } from './sockets/connection.ts';
import { Sockets } from './sockets/sockets.ts';
import type { ChatSent, User } from './world/model.ts';

/** How often a client that keeps alive sends its PING (specification, "Delivery"). */
const PING_INTERVAL_MS = 60_000;

export interface PlatformSwitches {
  /** What becomes of a session over the count limit; `remove-oldest` by default. */
  readonly userSessionPolicy?: CountPolicy;
  readonly closeCodes?: Partial<CloseCodes>;
  /** How many publications are remembered; 1,000 by default. */
  readonly keepPublications?: number;
}

interface PlatformOptions
  extends PlatformSwitches,
    Pick<SimContext, 'world' | 'random' | 'makeKey'> {
  /** Real time; the platform's own clock is laid over it. */
  readonly realClock: Clock;
  readonly clock: SimClock;
  readonly log: Logger;
  readonly streamerChannelId: string;
}

/** The simulated platform without its HTTP side: sessions, sockets, events, faults, show. */
export class Platform implements Disposable {
  readonly context: SimContext;
  readonly clock: SimClock;
  readonly sessions: SessionRegistry;
  readonly sockets: Sockets;
  readonly events: EventHub;
  readonly faultBook = new FaultBook();
  readonly faults: Faults;
  readonly show: Show;
  readonly #owned = new DisposableStore();
  readonly #stop = new AbortController();
  readonly stopping = this.#stop.signal;

  constructor(options: PlatformOptions) {
    const { clock, world, random, makeKey, log } = options;
    const requestLog = new RequestLog(clock);
    this.context = { clock, world, log: requestLog, random, makeKey };
    this.clock = this.#owned.add(clock);
    const countPolicy = options.userSessionPolicy ?? 'remove-oldest';
    this.sessions = this.#owned.add(new SessionRegistry({ clock, makeKey, log, countPolicy }));
    this.sockets = this.#owned.add(
      new Sockets({
        clock,
        sessions: this.sessions,
        requestLog,
        log,
        closeCodes: { ...DEFAULT_CLOSE_CODES, ...options.closeCodes },
        manners: world.manners,
        refuseNext: () => this.faultBook.takeForUpgrade(),
      }),
    );
    this.events = this.#owned.add(
      new EventHub({
        clock,
        manners: world.manners,
        sessions: this.sessions,
        isLive: (channelId) => world.channels.isLive(channelId),
        mayReceive: (owner, channelId) => this.#mayReceive(owner, channelId),
        keep: options.keepPublications ?? 1_000,
      }),
    );
    this.faults = this.#owned.add(
      new Faults(this.faultBook, this.sockets, this.sessions, this.events, clock),
    );
    this.show = this.#owned.add(
      new Show({
        pace: options.realClock,
        now: () => clock.now(),
        random,
        cast: () => this.#cast(options.streamerChannelId),
        publish: (event) => this.events.publish(event),
      }),
    );
    this.#owned.add(world.channels.onChatSent((sent) => this.#publishSent(sent)));
  }

  authorOf({ channelId, name: nickname, badges }: User): Author {
    const { world } = this.context;
    return {
      channelId,
      nickname,
      badges: badges.map((id) => ({ id, name: id, imageUrl: world.imageUrl(`badge/${id}.svg`) })),
    };
  }

  sample(channelId: string): Sample {
    const { world } = this.context;
    const user = world.users().find((candidate) => candidate.channelId !== channelId);
    return {
      author: user
        ? this.authorOf(user)
        : { channelId: 'sample-viewer', nickname: 'viewer', badges: [] },
      reward: this.drawableRewards()[0] ?? {
        campaignId: 'sample-campaign',
        rewardId: 'sample-reward',
        title: '랜덤 쿠폰',
        description: '',
        imageUrl: world.imageUrl('item/gift.svg'),
      },
      imageBase: world.imageBase,
      at: this.clock.now(),
    };
  }

  drawableRewards(): readonly DrawnReward[] {
    const { world } = this.context;
    return world
      .applications()
      .flatMap((application) => world.drops.campaigns(application, ['ACTIVE']))
      .flatMap((campaign) =>
        campaign.rewards.map((reward) => ({
          campaignId: campaign.campaignId,
          rewardId: reward.rewardId,
          title: reward.title,
          description: campaign.description,
          imageUrl: world.imageUrl(reward.imagePath),
        })),
      );
  }

  /** Jumps ahead. `keepAlive`: connections count as having sent PINGs all the way. */
  moveTime(ms: number, keepAlive = false): void {
    const { clock } = this;
    if (!keepAlive) {
      clock.move(ms);
      return;
    }
    for (let restMs = ms; restMs > 0; restMs -= PING_INTERVAL_MS) {
      for (const connection of this.sockets.all) connection.touch();
      clock.move(Math.min(restMs, PING_INTERVAL_MS));
    }
  }

  dispose(): void {
    this.#stop.abort();
    this.#owned.dispose();
  }

  /** A revoked authorization is told by nothing but silence (platform-notes, "Sessions"). */
  #mayReceive(owner: SessionOwner, channelId: string): boolean {
    const { world } = this.context;
    const application = world.application(owner.clientId);
    const user = world.user(channelId);
    return Boolean(application && user && world.authorizations.activeGrant(application, user));
  }

  #cast(channelId: string): Cast {
    const { world } = this.context;
    const channel = world.channels.find(channelId);
    // Draws reach running broadcasts only.
    if (channel && !channel.live) world.channels.goLive(channel, null, 120);
    const others = world.users().filter((user) => user.channelId !== channelId);
    const viewers = others.map((user) => this.authorOf(user));
    return { channelId, viewers, rewards: this.drawableRewards(), imageBase: world.imageBase };
  }

  #publishSent(sent: ChatSent): void {
    const { world } = this.context;
    const emojis = emojisIn(sent.content, sent.channelId, EMOJI_NAMES, world.imageBase);
    const said = { channelId: sent.channelId, text: sent.content, emojis };
    const data = chatPayload(said, this.authorOf(sent.sender), sent.sentAt);
    this.events.publish({ kind: 'CHAT', data });
    if (sent.senderType === 'APP') this.show.read(sent.content);
  }
}
