import { expect } from 'vitest';
import { SPEC_OPERATIONS } from '../../../../electron/platform/operations.ts';
import { NOTE_OPERATIONS } from '../../../../electron/platform/platform-notes.ts';
import { SCOPES, type User } from '../../../../electron/simulator/world/model.ts';
import type { ClientStage } from './client-stage.ts';
import { iso, type Proof } from './proof.ts';

const { exchangeCode, refresh, revoke, currentUser, channels } = SPEC_OPERATIONS;
const { followers, subscribers, managers, blocks, block, unblock } = NOTE_OPERATIONS;

const channelOf = (stage: ClientStage) => stage.simulator.world.channels.of(stage.streamer);

function identity(stage: ClientStage, user: User) {
  return {
    channelId: user.channelId,
    channelName: user.name,
    channelHandle: user.handle,
    channelImageUrl: stage.simulator.world.imageUrl(user.imagePath),
  };
}

const withoutImage = ({ channelId, name, handle }: User) => ({
  channelId,
  channelName: name,
  channelHandle: handle,
});

const ISSUED = {
  accessToken: expect.stringMatching(/^[\w-]{43}$/),
  refreshToken: expect.stringMatching(/^[\w-]{43}$/),
  tokenType: 'Bearer',
  expiresInSeconds: 86_400,
  scopes: [...SCOPES],
};

export const PROOFS_OF_PEOPLE: readonly Proof[] = [
  {
    operation: exchangeCode,
    prove: async (stage) => {
      expect(await stage.auth().exchangeCode(await stage.code())).toEqual(ISSUED);
    },
  },
  {
    operation: refresh,
    prove: async (stage) => {
      const first = await stage.pair();
      const second = await stage.auth().refresh(first.refreshToken);
      expect(second).toEqual(ISSUED);
      expect(second.accessToken).not.toBe(first.accessToken);
      expect(second.refreshToken).not.toBe(first.refreshToken);
    },
  },
  ...(['access_token', 'refresh_token'] as const).map((hint) => ({
    operation: revoke,
    about: `by the ${hint}`,
    prove: async (stage: ClientStage) => {
      const pair = await stage.pair();
      const token = hint === 'access_token' ? pair.accessToken : pair.refreshToken;
      expect(await stage.auth().revoke(token, hint)).toBeUndefined();
      const { authorizations } = stage.simulator.world;
      expect(authorizations.activeGrant(stage.application, stage.streamer)).toBeNull();
      expect(authorizations.checkAccess(pair.accessToken)).toBe('Access token has been revoked');
      expect(authorizations.grants().at(-1)?.state).toBe('REVOKED');
    },
  })),
  {
    operation: currentUser,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      expect(await client.users.me()).toEqual(identity(stage, stage.streamer));
    },
  },
  {
    operation: currentUser,
    about: 'of somebody without a picture',
    prove: async (stage) => {
      const faceless = stage.viewers.find(({ imagePath }) => imagePath === null)!;
      const { client } = await stage.signIn(faceless);
      expect(await client.users.me()).toEqual({
        ...identity(stage, faceless),
        channelImageUrl: null,
      });
    },
  },
  {
    operation: channels,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const users = stage.simulator.world.users();
      const ids = users.map(({ channelId }) => channelId);
      expect(await client.channels.get(['no-such-channel', ...ids])).toEqual(
        users.map((user) => ({
          ...identity(stage, user),
          channelDescription: user.description,
          followerCount: stage.simulator.world.channels.of(user).followers.length,
        })),
      );
    },
  },
  {
    operation: followers,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      expect(await client.channels.followers()).toEqual(
        channelOf(stage).followers.map(({ user, createdAt }) => ({
          ...withoutImage(user),
          createdDate: iso(createdAt),
        })),
      );
      expect(channelOf(stage).followers).toHaveLength(12);
    },
  },
  ...(['RECENT', 'LONGER'] as const).map((sort) => ({
    operation: subscribers,
    about: sort,
    prove: async (stage: ClientStage) => {
      const { client } = await stage.signIn();
      const rows = channelOf(stage).subscribers.map(({ user, createdAt, month, tierNo }) => ({
        ...withoutImage(user),
        createdDate: iso(createdAt),
        month,
        tierNo,
      }));
      const key = (row: (typeof rows)[number]) =>
        sort === 'RECENT' ? Date.parse(row.createdDate) : row.month;
      rows.sort((a, b) => key(b) - key(a));
      expect(await client.channels.subscribers({ sort })).toEqual(rows);
      expect(rows.length).toBeGreaterThan(3);
    },
  })),
  {
    operation: managers,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const listed = await client.channels.managers();
      expect(listed).toEqual(
        channelOf(stage).managers.map(({ user, role, createdAt }) => ({
          managerChannelId: user.channelId,
          managerChannelName: user.name,
          managerChannelHandle: user.handle,
          userRole: role,
          createdDate: iso(createdAt),
        })),
      );
      expect(listed.map(({ userRole }) => userRole)).toContain('STREAMING_CHANNEL_OWNER');
      expect(listed.map(({ userRole }) => userRole)).toContain('STREAMING_CHAT_MANAGER');
    },
  },
  {
    operation: blocks,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const { channels: world } = stage.simulator.world;
      const [gone, back] = stage.viewers;
      const now = stage.simulator.clock.now();
      world.block(channelOf(stage), gone!);
      world.block(channelOf(stage), back!, now + 60_000);
      const row = (user: User, releaseAt: number | null) => ({
        restrictedChannelId: user.channelId,
        restrictedChannelName: user.name,
        restrictedChannelHandle: user.handle,
        createdDate: iso(now),
        releaseDate: iso(releaseAt),
      });
      expect(await client.blocks.list()).toEqual({
        items: [row(back!, now + 60_000), row(gone!, null)],
        next: null,
      });
    },
  },
  {
    operation: block,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const [target] = stage.viewers;
      expect(await client.blocks.block(target!.channelId)).toBeUndefined();
      const banned = stage.simulator.world.channels.blocks(channelOf(stage));
      expect(banned.map(({ user, releaseAt }) => [user, releaseAt])).toEqual([[target, null]]);
    },
  },
  {
    operation: unblock,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const [first, second] = stage.viewers;
      for (const user of [first!, second!]) {
        stage.simulator.world.channels.block(channelOf(stage), user);
      }
      expect(await client.blocks.unblock(first!.channelId)).toBeUndefined();
      const banned = stage.simulator.world.channels.blocks(channelOf(stage));
      expect(banned.map(({ user }) => user)).toEqual([second]);
    },
  },
];
