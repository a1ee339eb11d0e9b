import { describe, expect, it } from 'vitest';
import { Blocking } from '../../../electron/features/people/blocking.ts';
import { PeopleDirectory } from '../../../electron/features/people/people-directory.ts';
import { UnavailableError } from '../../../electron/platform/errors.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { rememberingLogger } from '../events/support.ts';
import { clientOf, content, FakePlatform, type Reply } from '../platform/support.ts';

const directoryOf = (...replies: Reply[]) => {
  const { channels, blocks } = clientOf(new FakePlatform(...replies));
  return new PeopleDirectory({ channels, blocks, checkImage: () => null });
};
const list = (...data: unknown[]) => content({ data });
const page = (count: number, more: unknown[] = []) =>
  list(...Array.from({ length: count }, (_, at) => ({ channelId: `f${at}` })), ...more);

describe('an entry that cannot be read', () => {
  it('leaves the other followers, and does not end the list', async () => {
    const read = await directoryOf(page(19, [{ channelName: 'no id' }])).followers(0);
    expect(read.people).toHaveLength(19);
    expect(read).toMatchObject({ next: 1, damaged: 1 });
  });

  it('leaves the other subscribers, managers and blocked people', async () => {
    const bad = { channelName: 'no id' };
    const subscribers = await directoryOf(page(49, [bad])).subscribers(0, 'RECENT');
    expect(subscribers).toMatchObject({ next: 1, damaged: 1 });
    const managers = await directoryOf(list({ managerChannelId: 'm' }, bad)).managers();
    expect(managers).toMatchObject({ people: [{ channelId: 'm' }], damaged: 1 });
    const blocked = await directoryOf(list({ restrictedChannelId: 'b' }, bad)).blocked(null);
    expect(blocked).toMatchObject({ people: [{ channelId: 'b', until: null }], damaged: 1 });
  });

  it('is not spoken of where there is none', async () => {
    expect(await directoryOf(page(2)).followers(0)).not.toHaveProperty('damaged');
  });

  it('may be the one whose block was lifted without an answer: that stays unsure', async () => {
    const lost = new UnavailableError(
      { operation: 'blocks.unblock', status: null, platformMessage: null },
      'timeout',
    );
    const { blocks } = clientOf(new FakePlatform(list({ restrictedChannelId: null })));
    const blocking = new Blocking({
      blocks: { ...blocks, unblock: () => Promise.reject(lost) },
      canRead: () => true,
      clock: new VirtualClock(),
      log: rememberingLogger().log,
    });
    await expect(blocking.unblock('ann')).rejects.toMatchObject({
      problem: { code: 'people-unblock-unsure' },
    });
  });
});

describe('when a block ends', () => {
  it.each([
    [null, null],
    [undefined, null],
    ['2026-05-20T12:00:00', Date.UTC(2026, 4, 20, 3)],
    ['', 'unknown'],
    ['some day', 'unknown'],
    [{}, 'unknown'],
    [-1, 'unknown'],
  ])('%j is %s', async (releaseDate, until) => {
    const { people } = await directoryOf(list({ restrictedChannelId: 'b', releaseDate })).blocked(
      null,
    );
    expect(people).toMatchObject([{ until }]);
  });
});
