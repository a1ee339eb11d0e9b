import {
  type PEOPLE_COMMANDS,
  PEOPLE_SCOPES,
  type PeopleState,
} from '../../../shared/contract/people.ts';
import { SIGNED_OUT_HERE } from '../../auth/account.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { isLoopbackAddress } from '../../base/loopback.ts';
import { createImagePolicy } from '../../events/field-sanitizer.ts';
import type { Feature, Services } from '../feature.ts';
import { Blocking } from './blocking.ts';
import { FollowerBook } from './follower-book.ts';
import { FollowerWatch } from './follower-watch.ts';
import { PeopleDirectory } from './people-directory.ts';
import { RoleLists } from './role-lists.ts';

export interface PeopleFeature extends Feature<typeof PEOPLE_COMMANDS, 'people'> {
  /** The name last read of a channel; null if none was. */
  readonly nameOf: (channelId: string) => string | null;
  /** Who follows, as far as it is known. Asking begins to read the list. */
  readonly followers: Pick<FollowerBook, 'has' | 'want'>;
  /** Who has just begun to follow, within two minutes. */
  readonly onFollow: FollowerWatch['onFollow'];
}

type PeopleServices = Pick<
  Services,
  'client' | 'tokens' | 'account' | 'ledger' | 'roles' | 'baseUrl' | 'clock' | 'random' | 'log'
>;

/** Starts the people feature: followers, subscribers, managers, blocks, and channel lookup. */
export function startPeople(services: PeopleServices, owned: DisposableStore): PeopleFeature {
  const { client, tokens, account, ledger, roles, clock, random, log } = services;
  const scopes = () => tokens.grant?.scopes ?? [];
  const allowLoopbackHttp = isLoopbackAddress(services.baseUrl);
  const { check: checkImage } = createImagePolicy({ allowLoopbackHttp });
  const { channels, blocks } = client;
  const directory = new PeopleDirectory({ channels, blocks, checkImage });
  const followers = owned.add(
    new FollowerBook({ readPage: (page) => directory.followers(page), scopes, clock, random, log }),
  );
  const readPage = async (page: number) => {
    const read = await directory.followers(page);
    followers.saw(read);
    return read.people;
  };
  const watch = owned.add(
    new FollowerWatch({ readPage, repository: ledger.people, scopes, clock, random, log }),
  );
  const canRead = () => scopes().includes('READ:USER_BLOCK');
  const blocking = owned.add(new Blocking({ blocks, canRead, clock, log }));
  const lists = owned.add(
    new RoleLists({ api: channels, book: roles, scopes, clock, random, log }),
  );
  followAccount(account, [lists, followers, watch], owned);
  const onFailure = (failure: unknown) => log.error('a listener failed', { failure });
  const changes = owned.add(new Emitter<void>(onFailure));
  let revision = 0;
  const changed = (): void => {
    revision += 1;
    changes.fire();
  };
  const sources = [watch.onChange, blocking.onChange, followers.onChange, tokens.onChange];
  for (const on of sources) owned.add(on(changed));
  const read = (): PeopleState => {
    const { grant } = tokens;
    return {
      revision,
      signedIn: grant !== null,
      missingScopes: grant ? PEOPLE_SCOPES.filter((scope) => !grant.scopes.includes(scope)) : [],
      newFollowers: watch.state,
      blocksRevision: blocking.revision,
      followersRead: followers.state,
    };
  };
  return {
    nameOf: (channelId) => directory.nameOf(channelId),
    followers,
    onFollow: watch.onFollow,
    commands: commandsOf(directory, watch, followers, blocking),
    feeds: { people: { read, onChange: changes.on } },
  };
}

/** When a grant expires, known people stay: usually the same person signs in again. */
export function followAccount(
  account: Pick<Services['account'], 'onChange' | 'onIdentified'>,
  lists: readonly Pick<RoleLists, 'begin' | 'pause' | 'end'>[],
  owned: DisposableStore,
): void {
  for (const list of lists) {
    owned.add(account.onIdentified((channelId) => list.begin(channelId)));
    owned.add(
      account.onChange((state) => {
        if (state.kind !== 'signed-out') return;
        if (state.reason === SIGNED_OUT_HERE) list.end();
        else list.pause();
      }),
    );
  }
}

function commandsOf(
  directory: PeopleDirectory,
  watch: FollowerWatch,
  followers: FollowerBook,
  blocking: Blocking,
): PeopleFeature['commands'] {
  return {
    'people.followers': async ({ page }) => {
      const read = await directory.followers(page);
      if (page === 0) watch.saw(read.people);
      followers.saw(read);
      return read;
    },
    'people.read-followers': async () => followers.want(),
    'people.subscribers': ({ page, sort }) => directory.subscribers(page, sort),
    'people.managers': () => directory.managers(),
    'people.blocked': ({ next }) => directory.blocked(next),
    'people.lookup': ({ query }) => directory.lookUp(query),
    'people.faces': ({ channelIds }) => directory.faces(channelIds),
    'people.block': ({ channelId, name }) => blocking.block(channelId, name || null),
    'people.unblock': ({ channelId, name }) => blocking.unblock(channelId, name || null),
    'people.check': async ({ channelId, change }) => ({
      found: await blocking.check(change, channelId),
    }),
    'people.mark-read': async ({ until }) => watch.markRead(until),
  };
}
