import type { DisposableStore } from '../base/disposables.ts';
import type { FeedSources } from '../outputs/ports.ts';
import type { LiveWatch } from '../stream/live-watch.ts';
import { type BooksRoom, booksRoom } from './books-room.ts';
import { type CareRoom, careRoom } from './care-room.ts';
import type { ControlParts } from './control-parts.ts';
import { type DropsRoom, dropsRoom } from './drops-room.ts';
import { type LiveRoom, liveRoom } from './live-room.ts';
import { watchLive } from './live-watching.ts';
import { type PeopleRoom, peopleRoom } from './people-room.ts';
import { type StreamRoom, streamRoom } from './stream-room.ts';

/** What the rooms feed dashboards with. */
export type ControlFeeds = Pick<FeedSources, 'live' | 'stream' | 'people' | 'drops' | 'care'>;

export interface ControlRoom {
  /** Whether the channel is on the air. */
  readonly live: LiveWatch;
  /** What stands large on the overlay. */
  readonly highlighter: LiveRoom['highlighter'];
  /** What a dashboard may download. */
  readonly keptFiles: CareRoom['keptFiles'];
  readonly commands: LiveRoom['commands'] &
    StreamRoom['commands'] &
    PeopleRoom['commands'] &
    DropsRoom['commands'] &
    BooksRoom['commands'] &
    CareRoom['commands'];
  readonly feeds: ControlFeeds;
}

/** Opens every part of the control room. */
export function openControlRoom(parts: ControlParts, owned: DisposableStore): ControlRoom {
  // Before the rooms: it is to follow the account before they read it.
  const watch = watchLive(parts, owned);
  const live = liveRoom(parts, watch, owned);
  const stream = streamRoom(parts, watch, owned);
  const people = peopleRoom(parts, owned);
  const drops = dropsRoom(parts, owned);
  const books = booksRoom(parts, owned);
  const care = careRoom(parts, owned);
  return {
    live: watch,
    highlighter: live.highlighter,
    keptFiles: care.keptFiles,
    commands: {
      ...live.commands,
      ...stream.commands,
      ...people.commands,
      ...drops.commands,
      ...books.commands,
      ...care.commands,
    },
    feeds: {
      live: live.feed,
      stream: stream.feed,
      people: people.feed,
      drops: drops.feed,
      care: care.feed,
    },
  };
}
