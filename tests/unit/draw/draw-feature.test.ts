import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SPIN_MS } from '../../../electron/features/draw/draw.ts';
import type { DrawConfig } from '../../../shared/contract/draw.ts';
import { isValued, type SenderRole } from '../../../shared/events.ts';
import { gives } from '../show/show-world.ts';
import { temporaryFolder } from '../storage/support.ts';
import { joins, subscribes } from './draw-course.ts';
import { DrawWorld, seedOf } from './draw-world.ts';

const refused = (code: string) => ({ problem: { code } });
const enter = (world: DrawWorld, ...who: readonly string[]) =>
  world.show.hear(...who.map((each) => joins(each)));

/** Until somebody was drawn and is shown. */
async function drawn(world: DrawWorld): Promise<number> {
  await world.draw.commands['draw.draw']({});
  await world.show.clock.advance(SPIN_MS);
  return world.view.drawn[0]?.entrant ?? 0;
}

describe('what the streamer does to a draw', () => {
  type Deed = 'close' | 'draw' | 'confirm' | 'next' | 'end' | 'clear';
  const DEEDS: readonly Deed[] = ['close', 'draw', 'confirm', 'next', 'end', 'clear'];
  const set = { answer: true, answerSeconds: null } as const;

  /** What can be done of these where a draw has come so far. */
  async function allowed(reach: (world: DrawWorld) => Promise<unknown>): Promise<readonly Deed[]> {
    const done: Deed[] = [];
    for (const deed of DEEDS) {
      const world = new DrawWorld();
      await reach(world);
      const before = world.draw.feeds.draw.read().draw;
      const entrant = before?.drawn[0]?.entrant ?? 1;
      const doing: (asked: never) => Promise<unknown> = world.draw.commands[`draw.${deed}`];
      try {
        await doing({ entrant } as never);
        done.push(deed);
      } catch (failure) {
        expect(failure).toMatchObject(refused('draw-none'));
        expect(world.draw.feeds.draw.read().draw).toEqual(before);
      }
    }
    return done;
  }

  it.each<[string, (world: DrawWorld) => Promise<unknown>, readonly Deed[]]>([
    ['there is none', async () => undefined, []],
    [
      'it is open',
      async (world) => {
        await world.begin(set);
        enter(world, 'a', 'b');
      },
      ['close', 'draw', 'end'],
    ],
    [
      'it is closed',
      async (world) => {
        await world.begin(set);
        enter(world, 'a', 'b');
        await world.draw.commands['draw.close']({});
      },
      ['draw', 'end'],
    ],
    [
      'it waits for an answer',
      async (world) => {
        await world.begin(set);
        enter(world, 'a', 'b');
        await drawn(world);
      },
      ['confirm', 'next', 'end'],
    ],
    [
      'it is over',
      async (world) => {
        await world.begin({ ...set, answer: false });
        enter(world, 'a', 'b');
        await drawn(world);
      },
      ['clear'],
    ],
  ])('is only what it is the time for: %s', async (_, reach, deeds) => {
    expect(await allowed(reach)).toEqual(deeds);
  });

  it('is said of one who waits: who has won or was passed over does no more', async () => {
    const world = new DrawWorld();
    await world.begin({ ...set, winners: 2 });
    enter(world, 'a', 'b', 'c', 'd');
    const one = await drawn(world);
    const two = world.view.drawn[1]?.entrant ?? 0;
    const { commands } = world.draw;
    await commands['draw.confirm']({ entrant: one });
    await commands['draw.next']({ entrant: two });
    expect(world.view).toMatchObject({
      phase: 'drawing',
      drawn: [{ state: 'won' }, { state: 'missed' }],
    });
    for (const entrant of [one, two, 9]) {
      await expect(commands['draw.confirm']({ entrant })).rejects.toMatchObject(
        refused('draw-not-waiting'),
      );
      await expect(commands['draw.next']({ entrant })).rejects.toMatchObject(
        refused('draw-not-waiting'),
      );
    }
  });

  it('closes at its time, and draws from those who entered until then', async () => {
    const world = new DrawWorld();
    await world.begin();
    enter(world, 'a');
    await world.draw.commands['draw.close']({});
    enter(world, 'b');
    expect(world.view).toMatchObject({ phase: 'closed', entrantCount: 1 });
    await drawn(world);
    expect(world.view).toMatchObject({
      phase: 'over',
      drawn: [{ name: 'a', state: 'won', until: null }],
    });
  });

  it('is heard by all who listen, who read the new draw', async () => {
    const world = new DrawWorld();
    expect(world.draw.feeds.draw.read()).toEqual({ draw: null, last: null });
    expect(world.draw.view()).toBeNull();
    await world.begin();
    const heard: unknown[] = [];
    world.draw.onChange(() => heard.push(world.draw.view()?.entrantCount));
    world.draw.feeds.draw.onChange(() => heard.push(world.view.entrantCount));
    expect(world.draw.feeds.draw.read()).toBe(world.draw.feeds.draw.read());
    enter(world, 'a');
    expect(heard).toEqual([1, 1]);
  });
});

describe('beginning a draw', () => {
  it('is refused by a command that something else answers to', async () => {
    const world = new DrawWorld();
    world.ownerOf = (word) => (word === '!투표' || word === '투표' ? 'vote' : null);
    const by = (keyword: string): Partial<DrawConfig> => ({ entry: { by: 'keyword', keyword } });
    await expect(world.begin(by('!투표'))).rejects.toMatchObject(refused('show-word-vote'));
    expect(world.draw.feeds.draw.read().draw).toBeNull();
    await world.begin(by('투표'));
    expect(world.view.phase).toBe('open');
  });

  it('tells others its command, as long as it runs', async () => {
    const world = new DrawWorld();
    const { takes, commands } = world.draw;
    expect(takes('참가')).toBe(false);
    await world.begin({ entry: { by: 'keyword', keyword: '！참가 나' } });
    expect(['참가', '참가 나', '나'].map(takes)).toEqual([true, false, false]);
    await commands['draw.end']({});
    expect(takes('참가')).toBe(false);
    await world.begin({ entry: { by: 'keyword', keyword: '참가' } });
    expect(takes('참가')).toBe(false);
    await commands['draw.end']({});
    await world.begin({ entry: { by: 'subscription', since: null } });
    expect(takes('참가')).toBe(false);
  });

  it('enters all who gave since a moment, however many events there were', async () => {
    const world = new DrawWorld();
    world.show.hear(gives('early', 10), subscribes('early'));
    await world.show.clock.advance(60_000);
    const since = world.show.clock.now();
    const viewers = Array.from({ length: 1_100 }, (_, at) => `v${at}`);
    world.show.hear(...viewers.map((who) => gives(who, 10)));
    world.show.hear(subscribes('last'), gives('blocked', 10));
    world.show.blocked.add('blocked');
    await world.begin({ entry: { by: 'donation', beams: 10, since } });
    expect(world.view).toMatchObject({ entrantCount: 1_100, names: expect.any(Array) });
    await world.draw.commands['draw.end']({});
    await world.begin({ entry: { by: 'subscription', since } });
    expect(world.view.entrantCount).toBe(1);
    await world.draw.commands['draw.end']({});
    await world.begin({ entry: { by: 'subscription', since: since + 1 } });
    expect(world.view.entrantCount).toBe(0);
  });

  it('counts events that are written, and not handed on yet, once', async () => {
    const world = new DrawWorld();
    const since = world.show.clock.now();
    world.show.hear(gives('a', 6));
    const again = gives('a', 6);
    world.show.ledger.record([again(world.show.lastSeq + 1, since)].filter(isValued));
    await world.begin({ entry: { by: 'donation', beams: 12, since } });
    expect(world.view.entrantCount).toBe(0);
    world.show.hear(again);
    expect(world.view.entrantCount).toBe(1);
  });

  it.each<[SenderRole, boolean, boolean]>([
    ['viewer', false, false],
    ['viewer', true, true],
    ['subscriber', false, true],
    ['manager', false, true],
    ['streamer', true, false],
  ])(
    'takes subscribers of the queue of players: %s, known to it as one: %j',
    async (role, subscriber, enters) => {
      const world = new DrawWorld({ roleOf: (who) => (who === 'a' ? role : 'subscriber') });
      world.waiting = ['a', 'b'].map((who) => ({ who, name: who, subscriber }));
      await world.begin({ entry: { by: 'queue' }, subscribersOnly: true });
      expect(world.view.names.toSorted()).toEqual(enters ? ['a', 'b'] : ['b']);
    },
  );

  it('has a commitment of its own each time, and goes on after one that was called off', async () => {
    const world = new DrawWorld();
    await world.begin();
    const { id, commitment } = world.view;
    await world.draw.commands['draw.end']({});
    expect(world.view).toMatchObject({ phase: 'over', seed: seedOf(1), drawn: [] });
    await world.begin();
    expect(world.view.id).not.toBe(id);
    expect(world.view.commitment).not.toBe(commitment);
    expect(world.draw.feeds.draw.read().last).toMatchObject({ title: '선물' });
  });
});

describe('the file of a draw', () => {
  it('is of any that is over, and of nothing else that the show keeps', async () => {
    const world = new DrawWorld();
    const read = async (draw?: number) =>
      (await world.draw.commands['draw.export'](draw === undefined ? {} : { draw })).text;
    await expect(read()).rejects.toMatchObject(refused('draw-none'));
    await world.begin({ title: 'one' });
    enter(world, 'a');
    await drawn(world);
    const { id } = world.view;
    await world.begin({ title: 'two' });
    await expect(read()).rejects.toMatchObject(refused('draw-not-over'));
    expect(await read(id)).toContain(`\ndraw: ${id}\ntitle: one\n`);
    await world.draw.commands['draw.end']({});
    expect(await read()).toContain('\ntitle: two\n');
    expect(await read(world.view.id)).toContain('\ntitle: two\n');
    const other = world.show.ledger.show.begin('vote', 0, {}, 0);
    for (const unknown of [other, 99]) {
      await expect(read(unknown)).rejects.toMatchObject(refused('draw-none'));
    }
  });

  it('is said not to be saved where it cannot be written', async () => {
    const world = new DrawWorld();
    await world.begin();
    await world.draw.commands['draw.end']({});
    world.dataDir = join(temporaryFolder(), 'file');
    writeFileSync(world.dataDir, '');
    world.restart();
    const asked = world.draw.commands['draw.export']({ file: 'stagelight-draw-1.txt' });
    await expect(asked).rejects.toMatchObject(refused('reports-export-not-saved'));
  });
});
