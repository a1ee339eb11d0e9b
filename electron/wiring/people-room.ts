import {
  type PEOPLE_COMMANDS,
  PEOPLE_SCOPES,
  type PeopleDesk,
} from '../../shared/contract/people.ts';
import type { DisposableStore } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import { isLoopbackAddress } from '../base/loopback.ts';
import { createImagePolicy } from '../events/image-policy.ts';
import type { CommandHandlers, FeedSources } from '../outputs/ports.ts';
import { Blocking } from '../people/blocking.ts';
import { FollowerWatch } from '../people/follower-watch.ts';
import { PeopleDirectory } from '../people/people-directory.ts';
import { SIGNED_OUT_HERE } from './account.ts';
import type { ControlParts } from './control-parts.ts';

export interface PeopleRoom {
  readonly commands: CommandHandlers<keyof typeof PEOPLE_COMMANDS>;
  readonly feed: FeedSources['people'];
}

export type PeopleParts = Pick<ControlParts, 'tokens' | 'account'> & {
  readonly options: Pick<ControlParts['options'], 'baseUrl' | 'clock' | 'random' | 'log'>;
  readonly client: Pick<ControlParts['client'], 'channels' | 'blocks'>;
  readonly ledger: Pick<ControlParts['ledger'], 'people'>;
};

/** Followers, subscribers, managers, blocked people, and looking channels up. */
export function peopleRoom(parts: PeopleParts, owned: DisposableStore): PeopleRoom {
  const { client, tokens, ledger } = parts;
  const { clock, random, log } = parts.options;
  const scopes = () => tokens.grant?.scopes ?? [];
  const directory = directoryOf(parts);
  const readPage = async (page: number) => (await directory.followers(page)).people;
  const watch = owned.add(
    new FollowerWatch({ readPage, books: ledger.people, scopes, clock, random, log }),
  );
  const canRead = () => scopes().includes('READ:USER_BLOCK');
  const blocking = owned.add(new Blocking({ blocks: client.blocks, canRead, clock, log }));
  followAccount(parts, watch, owned);
  return {
    commands: commandsOf(directory, watch, blocking),
    feed: feedOf(parts, watch, blocking, owned),
  };
}

function directoryOf({ client, options }: PeopleParts): PeopleDirectory {
  const allowLoopbackHttp = isLoopbackAddress(options.baseUrl);
  const { check } = createImagePolicy({ allowLoopbackHttp });
  return new PeopleDirectory({
    channels: client.channels,
    blocks: client.blocks,
    checkImage: check,
  });
}

/** A grant that ended by itself leaves what is known: the same person usually comes back. */
function followAccount(
  { account }: PeopleParts,
  watch: FollowerWatch,
  owned: DisposableStore,
): void {
  owned.add(account.onIdentified((channelId) => watch.begin(channelId)));
  owned.add(
    account.onChange((state) => {
      if (state.kind !== 'signed-out') return;
      if (state.reason === SIGNED_OUT_HERE) watch.end();
      else watch.pause();
    }),
  );
}

function commandsOf(
  directory: PeopleDirectory,
  watch: FollowerWatch,
  blocking: Blocking,
): PeopleRoom['commands'] {
  return {
    'people.followers': async ({ page }) => {
      const read = await directory.followers(page);
      if (page === 0) watch.saw(read.people);
      return read;
    },
    'people.subscribers': ({ page, sort }) => directory.subscribers(page, sort),
    'people.managers': () => directory.managers(),
    'people.blocked': ({ next }) => directory.blocked(next),
    'people.lookup': ({ query }) => directory.lookUp(query),
    'people.faces': async ({ channelIds }) => ({ faces: await directory.faces(channelIds) }),
    'people.block': async ({ channelId, name }) => {
      await blocking.block(channelId, name || null);
    },
    'people.unblock': async ({ channelId, name }) => {
      await blocking.unblock(channelId, name || null);
    },
    'people.mark-read': async ({ until }) => {
      watch.markRead(until);
    },
  };
}

function feedOf(
  { tokens, options }: PeopleParts,
  watch: FollowerWatch,
  blocking: Blocking,
  owned: DisposableStore,
): PeopleRoom['feed'] {
  const changes = owned.add(
    new Emitter<void>((failure) => options.log.error('a listener failed', { failure })),
  );
  let revision = 0;
  const changed = (): void => {
    revision += 1;
    changes.fire();
  };
  for (const on of [watch.onChange, blocking.onChange, tokens.onChange]) owned.add(on(changed));
  const read = (): PeopleDesk => {
    const { grant } = tokens;
    return {
      revision,
      signedIn: grant !== null,
      missingScopes: grant ? PEOPLE_SCOPES.filter((scope) => !grant.scopes.includes(scope)) : [],
      newFollowers: watch.state,
      blocksRevision: blocking.revision,
    };
  };
  return { read, onChange: changes.on };
}
