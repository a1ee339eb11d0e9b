import { describe, expect, it } from 'vitest';
import { sayProblem } from '../../../electron/base/errors.ts';
import {
  ForbiddenError,
  InsufficientScopeError,
  InvalidRequestError,
  RateLimitedError,
  UnavailableError,
} from '../../../electron/platform/errors.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import type { Problem } from '../../../shared/problem.ts';
import { settle } from '../../support/virtual-clock.ts';
import { ALL_SCOPES, category, openDesk } from './support.ts';

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

const problemOfSet = (set: Promise<unknown>): Promise<Problem> =>
  set.then(
    () => expect.fail('it was set'),
    (failure) => failure.problem,
  );

describe('a change', () => {
  it('reads first, sets only what is different, and is in the log', async () => {
    const desk = await signedIn();
    const { api, keeper } = desk;
    api.calls.length = 0;
    await keeper.set(
      { defaultLiveTitle: '새 제목', tags: ['수다'] },
      { defaultLiveTitle: '첫 제목' },
    );
    expect(api.calls).toEqual(['lives.settings', 'lives.updateSettings', 'lives.settings']);
    expect(api.world.settings.defaultLiveTitle).toBe('새 제목');
    expect(keeper.desk().settings?.value.defaultLiveTitle).toBe('새 제목');
    expect(logOf(desk)).toEqual([['us', 'defaultLiveTitle', '첫 제목', '새 제목']]);
  });

  it('that changes nothing writes nothing', async () => {
    const { api, keeper } = await signedIn();
    await keeper.set({ defaultLiveTitle: '첫 제목' }, {});
    expect(api.count('lives.updateSettings')).toBe(0);
    expect(keeper.desk().log).toEqual([]);
  });

  it('leaves a field alone that somebody else has set, and sets the others', async () => {
    const desk = await signedIn();
    const { api, keeper } = desk;
    api.world.settings = { ...api.world.settings, defaultLiveTitle: '남의 제목' };
    const basedOn = { defaultLiveTitle: '첫 제목', tags: ['수다'] };
    const failed = keeper.set({ defaultLiveTitle: '내 제목', tags: ['게임'] }, basedOn);
    await expect(failed).rejects.toMatchObject({ problem: { code: 'stream-changed-elsewhere' } });
    await expect(failed).rejects.toMatchObject({
      problem: { values: { fields: [{ key: 'stream.field.defaultLiveTitle' }] } },
    });
    expect(api.world.settings).toMatchObject({ defaultLiveTitle: '남의 제목', tags: ['게임'] });
    expect(keeper.desk().settings?.value.defaultLiveTitle).toBe('남의 제목');
    expect(logOf(desk)).toEqual([
      ['us', 'tags', ['수다'], ['게임']],
      ['elsewhere', 'defaultLiveTitle', '첫 제목', '남의 제목'],
    ]);
  });

  it('is not refused where somebody else has set the same', async () => {
    const { api, keeper } = await signedIn();
    api.world.settings = { ...api.world.settings, defaultLiveTitle: '같은 제목' };
    await keeper.set({ defaultLiveTitle: '같은 제목' }, { defaultLiveTitle: '첫 제목' });
    expect(api.count('lives.updateSettings')).toBe(0);
  });

  it('holds once somebody has seen the other value and keeps the own one', async () => {
    const { api, keeper } = await signedIn();
    api.world.settings = { ...api.world.settings, defaultLiveTitle: '남의 제목' };
    await keeper.set({ defaultLiveTitle: '내 제목' }, { defaultLiveTitle: '남의 제목' });
    expect(api.world.settings.defaultLiveTitle).toBe('내 제목');
  });

  it('compares categories by their id', async () => {
    const { api, keeper } = await signedIn();
    api.world.settings = { ...api.world.settings, category: category('game', '새 이름') };
    await keeper.refresh();
    await keeper.set({ category: null }, { category: category('game', '옛 이름') });
    expect(api.world.settings.category).toBeNull();
  });

  it('takes what the platform makes of it, and says of that later not that others did it', async () => {
    const desk = await signedIn();
    const { api, keeper } = desk;
    api.afterWrite = () => {
      const { settings } = api.world;
      api.world.settings = { ...settings, defaultLiveTitle: settings.defaultLiveTitle.trim() };
    };
    await keeper.set({ defaultLiveTitle: ' 여백 ' }, { defaultLiveTitle: '첫 제목' });
    await keeper.refresh();
    expect(logOf(desk)).toEqual([['us', 'defaultLiveTitle', '첫 제목', '여백']]);
  });

  it('changes nothing when the reading before it fails', async () => {
    const { api, keeper } = await signedIn();
    api.fail('lives.settings', lost());
    await expect(keeper.set({ defaultLiveTitle: '새 제목' }, {})).rejects.toThrow(UnavailableError);
    expect(api.count('lives.updateSettings')).toBe(0);
  });

  it('that the platform refuses is in no log', async () => {
    const { api, keeper } = await signedIn();
    api.fail('lives.updateSettings', new InvalidRequestError(occasion));
    await expect(keeper.set({ tags: ['x'] }, {})).rejects.toThrow(InvalidRequestError);
    expect(keeper.desk().log).toEqual([]);
    expect(keeper.desk().settings?.value.tags).toEqual(['수다']);
  });

  it('without the permission is refused before anything is sent', async () => {
    const scopes = ALL_SCOPES.filter((scope) => scope !== 'WRITE:LIVE_CHAT_SETTINGS');
    const { api, keeper } = await signedIn({ scopes });
    api.calls.length = 0;
    const failed = keeper.set({ chatSlowModeSec: 5 }, {});
    await expect(failed).rejects.toThrow(InsufficientScopeError);
    await expect(failed).rejects.toMatchObject({ scope: 'WRITE:LIVE_CHAT_SETTINGS' });
    expect(api.calls).toEqual([]);
  });

  it('without the permission to read is made all the same, and nothing is claimed to be known', async () => {
    const scopes = ALL_SCOPES.filter((scope) => scope !== 'READ:LIVE_STREAM_SETTINGS');
    const desk = await signedIn({ scopes });
    await desk.keeper.set({ defaultLiveTitle: '보지 않고' }, {});
    expect(desk.api.world.settings.defaultLiveTitle).toBe('보지 않고');
    expect(desk.api.count('lives.settings')).toBe(0);
    expect(desk.keeper.desk().settings).toBeNull();
    expect(logOf(desk)).toEqual([['us', 'defaultLiveTitle', undefined, '보지 않고']]);
  });
});

describe('a change without an answer', () => {
  it('is never sent again; a reading finds that it was made', async () => {
    const desk = await signedIn();
    const { api, keeper } = desk;
    api.afterWrite = () => {
      throw lost();
    };
    await keeper.set({ defaultLiveTitle: '도착했어요' }, { defaultLiveTitle: '첫 제목' });
    expect(api.count('lives.updateSettings')).toBe(1);
    expect(logOf(desk)).toEqual([['us', 'defaultLiveTitle', '첫 제목', '도착했어요']]);
  });

  it('fails where a reading finds that it was not made', async () => {
    const { api, keeper } = await signedIn();
    api.fail('lives.updateSettings', lost());
    const problem = await problemOfSet(keeper.set({ tags: [] }, {}));
    expect(problem).toMatchObject({ code: 'stream-change-unsure', outcome: 'unknown' });
    expect(problem.values).toEqual({
      fields: [{ key: 'stream.field.tags' }],
      advice: { key: 'problem.stream-change-unsure.as-before' },
    });
    expect(keeper.desk().log).toEqual([]);
  });

  it.each([
    ['a readable one', { tags: [] }],
    ['one that no reading answers', { chatSlowModeSec: 30 }],
  ])('never says to try again or to restart the app: %s', async (_what, change) => {
    const { api, keeper } = await signedIn();
    for (const call of ['lives', 'chat']) {
      api.fail(`${call}.updateSettings`, lost());
    }
    const problem = await problemOfSet(keeper.set(change, {}));
    const said = LANGUAGES.flatMap((language) => Object.values(sayProblem(problem, language))).join(
      ' ',
    );
    expect(said).not.toMatch(/다시 시도|다시 시작|다시 켜|try again|restart/i);
  });

  it('is told once: a reading back that fails as well is no second problem', async () => {
    const { api, keeper } = await signedIn();
    api.afterWrite = () => {
      api.fail('lives.settings', lost());
      throw lost();
    };
    const problem = await problemOfSet(keeper.set({ tags: ['a'] }, {}));
    expect(problem.values).toMatchObject({
      advice: { key: 'problem.stream-change-unsure.not-read' },
    });
    expect(keeper.desk().problems.settings).toBeNull();
  });

  it('that never left the computer is a failure like any other', async () => {
    const { api, keeper } = await signedIn();
    await keeper.set({ chatSlowModeSec: 10 }, {});
    const failure = new UnavailableError(occasion, 'network', { detail: 'ECONNREFUSED' });
    api.fail('chat.updateSettings', failure);
    await expect(keeper.set({ chatSlowModeSec: 30 }, {})).rejects.toBe(failure);
    expect(keeper.desk().unsure.chatSlowModeSec).toBeNull();
    expect(keeper.desk().setByUs.chatSlowModeSec).toMatchObject({ value: 10 });
  });

  it('is known as ours also where only a later reading finds it', async () => {
    const desk = await signedIn();
    const { api, keeper } = desk;
    api.afterWrite = () => {
      api.fail('lives.settings', lost());
      throw lost();
    };
    await expect(keeper.set({ tags: ['a'] }, {})).rejects.toMatchObject({
      problem: { code: 'stream-change-unsure', outcome: 'unknown' },
    });
    await keeper.refresh();
    expect(logOf(desk)).toEqual([['us', 'tags', ['수다'], ['a']]]);
  });

  it.each([
    ['an answer that was lost', lost()],
    ['a 503', new UnavailableError({ ...occasion, status: 503 }, 'server')],
  ])(
    'leaves slow mode as it was confirmed last, with what is in doubt: %s',
    async (_what, failure) => {
      const { api, keeper, clock } = await signedIn();
      await keeper.set({ chatSlowModeSec: 10 }, {});
      const setAt = clock.now();
      await clock.advance(60_000);
      api.fail('chat.updateSettings', failure);
      await expect(keeper.set({ chatSlowModeSec: 30 }, {})).rejects.toMatchObject({
        problem: { code: 'stream-change-unsure', outcome: 'unknown' },
      });
      expect(keeper.desk().setByUs.chatSlowModeSec).toEqual({ value: 10, setAt });
      expect(keeper.desk().unsure.chatSlowModeSec).toEqual({ value: 30, setAt: clock.now() });
      await keeper.set({ chatSlowModeSec: 30 }, { chatSlowModeSec: 10 });
      expect(keeper.desk().setByUs.chatSlowModeSec).toMatchObject({ value: 30 });
      expect(keeper.desk().unsure.chatSlowModeSec).toBeNull();
    },
  );

  it.each([400, 403, 429])(
    'slow mode that the platform refuses with %i stays as it was',
    async (status) => {
      const { api, keeper } = await signedIn();
      await keeper.set({ chatSlowModeSec: 10 }, {});
      const at = { ...occasion, status };
      const failure = status === 429 ? new RateLimitedError(at, null) : new ForbiddenError(at);
      api.fail('chat.updateSettings', failure);
      await expect(keeper.set({ chatSlowModeSec: 30 }, {})).rejects.toBe(failure);
      expect(keeper.desk().setByUs.chatSlowModeSec).toMatchObject({ value: 10 });
      expect(keeper.desk().unsure.chatSlowModeSec).toBeNull();
    },
  );

  it('keeps the doubt over a restart of the app', async () => {
    const { api, keeper, open } = await signedIn();
    await keeper.set({ chatSlowModeSec: 10 }, {});
    api.fail('chat.updateSettings', lost());
    await expect(keeper.set({ chatSlowModeSec: 30 }, {})).rejects.toMatchObject({
      problem: { code: 'stream-change-unsure', outcome: 'unknown' },
    });
    keeper.dispose();
    const later = open();
    expect(later.desk().setByUs.chatSlowModeSec).toMatchObject({ value: 10 });
    expect(later.desk().unsure.chatSlowModeSec).toMatchObject({ value: 30 });
  });
});

describe('what no reading answers', () => {
  it('is unknown until it is set here, and then known with the time', async () => {
    const { keeper, clock, api } = await signedIn();
    expect(keeper.desk().setByUs).toEqual({ chatEmojiMode: null, chatSlowModeSec: null });
    await keeper.set({ chatSlowModeSec: 10, chatEmojiMode: false }, {});
    const setAt = clock.now();
    expect(keeper.desk().setByUs).toEqual({
      chatEmojiMode: { value: false, setAt },
      chatSlowModeSec: { value: 10, setAt },
    });
    expect(api.world.unread).toEqual({ chatSlowModeSec: 10, chatEmojiMode: false });
  });

  it('is set again also where it should be so already: others may have changed it unseen', async () => {
    const { keeper, api } = await signedIn();
    await keeper.set({ chatSlowModeSec: 10 }, {});
    await keeper.set({ chatSlowModeSec: 10 }, { chatSlowModeSec: 10 });
    expect(api.count('chat.updateSettings')).toBe(2);
    expect(keeper.desk().log).toHaveLength(1);
  });

  it('is not overwritten by a page that does not know of another page’s change', async () => {
    const { keeper, api } = await signedIn();
    await keeper.set({ chatSlowModeSec: 10 }, {});
    await keeper.set({ chatSlowModeSec: 30 }, { chatSlowModeSec: 10 });
    const failed = keeper.set({ chatSlowModeSec: 5 }, { chatSlowModeSec: 10 });
    await expect(failed).rejects.toMatchObject({ problem: { code: 'stream-changed-elsewhere' } });
    expect(api.world.unread.chatSlowModeSec).toBe(30);
  });
});

describe('undo', () => {
  it('sets back what was there, is a change itself, and can be undone', async () => {
    const { keeper, api } = await signedIn();
    await keeper.set({ defaultLiveTitle: '새 제목' }, {});
    const { undo } = keeper.desk();
    expect(undo?.steps).toEqual([{ field: 'defaultLiveTitle', now: '새 제목', back: '첫 제목' }]);
    expect(await keeper.undo(undo?.id ?? 0)).toEqual({ parts: [{ part: 'live', problem: null }] });
    expect(api.world.settings.defaultLiveTitle).toBe('첫 제목');
    expect(keeper.desk().undo?.steps).toEqual([
      { field: 'defaultLiveTitle', now: '첫 제목', back: '새 제목' },
    ]);
  });

  it('is not offered where somebody has set the field since', async () => {
    const { keeper, api } = await signedIn();
    await keeper.set({ defaultLiveTitle: '새 제목', tags: [] }, {});
    api.world.settings = { ...api.world.settings, defaultLiveTitle: '남의 제목' };
    await keeper.refresh();
    expect(keeper.desk().undo?.steps.map(({ field }) => field)).toEqual(['tags']);
  });

  it('does not overwrite what somebody set since the last reading', async () => {
    const { keeper, api } = await signedIn();
    await keeper.set({ defaultLiveTitle: '새 제목' }, {});
    const id = keeper.desk().undo?.id ?? 0;
    api.world.settings = { ...api.world.settings, defaultLiveTitle: '남의 제목' };
    const { parts } = await keeper.undo(id);
    expect(parts).toMatchObject([{ part: 'live', problem: { code: 'stream-changed-elsewhere' } }]);
    expect(api.world.settings.defaultLiveTitle).toBe('남의 제목');
    expect(keeper.desk().undo).toBeNull();
  });

  it.each([
    ['what was not known', { chatSlowModeSec: 5 }, {}],
    ['a group that cannot be set', { chatAllowedGroup: 'ALL' }, { chatAllowedGroup: 'PAID' }],
    ['a number that was not said', { minFollowerMinute: 5 }, { minFollowerMinute: null }],
  ] as const)('is not offered for %s', async (_what, change, before) => {
    const { keeper, api } = await signedIn();
    api.world.chat = { ...api.world.chat, ...before };
    await keeper.refresh();
    await keeper.set(change, {});
    expect(keeper.desk().log).not.toEqual([]);
    expect(keeper.desk().undo).toBeNull();
  });

  it('of another change than the page offered is refused', async () => {
    const { keeper } = await signedIn();
    await keeper.set({ tags: ['a'] }, {});
    const id = keeper.desk().undo?.id ?? 0;
    await keeper.set({ tags: ['b'] }, {});
    await expect(keeper.undo(id)).rejects.toMatchObject({
      problem: { code: 'stream-nothing-to-undo' },
    });
  });
});
