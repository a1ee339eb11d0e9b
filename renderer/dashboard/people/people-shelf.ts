import type {
  BlockedPerson,
  Follower,
  Manager,
  Subscriber,
  SubscriberOrder,
} from '../../../shared/contract/people.ts';
import type { PageClock } from '../../bridge/page-host.ts';
import type { Dashboard } from '../../stores/dashboard-store.ts';
import { Faces } from './faces.ts';
import { PagedList } from './paged-list.ts';

export const PEOPLE_TABS = ['followers', 'subscribers', 'managers', 'blocked', 'lookup'] as const;
export type PeopleTab = (typeof PEOPLE_TABS)[number];

/** What was read of people. It outlives the view, so that it stays readable when the line is down. */
export interface PeopleShelf {
  readonly followers: PagedList<Follower, number>;
  readonly subscribers: Readonly<Record<SubscriberOrder, PagedList<Subscriber, number>>>;
  readonly managers: PagedList<Manager, 'all'>;
  /** The cursor null is the first page's. */
  readonly blocked: PagedList<BlockedPerson, string | typeof FIRST>;
  readonly faces: Faces;
  /** Where the view was left. */
  tab: PeopleTab;
  order: SubscriberOrder;
  /** What is being looked up. */
  query: string;
  /** Whose lists these are; null: nobody's yet. */
  owner: string | null;
  /** The desk's `blocksRevision` that the list of blocked people was read at; null: never. */
  blocksRead: number | null;
}

/** Where a list with cursors begins. */
const FIRST = Symbol('first page');

const shelves = new WeakMap<Dashboard, PeopleShelf>();

export function shelfOf(dashboard: Dashboard, clock: PageClock): PeopleShelf {
  const present = shelves.get(dashboard);
  if (present) return present;
  const shelf = createShelf(dashboard, clock);
  shelves.set(dashboard, shelf);
  return shelf;
}

function createShelf({ read }: Dashboard, clock: PageClock): PeopleShelf {
  const now = () => clock.now();
  const subscribers = (sort: SubscriberOrder) =>
    new PagedList<Subscriber, number>({
      first: 0,
      read: (page, onWait) => read('people.subscribers', { page, sort }, onWait),
      now,
    });
  return {
    followers: new PagedList({
      first: 0,
      read: (page, onWait) => read('people.followers', { page }, onWait),
      now,
    }),
    subscribers: { RECENT: subscribers('RECENT'), LONGER: subscribers('LONGER') },
    managers: new PagedList({
      first: 'all',
      read: async (_all, onWait) => ({
        ...(await read('people.managers', {}, onWait)),
        next: null,
      }),
      now,
    }),
    blocked: new PagedList<BlockedPerson, string | typeof FIRST>({
      first: FIRST,
      read: (mark, onWait) =>
        read('people.blocked', { next: mark === FIRST ? null : mark }, onWait),
      now,
    }),
    faces: new Faces({
      read: async (channelIds) => (await read('people.faces', { channelIds })).faces,
      clock,
    }),
    tab: 'followers',
    order: 'RECENT',
    query: '',
    owner: null,
    blocksRead: null,
  };
}

/** Somebody is signed in: what was read for another channel is theirs, not for this one to see. */
export function belongTo(shelf: PeopleShelf, owner: string | null): void {
  if (owner === null || owner === shelf.owner) return;
  if (shelf.owner !== null) {
    const { followers, subscribers, managers, blocked } = shelf;
    const lists = [followers, subscribers.RECENT, subscribers.LONGER, managers, blocked];
    for (const list of lists) list.clear();
    shelf.blocksRead = null;
  }
  shelf.owner = owner;
}
