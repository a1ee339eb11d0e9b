import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../../../electron/platform/errors.ts';
import type { Found } from '../../../shared/contract/command.ts';
import type { StreamChange } from '../../../shared/contract/stream.ts';
import { settle } from '../../support/virtual-clock.ts';
import { openDesk } from './support.ts';

const occasion = { operation: 'test', status: null, platformMessage: null };
const lost = () => new UnavailableError(occasion, 'timeout');

async function signedIn(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = openDesk(options);
  desk.begin('me');
  await settle();
  return desk;
}

const logOf = ({ keeper }: Pick<Awaited<ReturnType<typeof signedIn>>, 'keeper'>) =>
  keeper.desk().log.map(({ by, field, before, after }) => [by, field, before?.value, after]);

describe('a change whose answer was lost', () => {
  it.each<[string, StreamChange, string[], Found]>([
    ['was made', { tags: ['a'] }, ['a'], 'done'],
    ['was not made', { tags: ['a'] }, ['수다'], 'not-done'],
    ['cannot be read', { chatSlowModeSec: 30 }, ['수다'], 'unclear'],
    [
      'was not made, with one that cannot be read',
      { tags: ['a'], chatEmojiMode: true },
      ['수다'],
      'not-done',
    ],
    [
      'may have been made, with one that cannot be read',
      { tags: ['a'], chatEmojiMode: true },
      ['a'],
      'unclear',
    ],
  ])('can be looked for: it %s', async (_what, change, tags, found) => {
    const { api, keeper } = await signedIn();
    api.world.settings.tags = [...tags];
    expect(await keeper.check(change)).toBe(found);
    expect(api.count('lives.updateSettings') + api.count('chat.updateSettings')).toBe(0);
  });

  it('cannot be looked for while the platform does not answer; the look says so', async () => {
    const { api, keeper } = await signedIn();
    const failure = lost();
    api.fail('lives.settings', failure);
    await expect(keeper.check({ tags: ['a'] })).rejects.toBe(failure);
    expect(keeper.desk().problems.settings).toBeNull();
  });

  it('is unclear with a field beside it that cannot be read, though the others are as wanted', async () => {
    const { keeper } = await signedIn();
    const change = { chatAllowedGroup: 'ALL', chatEmojiMode: true } as const;
    expect(await keeper.check(change)).toBe('unclear');
  });

  it('is unclear without the permission to read, and nothing is called', async () => {
    const { api, keeper } = await signedIn({ scopes: ['WRITE:LIVE_STREAM_SETTINGS'] });
    api.calls.length = 0;
    expect(await keeper.check({ tags: ['a'] })).toBe('unclear');
    expect(api.calls).toEqual([]);
  });

  it('is ours in the log, also if the app was started anew since', async () => {
    const desk = await signedIn();
    desk.api.world.settings.tags = ['a'];
    expect(await desk.keeper.check({ tags: ['a'] })).toBe('done');
    expect(logOf(desk)).toEqual([['us', 'tags', ['수다'], ['a']]]);
  });

  it('cannot be looked for on the channel of another sign-in', async () => {
    const { api, keeper, begin } = await signedIn();
    const gate = Promise.withResolvers<void>();
    api.gate = gate.promise;
    const looked = keeper.check({ tags: ['a'] });
    await settle();
    begin('another');
    api.world.settings.tags = ['a'];
    gate.resolve();
    expect(await looked).toBe('unclear');
  });

  it('that comes through late is ours all the same, not a change from elsewhere', async () => {
    const desk = await signedIn();
    const { api, keeper } = desk;
    api.fail('lives.updateSettings', lost());
    await expect(keeper.set({ tags: ['a'] }, {})).rejects.toMatchObject({
      problem: { code: 'stream-change-unsure' },
    });
    api.world.settings.tags = ['a'];
    expect(await keeper.check({ tags: ['a'] })).toBe('done');
    expect(logOf(desk)).toEqual([['us', 'tags', ['수다'], ['a']]]);
  });
});
