import { describe, expect, it, onTestFinished } from 'vitest';
import { type AccountState, SIGNED_OUT_HERE } from '../../../electron/auth/account.ts';
import type { Grant } from '../../../electron/auth/ports.ts';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { RoleCache } from '../../../electron/events/role-cache.ts';
import { startPeople } from '../../../electron/features/people/index.ts';
import type {
  BlocksApi,
  ChannelsApi,
  Follower,
} from '../../../electron/platform/resources/channels.ts';
import { PEOPLE_SCOPES, type PeopleState } from '../../../shared/contract/people.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { memoryLedger } from '../storage/support.ts';

const rethrow = (failure: unknown): void => {
  throw failure;
};
const follower = (channelId: string, createdDate: string): Follower => ({
  channelId,
  channelName: channelId,
  channelHandle: channelId,
  createdDate,
});

function setUp() {
  const owned = new DisposableStore();
  onTestFinished(() => owned.dispose());
  const clock = new VirtualClock();
  const states = new Emitter<AccountState>(rethrow);
  const identified = new Emitter<string | null>(rethrow);
  const grants = new Emitter<Grant | null>(rethrow);
  const tokens: { grant: Grant | null; readonly onChange: Emitter<Grant | null>['on'] } = {
    grant: null,
    onChange: grants.on,
  };
  const list = [follower('old', '2025-01-01T00:00:00Z')];
  const channels: ChannelsApi = {
    get: async () => [],
    followers: async () => list,
    subscribers: async () => [],
    managers: async () => [],
  };
  const blocks: BlocksApi = {
    list: async () => ({ items: [], next: null }),
    block: async () => {},
    unblock: async () => {},
  };
  const parts = {
    baseUrl: 'https://ci.me',
    clock,
    random: () => 0.5,
    log: silentLogger,
    roles: new RoleCache(clock),
    client: { channels, blocks },
    account: { onChange: states.on, onIdentified: identified.on },
    ledger: { people: memoryLedger().people },
    tokens,
  } as unknown as Parameters<typeof startPeople>[0];
  const people = startPeople(parts, owned);
  const told: PeopleState[] = [];
  people.feeds.people.onChange(() => told.push(people.feeds.people.read()));
  const grant = (scopes: readonly string[] | null): void => {
    const times = { issuedAt: 0, expiresAt: 1 };
    tokens.grant = scopes && { accessToken: 'a', refreshToken: 'r', scopes, ...times };
    grants.fire(tokens.grant);
  };
  return { people, told, grant, list, clock, states, identified };
}

describe('what dashboards hear of people', () => {
  it('says who is there to ask for, and which permissions the grant lacks', () => {
    const { people, told, grant } = setUp();
    expect(people.feeds.people.read()).toMatchObject({ signedIn: false, missingScopes: [] });
    grant(['READ:CHANNEL', 'WRITE:USER_BLOCK']);
    expect(told.at(-1)).toMatchObject({
      signedIn: true,
      missingScopes: ['READ:SUBSCRIPTION', 'READ:USER_BLOCK'],
    });
    grant(PEOPLE_SCOPES);
    expect(told.at(-1)?.missingScopes).toEqual([]);
    grant(null);
    expect(told.at(-1)).toMatchObject({ signedIn: false, missingScopes: [] });
    const revisions = told.map(({ revision }) => revision);
    expect(new Set(revisions).size).toBe(revisions.length);
  });

  it('tells every dashboard when the list of blocked people is another one', async () => {
    const { people, told } = setUp();
    await people.commands['people.block']({ channelId: 'ann' });
    await people.commands['people.unblock']({ channelId: 'ann' });
    expect(told.map(({ blocksRevision }) => blocksRevision)).toEqual([1, 2]);
  });

  it('counts new followers from the first reading on, until they are marked as seen', async () => {
    const { people, told, grant, list, clock, identified } = setUp();
    grant(PEOPLE_SCOPES);
    identified.fire('streamer');
    await settle();
    // A time without a zone is Korea’s (platform-notes, "What real clients ran into", 9).
    list.unshift(follower('ann', '2026-01-01T00:01:00'));
    await clock.advance(2 * 60_000);
    const at = Date.UTC(2025, 11, 31, 15, 1);
    expect(told.at(-1)?.newFollowers).toMatchObject({
      people: [{ channelId: 'ann', since: at }],
      newestAt: at,
    });
    await people.commands['people.mark-read']({ until: at });
    expect(told.at(-1)?.newFollowers.people).toEqual([]);
  });

  it('keeps them when the grant ends by itself, and forgets them when somebody signs out', async () => {
    const { people, grant, list, clock, states, identified } = setUp();
    grant(PEOPLE_SCOPES);
    identified.fire('streamer');
    await settle();
    list.unshift(follower('ann', '2026-01-01T00:01:00Z'));
    await clock.advance(2 * 60_000);
    states.fire({ kind: 'signed-out', reason: 'sign-in-required' });
    expect(people.feeds.people.read().newFollowers.people).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
    states.fire({ kind: 'signed-out', reason: SIGNED_OUT_HERE });
    expect(people.feeds.people.read().newFollowers.people).toEqual([]);
  });
});
