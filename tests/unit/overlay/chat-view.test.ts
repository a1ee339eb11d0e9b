import { describe, expect, it } from 'vitest';
import type { ChatLine } from '../../../renderer/stores/overlay-store.ts';
import { ChatView, hidden } from '../../../renderer/widgets/chat-painter.ts';
import type { ChatData } from '../../../shared/events.ts';
import { type ChatSettings, chatSettingsSchema } from '../../../shared/overlay/widgets.ts';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';
import { chat } from '../../support/stage-events.ts';

const settings = (over: Partial<ChatSettings> = {}): ChatSettings => ({
  ...chatSettingsSchema.parse({}),
  ...over,
});
const line = (seq: number, data: Partial<ChatData> = {}): ChatLine => ({
  event: chat(seq, data),
  enters: 'themed',
});
const hide = (over: Partial<ChatSettings['hide']>): ChatSettings['hide'] => ({
  users: [],
  words: [],
  prefixes: [],
  ...over,
});
const seqs = (shown: ReturnType<ChatView['take']>): number[] =>
  shown.map(({ line: { event } }) => event.seq);

describe('hidden messages', () => {
  const said = (content: string, nickname = 'name', senderChannelId = 'id-1'): ChatData =>
    chat(1, { content, senderChannelId, profile: { nickname, badges: [] } }).data;

  it.each([
    ['a channel', { users: ['ID-1'] }, said('hi'), true],
    ['a nickname in other capitals', { users: ['Bot'] }, said('hi', 'bOT'), true],
    ['a nickname with blanks around', { users: [' bot '] }, said('hi', ' bot'), true],
    ['only a part of a nickname', { users: ['bot'] }, said('hi', 'botany'), false],
    ['a word in other capitals', { words: ['SPOILER'] }, said('a spoiler!'), true],
    ['a word in Korean', { words: ['스포'] }, said('이건 스포예요'), true],
    ['Korean in parts', { words: ['스포'.normalize('NFD')] }, said('스포예요'), true],
    ['wide letters', { words: ['spoiler'] }, said('ｓｐｏｉｌｅｒ'), true],
    ['another word', { words: ['spoiler'] }, said('spoil'), false],
    ['a beginning', { prefixes: ['!'] }, said('!uptime'), true],
    ['a beginning after blanks', { prefixes: ['!'] }, said('  !uptime'), true],
    ['a beginning in the middle', { prefixes: ['!'] }, said('wow!'), false],
    ['an empty word, which hides nothing', { words: ['', '  '] }, said('anything'), false],
    ['nothing', {}, said('anything'), false],
  ] as const)('%s', (_name, wish, data, expected) => {
    expect(hidden(hide(wish as Partial<ChatSettings['hide']>))(data)).toBe(expected);
  });

  it.each([...HOSTILE_TEXTS])('$name: is looked at without harm', ({ text }) => {
    const isHidden = hidden(hide({ users: [text], words: ['word'], prefixes: ['!'] }));
    expect(() => isHidden(said(text, text, text))).not.toThrow();
  });
});

describe('one chat widget', () => {
  it('shows the newest lines, as many as are set', () => {
    const lines = Array.from({ length: 9 }, (_, at) => line(at + 1));
    expect(seqs(new ChatView().take(lines, 0, settings({ lines: 3 })))).toEqual([7, 8, 9]);
  });

  it('keeps its lines while hidden messages push them out of the store', () => {
    const view = new ChatView();
    const set = settings({ lines: 3, hide: hide({ prefixes: ['!'] }) });
    view.take([line(1), line(2)], 0, set);
    const flood = Array.from({ length: 50 }, (_, at) => line(at + 3, { content: '!play' }));
    expect(seqs(view.take(flood, 0, set))).toEqual([1, 2]);
    expect(seqs(view.take([...flood.slice(1), line(53)], 0, set))).toEqual([1, 2, 53]);
  });

  it('answers the very same list when nothing new came', () => {
    const view = new ChatView();
    const set = settings();
    const lines = [line(1), line(2)];
    const first = view.take(lines, 0, set);
    expect(view.take(lines, 0, set)).toBe(first);
    expect(view.take([...lines], 0, set)).toBe(first);
  });

  it('begins anew when the chat did, also with lower numbers', () => {
    const view = new ChatView();
    const set = settings();
    view.take([line(100)], 0, set);
    expect(seqs(view.take([line(1), line(2)], 1, set))).toEqual([1, 2]);
  });

  it('looks at the chat again when the settings change', () => {
    const view = new ChatView();
    const lines = [line(1, { content: 'a word' }), line(2)];
    view.take(lines, 0, settings());
    expect(seqs(view.take(lines, 0, settings({ hide: hide({ words: ['word'] }) })))).toEqual([2]);
  });

  it('shows no more in one row than could ever stand there', () => {
    const lines = Array.from({ length: 50 }, (_, at) => line(at + 1));
    expect(new ChatView().take(lines, 0, settings({ style: 'ticker' }))).toHaveLength(16);
  });
});

describe('repeats', () => {
  const merging = settings({ mergeRepeats: true });
  const counts = (shown: ReturnType<ChatView['take']>): (readonly [string, number])[] =>
    shown.map(({ line: { event }, count }) => [event.data.content, count]);

  it('stay single lines unless that is set', () => {
    const lines = [line(1, { content: 'ㅋㅋ' }), line(2, { content: 'ㅋㅋ' })];
    expect(counts(new ChatView().take(lines, 0, settings()))).toEqual([
      ['ㅋㅋ', 1],
      ['ㅋㅋ', 1],
    ]);
  });

  it('in a row become one line with a count, also over several frames', () => {
    const view = new ChatView();
    const first = [line(1, { content: 'GG' }), line(2, { content: ' gg ' })];
    view.take(first, 0, merging);
    const second = [...first, line(3, { content: 'g g' }), line(4, { content: 'gg' })];
    const third = [...second, line(5, { content: 'GG' })];
    view.take(second, 0, merging);
    expect(counts(view.take(third, 0, merging))).toEqual([
      ['GG', 2],
      ['g g', 1],
      ['gg', 2],
    ]);
  });

  it('know the newest message that they stand for', () => {
    const lines = [line(1, { content: 'a' }), line(2, { content: 'a' })];
    const [shown] = new ChatView().take(lines, 0, merging);
    expect(shown).toMatchObject({ seq: 2, count: 2 });
    expect(shown?.line).toBe(lines[0]);
  });

  it('never put the words of the streamer under another name', () => {
    const lines = [
      line(1, { content: 'a' }),
      line(2, { content: 'a', senderChannelId: 'streamer' }),
      line(3, { content: 'a' }),
    ];
    expect(counts(new ChatView().take(lines, 0, merging)).map(([, count]) => count)).toEqual([
      1, 1, 1,
    ]);
  });
});
