import type { User } from '../../../../electron/simulator/world/model.ts';
import type { ClientStage } from './client-stage.ts';

/** More users than any page holds; each is a stranger with an empty channel. */
export function addUsers(stage: ClientStage, count: number): readonly User[] {
  const { channels } = stage.simulator.world;
  return Array.from({ length: count }, (_, n) => {
    const user: User = {
      channelId: `Crowd${String(n).padStart(3, '0')}`,
      name: `관객 ${n}`,
      handle: `crowd_${n}`,
      imagePath: null,
      description: '',
      badges: [],
    };
    channels.add(user, `stream-key-${n}`);
    return user;
  });
}

/** What fills each list of the platform with `count` entries, whatever is in it already. */
export const FILL: Readonly<Record<string, (stage: ClientStage, count: number) => void>> = {
  campaigns: (stage, count) => {
    const { drops } = stage.simulator.world;
    const [sample, ...rest] = drops.campaigns(stage.application);
    for (let n = rest.length + 1; n < count; n += 1) {
      drops.addCampaign({ ...sample!, campaignId: `more-${n}` });
    }
  },
  // 250 of them are there from the beginning.
  claims: () => undefined,
  'user sessions': (stage, count) => {
    for (const { channelId } of addUsers(stage, count)) {
      const { clientId } = stage.application;
      stage.simulator.sessions.create({ kind: 'USER', clientId, channelId });
    }
  },
  'client sessions': (stage, count) => {
    for (let n = 0; n < count; n += 1) {
      stage.simulator.sessions.create({ kind: 'CLIENT', clientId: stage.application.clientId });
    }
  },
  followers: (stage, count) => {
    const { followers } = stage.simulator.world.channels.of(stage.streamer);
    const createdAt = 0;
    for (const user of addUsers(stage, count - followers.length))
      followers.push({ user, createdAt });
  },
  subscribers: (stage, count) => {
    const { subscribers } = stage.simulator.world.channels.of(stage.streamer);
    const rest = { createdAt: 0, month: 1, tierNo: 1 };
    for (const user of addUsers(stage, count - subscribers.length)) {
      subscribers.push({ user, ...rest });
    }
  },
  'live list': (stage, count) => {
    const { channels } = stage.simulator.world;
    for (const user of addUsers(stage, count - channels.lives().length)) {
      channels.goLive(channels.of(user), null, 3);
    }
  },
  categories: (stage, count) => {
    const { categories } = stage.simulator.world.channels;
    for (let n = categories.length; n < count; n += 1) {
      const categoryId = `category-${n}`;
      categories.push({ categoryId, categoryType: 'ETC', categoryValue: `${n}`, posterPath: null });
    }
  },
  'banned users': (stage, count) => {
    const { channels } = stage.simulator.world;
    for (const user of addUsers(stage, count)) channels.block(channels.of(stage.streamer), user);
  },
};
