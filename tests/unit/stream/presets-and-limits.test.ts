import { describe, expect, it } from 'vitest';
import { streamCategoryOf } from '../../../electron/features/stream/platform-parts.ts';
import {
  CHAT_CHOICES,
  CHAT_GROUPS,
  NOTE_LIMITS,
} from '../../../electron/platform/platform-notes.ts';
import {
  CHAT_GROUP_CHOICES,
  FOLLOWER_MINUTES,
  PRESET_LIMITS,
  SLOW_MODE_SECONDS,
  STREAM_COMMANDS,
  STREAM_LIMITS,
  streamCategorySchema,
} from '../../../shared/contract/stream.ts';
import { settingsSchema } from '../../../shared/settings.ts';
import { openDesk } from './support.ts';

describe('what the page knows of the platform’s limits', () => {
  it('is what the client checks', () => {
    const { titleMin, titleMax, tagsMax, keywordMax } = NOTE_LIMITS;
    expect(STREAM_LIMITS).toEqual({ titleMin, titleMax, tagsMax, keywordMax });
    expect(CHAT_GROUP_CHOICES).toEqual(CHAT_GROUPS);
    expect(SLOW_MODE_SECONDS).toEqual(CHAT_CHOICES.slowModeSeconds);
    expect(FOLLOWER_MINUTES).toEqual(CHAT_CHOICES.followerMinutes);
  });
});

describe('a command', () => {
  const taken = (name: keyof typeof STREAM_COMMANDS, args: unknown) =>
    STREAM_COMMANDS[name].args.safeParse(args).success;
  const basedOn = {};
  const category = {
    categoryId: 'a',
    categoryType: 'GAME',
    categoryValue: 'A',
    posterImageUrl: null,
  };

  it.each([
    ['a title of 100 emoji', 'stream.set', { defaultLiveTitle: '🎮'.repeat(100), basedOn }, true],
    ['a title of 101', 'stream.set', { defaultLiveTitle: 'a'.repeat(101), basedOn }, false],
    ['an empty title', 'stream.set', { defaultLiveTitle: '', basedOn }, false],
    ['six tags', 'stream.set', { tags: ['1', '2', '3', '4', '5', '6'], basedOn }, true],
    ['seven tags', 'stream.set', { tags: ['1', '2', '3', '4', '5', '6', '7'], basedOn }, false],
    ['an empty tag', 'stream.set', { tags: [''], basedOn }, false],
    ['no category', 'stream.set', { category: null, basedOn }, true],
    ['a category', 'stream.set', { category, basedOn }, true],
    ['no word of what it is based on', 'stream.set', { tags: [] }, false],
    ['a rule of the chat among the stream’s', 'stream.set', { chatSlowModeSec: 1, basedOn }, false],
    ['a group', 'stream.set-chat', { chatAllowedGroup: 'FOLLOWER', basedOn }, true],
    ['a group nobody knows', 'stream.set-chat', { chatAllowedGroup: 'PAID', basedOn }, false],
    ['other minutes than are offered', 'stream.set-chat', { minFollowerMinute: 7, basedOn }, true],
    ['half a second', 'stream.set-chat', { chatSlowModeSec: 0.5, basedOn }, false],
    ['less than none', 'stream.set-chat', { chatSlowModeSec: -1, basedOn }, false],
    ['a keyword of 100', 'stream.categories', { keyword: '가'.repeat(100) }, true],
    ['a keyword of 101', 'stream.categories', { keyword: '가'.repeat(101) }, false],
    ['a preset of nothing', 'stream.preset-save', { id: null, name: 'a', change: {} }, false],
    [
      'a preset without a name',
      'stream.preset-save',
      { id: null, name: ' ', change: { tags: [] } },
      false,
    ],
    ['a preset', 'stream.preset-save', { id: null, name: 'a', change: { tags: [] } }, true],
  ] as const)('with %s', (_what, name, args, isTaken) => {
    expect(taken(name, args)).toBe(isTaken);
  });

  it('carries every category that the platform may answer', () => {
    const long = {
      categoryId: 'a',
      categoryType: 'x'.repeat(900),
      categoryValue: '가'.repeat(900),
    };
    const odd = streamCategoryOf({ ...long, posterImageUrl: `https://x/${'p'.repeat(3_000)}` });
    expect(streamCategorySchema.parse(odd).posterImageUrl).toBeNull();
  });
});

describe('presets', () => {
  const change = { tags: ['a'] };

  it('are kept under a name, changed in place, and taken away', async () => {
    const { presets } = openDesk();
    const first = await presets.save({ id: null, name: ' 첫째 ', change });
    const second = await presets.save({ id: null, name: '둘째', change });
    await presets.save({ id: first, name: '처음', change: { chatSlowModeSec: 5 } });
    expect(presets.all()).toEqual([
      { id: first, name: '처음', change: { chatSlowModeSec: 5 } },
      { id: second, name: '둘째', change },
    ]);
    await presets.remove(first);
    await presets.remove(first);
    expect(presets.all().map(({ id }) => id)).toEqual([second]);
  });

  it.each([
    ['of a name that is there', null, '있는 이름', 'stream-preset-name-taken'],
    ['that is gone', 'nobody', '새 이름', 'stream-preset-gone'],
  ])('%s are refused', async (_what, id, name, code) => {
    const { presets } = openDesk();
    await presets.save({ id: null, name: '있는 이름', change });
    await expect(presets.save({ id, name, change })).rejects.toMatchObject({ problem: { code } });
    expect(presets.all()).toHaveLength(1);
  });

  it('keep their own name', async () => {
    const { presets } = openDesk();
    const id = await presets.save({ id: null, name: '이름', change });
    await expect(presets.save({ id, name: '이름', change })).resolves.toBe(id);
  });

  it('are thirty at most, and the settings file takes as many', async () => {
    const { presets } = openDesk();
    for (let count = 0; count < PRESET_LIMITS.most; count += 1) {
      await presets.save({ id: null, name: `preset ${count}`, change });
    }
    const more = presets.save({ id: null, name: 'one more', change });
    await expect(more).rejects.toMatchObject({ problem: { code: 'stream-too-many-presets' } });
    const read = settingsSchema.parse({ streamPresets: presets.all() });
    expect(read.streamPresets).toEqual(presets.all());
  });
});
