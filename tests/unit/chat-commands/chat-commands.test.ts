import { describe, expect, it } from 'vitest';
import {
  lookAlikeNames,
  MUTED_MS,
  QUICK_MOST,
} from '../../../electron/features/chat-commands/chat-commands.ts';
import { fillVariables, timeText } from '../../../electron/features/chat-commands/chat-words.ts';
import { BUCKET } from '../../../shared/contract/show.ts';
import { SENDER_ROLES } from '../../../shared/events.ts';
import { says } from '../show/show-world.ts';
import { Answers, named, RULE, TIMER } from './answers.ts';

describe('a chat command', () => {
  it.each(['!discord', '！ＤＩＳＣＯＲＤ', '!디스코드 뭐예요', '!dis\u200bcord'])(
    'answers %j',
    async (message) => {
      const answers = new Answers();
      await answers.set([{}]);
      expect(await answers.after(says('a', message, named('Ann')))).toEqual([
        'Ann: discord.example',
      ]);
    },
  );

  it('answers nobody else: no words, no other name, nobody blocked, no bot', async () => {
    const answers = new Answers();
    await answers.set([{}, { id: 'off', names: ['off'], on: false }]);
    answers.world.blocked.add('blocked');
    expect(
      await answers.after(
        says('a', 'discord'),
        says('a', '!discords'),
        says('a', '!off'),
        says('blocked', '!discord'),
        says('bot', '!discord', named('ＮＩＧＨＴＬＹ')),
      ),
    ).toEqual([]);
  });

  it('answers those who may use it', async () => {
    const answers = new Answers();
    await answers.set([{ users: 'managers', text: '{viewer}' }]);
    const said = SENDER_ROLES.map((senderRole) =>
      says(senderRole, '!discord', { senderRole, ...named(senderRole) }),
    );
    expect(await answers.after(...said)).toEqual(['streamer', 'manager']);
  });

  it('answers followers as far as they are known', async () => {
    const answers = new Answers();
    answers.world.followers.add('a');
    await answers.set([{ users: 'followers', text: '{viewer}' }]);
    const from = (who: string) => says(who, '!discord', named(who));
    expect(await answers.after(from('a'), from('b'))).toEqual(['a']);
  });

  it('pauses for everybody, and longer for the same viewer', async () => {
    const answers = new Answers();
    await answers.set([{ cooldown: 2, viewerCooldown: 4, text: '{viewer} {uses}' }]);
    const from = (who: string) => says(who, '!discord', named(who));
    expect(await answers.after(from('a'), from('b'), from('a'), from('b'), from('a'))).toEqual([
      'a 1',
      'b 2',
    ]);
    expect(await answers.after(from('a'))).toEqual(['a 3']);
  });

  it('pauses after a restart as before it', async () => {
    const answers = new Answers();
    await answers.set([{ cooldown: 60 }]);
    await answers.after(says('a', '!discord'));
    answers.feature = answers.start();
    expect(await answers.after(says('b', '!discord'))).toEqual([]);
    expect(answers.feature.feeds.chatCommands.read().uses).toEqual({ discord: 1 });
  });

  it('never hears what the kit itself said', async () => {
    const answers = new Answers();
    await answers.set([{ text: '!discord' }]);
    expect(await answers.after(says('a', '!discord'))).toEqual(['!discord']);
    expect(await answers.after(says('streamer', '!discord'))).toEqual([]);
  });

  it('leaves who answers at once every time alone for a while, so that two bots come to an end', async () => {
    const answers = new Answers();
    await answers.set([{}]);
    const bot = Array.from({ length: 20 }, () => says('echo', '!discord'));
    expect((await answers.after(...bot)).length).toBe(QUICK_MOST + 1);
    expect(answers.feature.feeds.chatCommands.read().mutedCount).toBe(1);
    await answers.world.clock.advance(MUTED_MS);
    expect(await answers.after(says('echo', '!discord'))).toHaveLength(1);
  });

  it('says a name of a viewer as it is, whatever is in it', async () => {
    const answers = new Answers();
    await answers.set([{ text: '{viewer}' }]);
    const hostile = '$t(vote.title) {{text}} {uses} <b>';
    expect(await answers.after(says('a', '!discord', named(hostile)))).toEqual([hostile]);
  });

  it('is refused where two names look alike', async () => {
    const answers = new Answers();
    await expect(answers.set([{}, { id: 'two', names: ['！Discord'] }])).rejects.toMatchObject({
      problem: { code: 'chat-commands-look-alike' },
    });
    expect(lookAlikeNames([{ ...RULE, names: ['\u200b'] }])).toBe('\u200b');
  });
});

describe('a timed message', () => {
  const chatter = (count: number) =>
    Array.from({ length: count }, (_, at) => says('a', `hi ${at}`));

  it('comes every so often while viewers chat and the channel is live', async () => {
    const answers = new Answers();
    await answers.set([], [TIMER]);
    await answers.after(...chatter(3));
    await answers.world.clock.advance(10 * 60_000);
    expect(answers.world.said).toEqual(['Be kind']);
    await answers.world.clock.advance(10 * 60_000);
    expect(answers.world.said).toEqual(['Be kind']);
    await answers.after(...chatter(3));
    await answers.world.clock.advance(10 * 60_000);
    expect(answers.world.said).toEqual(['Be kind', 'Be kind']);
    answers.isLive = false;
    await answers.after(...chatter(9));
    await answers.world.clock.advance(10 * 60_000);
    expect(answers.world.said).toHaveLength(2);
  });

  it('does not come earlier for a restart', async () => {
    const answers = new Answers();
    await answers.set([], [{ ...TIMER, chats: 0 }]);
    await answers.world.clock.advance(6 * 60_000);
    answers.feature = answers.start();
    await answers.world.clock.advance(3 * 60_000);
    expect(answers.world.said).toEqual([]);
    await answers.world.clock.advance(BUCKET.windowMs * 4);
    expect(answers.world.said).toEqual(['Be kind']);
  });
});

describe('variables', () => {
  const values = {
    viewer: () => 'Ann',
    uses: () => '3',
    uptime: () => null,
    title: () => 'Title',
    counter: (name: string) => (name === 'wins' ? '7' : null),
    next: () => '{title}',
    left: () => '1:00',
  };

  it.each([
    ['{viewer}, {uses}. {title}', 'Ann, 3. Title'],
    ['{uptime}', '-'],
    ['{unknown} {viewer', '{unknown} {viewer'],
    ['{random:one|two}', 'two'],
    ['{random}', ''],
    ['{random: one | two | three }', 'two'],
    ['{counter:wins} {counter:losses} {counter}', '7 - -'],
    ['{next}{left}', '{title}1:00'],
  ])('in %j are filled in', (text, filled) => {
    expect(fillVariables(text, values, () => 0.5)).toBe(filled);
  });
});

describe('a time that is said in chat', () => {
  it.each([
    [-5_000, '0:00'],
    [0, '0:00'],
    [1, '0:01'],
    [1_000, '0:01'],
    [1_001, '0:02'],
    [59_000, '0:59'],
    [59_001, '1:00'],
    [61_000, '1:01'],
    [3_599_000, '59:59'],
    [3_600_000, '1:00:00'],
    [3_661_000, '1:01:01'],
    [100 * 3_600_000 + 59 * 60_000 + 9_000, '100:59:09'],
  ])('of %i milliseconds is %s', (ms, text) => {
    expect(timeText(ms)).toBe(text);
  });
});
