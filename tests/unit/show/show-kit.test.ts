import { describe, expect, it } from 'vitest';
import { timeText } from '../../../electron/features/chat-commands/chat-words.ts';
import type { ChatCommandRule } from '../../../shared/contract/chat-commands.ts';
import type { CounterConfig } from '../../../shared/contract/counters.ts';
import { CONFIG as DRAW_CONFIG } from '../draw/draw-world.ts';
import { gives, ShowWorld, says } from './show-world.ts';

const command = (name: string, text = 'hi'): ChatCommandRule => ({
  id: `id-${name.length}`,
  names: [name],
  text,
  users: 'everyone',
  cooldown: 0,
  viewerCooldown: 0,
  on: true,
});
const counter = (name: string, ...words: string[]): CounterConfig => ({
  name,
  words,
  target: null,
});
const refused = (code: string) => ({ problem: { code } });

type Kit = ReturnType<ShowWorld['startKit']>;

const setCommands = ({ chatCommands }: Kit, ...commands: ChatCommandRule[]) =>
  chatCommands.commands['chat-commands.set']({ commands, timers: [], bots: [] });
const addCounter = ({ activities }: Kit, config: CounterConfig) =>
  activities.counters.commands['counters.create'](config);

const QUEUE = {
  title: '',
  size: 10,
  team: 1,
  priority: 'none',
  once: false,
  announce: false,
} as const;
const CLOCK = { title: '', minutes: 90, rules: [], limitHours: null, announce: false };
const VOTE = {
  title: '',
  options: ['a', 'b'] as string[],
  voters: 'everyone',
  changeable: true,
  weight: 'equal',
  seconds: 90,
  announce: false,
} as const;

describe('a word of chat', () => {
  it.each([
    ['투표', 'vote'],
    ['Ｖote', 'vote'],
    ['1', 'vote'],
    ['１０', 'vote'],
    ['!시참', 'players'],
    ['순번 알려줘', 'players'],
  ])('%j belongs to what has it already: %s', async (word, owner) => {
    const kit = new ShowWorld().startKit();
    await expect(addCounter(kit, counter(word))).rejects.toMatchObject(
      refused(`show-word-${owner}`),
    );
    await expect(addCounter(kit, counter('free', word))).rejects.toMatchObject(
      refused(`show-word-${owner}`),
    );
    const named = command(word.replaceAll(' ', '').replace(/알려줘/, ''));
    await expect(setCommands(kit, named)).rejects.toMatchObject(refused(`show-word-${owner}`));
  });

  it('means a counter or a command, not both', async () => {
    const kit = new ShowWorld().startKit();
    await addCounter(kit, counter('데스 수'));
    await expect(setCommands(kit, command('데스'))).rejects.toMatchObject(
      refused('show-word-counters'),
    );
    await setCommands(kit, command('승리'));
    await expect(addCounter(kit, counter('승리'))).rejects.toMatchObject(
      refused('show-word-chat-commands'),
    );
    await expect(addCounter(kit, counter('wins', '！승리 수'))).rejects.toMatchObject(
      refused('show-word-chat-commands'),
    );
  });

  it('belongs to a draw only while it runs', async () => {
    const kit = new ShowWorld().startKit();
    const { commands } = kit.activities.draw;
    await commands['draw.begin'](DRAW_CONFIG);
    await expect(setCommands(kit, command('참가'))).rejects.toMatchObject(
      refused('show-word-draw'),
    );
    await commands['draw.end']({});
    await setCommands(kit, command('참가'));
    await addCounter(kit, counter('free'));
    const edited = { counter: 1, ...counter('free', '11') };
    await kit.activities.counters.commands['counters.edit'](edited);
    expect(kit.activities.counters.view()?.counters).toMatchObject([{ name: 'free' }]);
  });

  it.each([
    ['!투표', 'vote'],
    ['！２ 주세요', 'vote'],
    ['!시참', 'players'],
    ['!룰렛', 'wheel'],
    ['!데스 수', 'counters'],
    ['! ＩＮＦＯ', 'chat-commands'],
  ])('%j enters no draw: it belongs to what has it already: %s', async (keyword, owner) => {
    const kit = new ShowWorld().startKit();
    await addCounter(kit, counter('데스'));
    await setCommands(kit, command('info'));
    const { draw } = kit.activities;
    const config = { ...DRAW_CONFIG, entry: { by: 'keyword', keyword } } as const;
    await expect(draw.commands['draw.begin'](config)).rejects.toMatchObject(
      refused(`show-word-${owner}`),
    );
    expect(draw.view()).toBe(null);
  });

  it('belongs to a draw also where more words follow it', async () => {
    const kit = new ShowWorld().startKit();
    const entry = { by: 'keyword', keyword: '!데스 수' } as const;
    await kit.activities.draw.commands['draw.begin']({ ...DRAW_CONFIG, entry });
    await expect(addCounter(kit, counter('데스'))).rejects.toMatchObject(refused('show-word-draw'));
  });

  it('enters a draw where it is no command: nobody answers to it', async () => {
    const kit = new ShowWorld().startKit();
    await setCommands(kit, command('참가'));
    const { commands } = kit.activities.draw;
    await commands['draw.begin']({ ...DRAW_CONFIG, entry: { by: 'keyword', keyword: '참가' } });
    expect(kit.activities.draw.view()?.phase).toBe('open');
  });
});

describe('the list of followers', () => {
  it('is wanted by what lets them do something, also after a kill', async () => {
    const world = new ShowWorld();
    const kit = world.startKit();
    await kit.activities.vote.commands['vote.begin'](VOTE);
    await setCommands(kit, command('info'), { ...command('off'), users: 'followers', on: false });
    world.startKit();
    expect(world.followersWanted).toBe(0);
    await world.clock.advance(90_000);
    const again = world.startKit();
    await again.activities.vote.commands['vote.begin']({ ...VOTE, voters: 'followers' });
    expect(world.followersWanted).toBe(1);
    world.startKit();
    expect(world.followersWanted).toBe(2);
    await world.clock.advance(90_000);
    const last = world.startKit();
    expect(world.followersWanted).toBe(2);
    await setCommands(last, { ...command('info'), users: 'followers' });
    world.startKit();
    expect(world.followersWanted).toBe(4);
  });
});

describe('an answer in chat', () => {
  it('says what other activities know, also where they know nothing', async () => {
    const world = new ShowWorld();
    const kit = world.startKit();
    const { players, counters, subathon, vote } = kit.activities;
    await setCommands(kit, command('info', '{counter:DEATHS}/{next}/{left}'));
    const answer = async () => {
      world.said.length = 0;
      world.hear(says('v', '!info'));
      await world.clock.advance(0);
      return world.said;
    };
    expect(await answer()).toEqual(['-/nobody/no clock runs']);
    await addCounter(kit, counter('deaths'));
    await counters.commands['counters.set']({ counter: 1, value: -3 });
    await players.commands['players.begin'](QUEUE);
    world.hear(says('a', '!시참', { profile: { nickname: '{left} {{text}}', badges: [] } }));
    await vote.commands['vote.begin'](VOTE);
    expect(await answer()).toEqual(['-3/{left} {{text}}/1:30']);
    await subathon.commands['subathon.begin'](CLOCK);
    expect(await answer()).toEqual(['-3/{left} {{text}}/1:30:00']);
    world.hear(gives('a', 5));
    await subathon.commands['subathon.finish']({});
    await vote.commands['vote.end']({});
    expect(await answer()).toEqual(['-3/{left} {{text}}/no clock runs']);
  });

  it('is cut to what the platform takes, and never inside a letter', async () => {
    const world = new ShowWorld();
    const kit = world.startKit();
    await setCommands(kit, command('who', `${'가'.repeat(60)}{viewer}`));
    const nickname = '👨‍👩‍👧‍👦'.repeat(20);
    world.hear(says('v', '!who', { profile: { nickname, badges: [] } }));
    await world.clock.advance(0);
    expect(world.said).toEqual([`${'가'.repeat(60)}${'👨‍👩‍👧‍👦'.repeat(5)}…`]);
  });

  it.each([
    [0, '0:00'],
    [1, '0:01'],
    [59_001, '1:00'],
    [3_599_000, '59:59'],
    [3_600_000, '1:00:00'],
    [90_061_000, '25:01:01'],
  ])('says %i ms as %s', (ms, text) => {
    expect(timeText(ms)).toBe(text);
  });
});

describe('a vote that is started again', () => {
  it('is set as the last one, and needs one that is over', async () => {
    const { vote } = new ShowWorld().startKit().activities;
    await expect(vote.commands['vote.again']({})).rejects.toMatchObject(refused('vote-none'));
    await vote.commands['vote.begin']({ ...VOTE, title: 'Next game?' });
    await expect(vote.commands['vote.again']({})).rejects.toMatchObject(refused('vote-running'));
    await vote.commands['vote.end']({});
    const first = vote.view();
    await vote.commands['vote.again']({});
    expect(vote.view()).toMatchObject({
      title: 'Next game?',
      options: [{ label: 'a' }, { label: 'b' }],
      endedAt: null,
    });
    expect(vote.view()?.id).not.toBe(first?.id);
  });
});
