import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { MUTED_MS, QUICK_MOST } from '../../../electron/features/chat-commands/chat-commands.ts';
import { startChatCommands } from '../../../electron/features/chat-commands/index.ts';
import { says } from '../show/show-world.ts';
import { Answers, named, RULE, TIMER } from './answers.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const asks = (who: string, content = '!discord') => says(who, content, named(who));
const refused = (code: string) => ({ problem: { code } });

describe('a variable in an answer', () => {
  const answerOf = async (answers: Answers, text: string) => {
    await answers.set([{ text }]);
    return (await answers.after(asks('a')))[0];
  };

  it.each<[string, number, number | null, boolean, string]>([
    ['began just now', 0, 0, true, '0:00'],
    ['began a minute less a moment ago', 59_999, 0, true, '0:00'],
    ['began a minute ago', MINUTE, 0, true, '0:01'],
    ['began an hour and a half ago', 90 * MINUTE, 0, true, '1:30'],
    ['began more than a day ago', 25 * HOUR, 0, true, '25:00'],
    ['begins later by the computer’s clock', 0, HOUR, true, '0:00'],
    ['began at a time that is not known', HOUR, null, true, '-'],
    ['is over', HOUR, 0, false, '-'],
  ])('says how long a broadcast goes on that %s', async (_, after, opened, isLive, text) => {
    const answers = new Answers();
    answers.openedAt = opened === null ? null : answers.world.clock.now() + opened;
    answers.isLive = isLive;
    await answers.world.clock.advance(after);
    expect(await answerOf(answers, '{uptime}')).toBe(text);
  });

  it('says what the show and the broadcast know', async () => {
    const answers = new Answers();
    answers.title = 'Boss rush';
    answers.random = 0.99;
    answers.facts = {
      counter: (name) => (name === 'wins' ? 0 : null),
      next: () => 'Ann',
      leftMs: () => 61_000,
    };
    const text = '{title}, {counter:wins} {counter:x}, {next}, {left}, {random:a|b}';
    expect(await answerOf(answers, text)).toBe('Boss rush, 0 -, Ann, 1:01, b');
  });

  it('says so where nothing is known', async () => {
    const answers = new Answers();
    expect(await answerOf(answers, '{title}, {next}, {left}')).toBe('-, nobody, no clock runs');
    answers.facts = { ...answers.facts, leftMs: () => 0 };
    expect(await answerOf(answers, '{left}')).toBe('0:00');
  });

  it('makes no message longer than the platform takes', async () => {
    const answers = new Answers();
    await answers.set([{ text: `{viewer} ${'x'.repeat(90)}` }]);
    const [said = ''] = await answers.after(says('a', '!discord', named('n'.repeat(20))));
    expect([said.length, said.at(-1)]).toEqual([100, '…']);
  });

  it('has no viewer and no uses in a timed message', async () => {
    const answers = new Answers();
    await answers.set([], [{ text: '{viewer} {uses}', chats: 0 }]);
    await answers.world.clock.advance(10 * MINUTE);
    expect(answers.world.said).toEqual(['- 0']);
  });
});

describe('setting chat commands', () => {
  it('is seen with how often each was used, and keeps that of those that stay', async () => {
    const answers = new Answers();
    expect(answers.state).toEqual({
      settings: { commands: [], timers: [], bots: [] },
      uses: {},
      mutedCount: 0,
    });
    const rules = { id: 'rules', names: ['rules'] };
    await answers.set([{}, rules], [{}]);
    await answers.after(asks('a'), asks('b', '!rules'), asks('b'));
    expect(answers.state).toEqual({
      settings: { commands: [RULE, { ...RULE, ...rules }], timers: [TIMER], bots: ['Nightly'] },
      uses: { discord: 2, rules: 1 },
      mutedCount: 0,
    });
    expect(answers.state).toBe(answers.state);
    await answers.set([{ text: 'other' }]);
    expect(answers.state.uses).toEqual({ discord: 2 });
    await answers.set([{}, rules]);
    expect(answers.state.uses).toEqual({ discord: 2 });
    expect(await answers.after(asks('a', '!rules'))).toEqual(['a: discord.example']);
  });

  it('is heard by all who listen, who read the new ones', async () => {
    const answers = new Answers();
    const heard: unknown[] = [];
    answers.feature.feeds.chatCommands.onChange(() => heard.push(answers.state.uses));
    await answers.set([{}]);
    await answers.after(asks('a'));
    expect(heard.at(-1)).toEqual({ discord: 1 });
  });

  it('is refused for names that something else answers to, unless they were there before', async () => {
    const answers = new Answers();
    await answers.set([{ names: ['one', 'two'] }]);
    answers.ownerOf = () => 'vote';
    await answers.set([{ names: ['！ＴＷＯ', 'one'] }]);
    await expect(answers.set([{ names: ['one', 'three'] }])).rejects.toMatchObject(
      refused('show-word-vote'),
    );
    expect(answers.state.settings.commands[0]?.names).toEqual(['！ＴＷＯ', 'one']);
    const other = new Answers();
    other.ownerOf = () => 'vote';
    await expect(other.set([{}])).rejects.toMatchObject(refused('show-word-vote'));
    expect(other.state.settings.commands).toEqual([]);
  });

  it('tells others which names it has, also of commands that are off', async () => {
    const answers = new Answers();
    const takes = (name: string) => answers.feature.takes(name);
    expect(takes('discord')).toBe(false);
    await answers.set([{ names: ['！Dis Cord', '디코'], on: false }]);
    expect(['discord', '디코', '!discord', 'cord', ''].map(takes)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('reads the followers once a command is for them, at the start, too', async () => {
    const answers = new Answers();
    const wanted = () => answers.world.followersWanted;
    await answers.set([
      { users: 'subscribers' },
      { id: 'off', names: ['off'], users: 'followers', on: false },
    ]);
    expect(wanted()).toBe(0);
    await answers.set([
      { users: 'everyone', names: ['a'] },
      { id: 'on', users: 'followers' },
    ]);
    expect(wanted()).toBe(1);
    answers.feature = answers.start();
    expect(wanted()).toBe(2);
  });

  it('takes those of a CSV file, with an id of their own', async () => {
    const answers = new Answers();
    let number = 0;
    answers.makeKey = () => {
      number += 1;
      return `A_b-C9${number}0123456789`;
    };
    await answers.set([{}], [{}]);
    const read = (csv: string) => answers.feature.commands['chat-commands.import']({ csv });
    expect(await read('hello,hi\ndiscord,x\nbye,later')).toEqual({ added: 2, skipped: 1 });
    const { commands, timers, bots } = answers.state.settings;
    expect(commands.map(({ id, names }) => [id, names[0]])).toEqual([
      ['discord', '디스코드'],
      ['a0b0c9101234', 'hello'],
      ['a0b0c9201234', 'bye'],
    ]);
    expect([timers, bots]).toEqual([[TIMER], ['Nightly']]);
    expect(await answers.after(asks('a', '!hello'))).toEqual(['hi']);
    answers.ownerOf = (word) => (word === '투표' ? 'vote' : null);
    const before = answers.world.ledger.show.journal(1, 0, 100).length;
    expect(await read('hello,again\n투표,x')).toEqual({ added: 0, skipped: 2 });
    expect(answers.world.ledger.show.journal(1, 0, 100)).toHaveLength(before);
  });

  it('changes nothing where a CSV file has nothing', async () => {
    const answers = new Answers();
    const csv = '';
    expect(await answers.feature.commands['chat-commands.import']({ csv })).toEqual({
      added: 0,
      skipped: 0,
    });
    expect(answers.world.ledger.show.newest('chatCommands')).toBeNull();
  });
});

describe('viewers who are not heard for a while', () => {
  it('are counted until their ten minutes are over', async () => {
    const answers = new Answers();
    await answers.set([{}]);
    await answers.after(...Array.from({ length: QUICK_MOST + 1 }, () => asks('echo')));
    expect(answers.state.mutedCount).toBe(1);
    // The last was a second ago.
    await answers.world.clock.advance(MUTED_MS - 1_001);
    answers.world.hear(asks('b'));
    expect(answers.state.mutedCount).toBe(1);
    await answers.world.clock.advance(1);
    answers.world.hear(asks('c'));
    expect(answers.state.mutedCount).toBe(0);
  });
});

describe('messages that a timer counts', () => {
  it('are those of viewers, not what the kit itself said, and not donations', async () => {
    const answers = new Answers();
    await answers.set([{ text: 'answer' }], [{ chats: 3 }]);
    await answers.after(asks('a'), says('streamer', 'answer'), says('b', 'hi'));
    await answers.world.clock.advance(10 * MINUTE);
    expect(answers.world.said).toEqual(['answer']);
    await answers.after(says('b', 'ho'));
    await answers.world.clock.advance(10 * MINUTE);
    expect(answers.world.said).toEqual(['answer', 'Be kind']);
  });

  it('count for each timer on its own, while the channel is live', async () => {
    const answers = new Answers();
    await answers.set([], [{ chats: 2 }, { id: 'two', text: 'Two', minutes: 15, chats: 3 }]);
    await answers.after(asks('a', 'one'), asks('a', 'two'));
    await answers.world.clock.advance(10 * MINUTE);
    await answers.after(asks('a', 'three'));
    await answers.world.clock.advance(5 * MINUTE);
    expect(answers.world.said).toEqual(['Be kind', 'Two']);
    answers.isLive = false;
    await answers.after(asks('a', 'four'), asks('a', 'five'), asks('a', 'six'));
    await answers.world.clock.advance(HOUR);
    expect(answers.world.said).toHaveLength(2);
    answers.isLive = true;
    await answers.world.clock.advance(15 * MINUTE);
    expect(answers.world.said.slice(2).toSorted()).toEqual(['Be kind', 'Two']);
  });

  it('are none where it is not known whether the channel is live', async () => {
    const answers = new Answers();
    const { world } = answers;
    const feature = startChatCommands(
      {
        clock: world.clock,
        makeKey: () => '',
        random: () => 0,
        hub: world.hub,
        show: world.start(),
        stream: { live: { onAir: null, known: null } },
        language: { current: 'en' },
        ownerOf: () => null,
        facts: answers.facts,
      },
      new DisposableStore(),
    );
    const settings = { commands: [RULE], timers: [{ ...TIMER, chats: 0 }], bots: [] };
    await feature.commands['chat-commands.set'](settings);
    await world.clock.advance(HOUR);
    expect(world.said).toEqual([]);
  });
});
