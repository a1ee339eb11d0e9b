import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import {
  lookAlikeNames,
  MUTED_MS,
  QUICK_MOST,
} from '../../../electron/features/chat-commands/chat-commands.ts';
import { fillVariables } from '../../../electron/features/chat-commands/chat-words.ts';
import { importCommands } from '../../../electron/features/chat-commands/import-commands.ts';
import { startChatCommands } from '../../../electron/features/chat-commands/index.ts';
import type { ChatCommandRule, ChatTimer } from '../../../shared/contract/chat-commands.ts';
import { BUCKET } from '../../../shared/contract/show.ts';
import { SENDER_ROLES } from '../../../shared/events.ts';
import { ShowWorld, says } from '../show/show-world.ts';

const RULE: ChatCommandRule = {
  id: 'discord',
  names: ['디스코드', 'discord'],
  text: '{viewer}: discord.example',
  users: 'everyone',
  cooldown: 0,
  viewerCooldown: 0,
  on: true,
};
const TIMER: ChatTimer = { id: 'rules', text: 'Be kind', minutes: 10, chats: 3, on: true };

const named = (nickname: string) => ({ profile: { nickname, badges: [] } });

class Answers {
  readonly world = new ShowWorld();
  isLive = true;
  feature = this.start();

  /** A run of the app; one before it was killed. */
  start() {
    const { world } = this;
    const show = world.start();
    const onAir = () => ({ isLive: this.isLive, openedAt: this.isLive ? 0 : null });
    const live = {
      get onAir() {
        return onAir();
      },
      known: null,
    };
    return startChatCommands(
      {
        clock: world.clock,
        makeKey: () => 'abcdefghijklmnop',
        random: () => 0,
        hub: world.hub,
        show,
        stream: { live },
        language: { current: 'en' },
        ownerOf: () => null,
        facts: { counter: () => null, next: () => null, leftMs: () => null },
      },
      new DisposableStore(),
    );
  }

  async set(commands: readonly Partial<ChatCommandRule>[], timers: readonly ChatTimer[] = []) {
    await this.feature.commands['chat-commands.set']({
      commands: commands.map((command) => ({ ...RULE, ...command })),
      timers: [...timers],
      bots: ['Nightly'],
    });
  }

  /** What is said in chat after these messages, one a second. */
  async after(...said: readonly ReturnType<typeof says>[]): Promise<readonly string[]> {
    const before = this.world.said.length;
    for (const each of said) {
      this.world.hear(each);
      await this.world.clock.advance(1_000);
    }
    return this.world.said.slice(before);
  }
}

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
    ['{counter:wins} {counter:losses} {counter}', '7 - -'],
    ['{next}{left}', '{title}1:00'],
  ])('in %j are filled in', (text, filled) => {
    expect(fillVariables(text, values, () => 0.5)).toBe(filled);
  });
});

describe('commands of a CSV file', () => {
  let number = 0;
  const ownerOf = (word: string) => (word === '투표' ? 'vote' : null);
  const makeId = () => {
    number += 1;
    return `id-${number}`;
  };

  it('are added with their names and answers, and others are skipped', () => {
    const csv =
      '\ufeffCommand,Response\r\n!hello,"Hi, {viewer}"\r\ndiscord,other\r\n,empty\r\nHELLO,again\r\n투표,taken\r\n';
    const { commands, added, skipped } = importCommands(csv, [RULE], makeId, ownerOf);
    expect(commands.slice(1)).toMatchObject([{ names: ['hello'], text: 'Hi, {viewer}', on: true }]);
    expect({ added, skipped }).toEqual({ added: 1, skipped: 4 });
  });

  it('may be parted by semicolons, and are cut to what fits', () => {
    const { commands } = importCommands(
      `name;text\n${'n'.repeat(50)};${'가'.repeat(200)}`,
      [],
      makeId,
      ownerOf,
    );
    expect(commands[0]?.names[0]).toHaveLength(20);
    expect([...(commands[0]?.text ?? '')]).toHaveLength(100);
  });
});
