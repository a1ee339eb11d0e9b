import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../../electron/platform/errors.ts';
import { settle } from '../../support/virtual-clock.ts';
import { openDesk } from './support.ts';

const occasion = { operation: 'test', status: null, platformMessage: null };

async function signedIn(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = openDesk(options);
  desk.begin('me');
  await settle();
  return desk;
}

describe('a preset', () => {
  const change = {
    defaultLiveTitle: '랭크',
    chatAllowedGroup: 'FOLLOWER',
    chatSlowModeSec: 5,
  } as const;

  it('sets both parts, and one undo takes both back', async () => {
    const { keeper, presets, api } = await signedIn();
    await keeper.set({ chatSlowModeSec: 0 }, {});
    const id = await presets.save({ id: null, name: '랭크', change });
    const { parts } = await keeper.applyPreset(id, {});
    expect(parts).toEqual([
      { part: 'live', problem: null },
      { part: 'chat', problem: null },
    ]);
    const { undo } = keeper.desk();
    expect(undo?.steps).toHaveLength(3);
    await keeper.undo(undo?.id ?? 0);
    expect(api.world.settings.defaultLiveTitle).toBe('첫 제목');
    expect(api.world.chat.chatAllowedGroup).toBe('ALL');
    expect(api.world.unread.chatSlowModeSec).toBe(0);
  });

  it('says which part failed, and sets the other', async () => {
    const { keeper, presets, api } = await signedIn();
    const id = await presets.save({ id: null, name: '랭크', change });
    api.fail('lives.updateSettings', new InvalidRequestError(occasion));
    const { parts } = await keeper.applyPreset(id, {});
    expect(parts).toMatchObject([
      { part: 'live', problem: { code: 'platform-invalid-request' } },
      { part: 'chat', problem: null },
    ]);
    expect(api.world.chat.chatAllowedGroup).toBe('FOLLOWER');
    expect(keeper.desk().undo?.steps.map(({ field }) => field)).toEqual(['chatAllowedGroup']);
  });

  it('does not overwrite what the page has not seen', async () => {
    const { keeper, presets, api } = await signedIn();
    const id = await presets.save({ id: null, name: '제목', change: { defaultLiveTitle: '랭크' } });
    api.world.settings = { ...api.world.settings, defaultLiveTitle: '남의 제목' };
    const { parts } = await keeper.applyPreset(id, { defaultLiveTitle: '첫 제목' });
    expect(parts).toMatchObject([{ part: 'live', problem: { code: 'stream-changed-elsewhere' } }]);
    expect(api.world.settings.defaultLiveTitle).toBe('남의 제목');
  });

  it('that is gone is said to be gone', async () => {
    const { keeper } = await signedIn();
    await expect(keeper.applyPreset('nobody', {})).rejects.toMatchObject({
      problem: { code: 'stream-preset-gone' },
    });
  });
});
