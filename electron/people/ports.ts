/** What this room asks the platform for; the client's own answers fit. */
export interface PeopleApi {
  /** Everybody with a task on the signed-in channel, in one answer. */
  managers(): Promise<readonly ListedManager[]>;
  /** One page; `page` counts from 0. A page with fewer than `size` people is the last. */
  subscribers(query: SubscriberPage): Promise<readonly ListedSubscriber[]>;
}

export interface ListedManager {
  readonly managerChannelId: string;
  /** As the platform names it (platform-notes, "userRole"). */
  readonly userRole: string;
}

export interface SubscriberPage {
  readonly page: number;
  readonly size: number;
  /** The latest subscribers first. */
  readonly sort: 'RECENT';
}

export interface ListedSubscriber {
  readonly channelId: string;
}
