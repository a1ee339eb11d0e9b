import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DRAW, NEXT_SPIN_MS, SPIN_MS } from '../../../electron/features/draw/draw.ts';
import { newDraw } from '../../../electron/features/draw/draw-state.ts';
import { drawView } from '../../../electron/features/draw/draw-view.ts';
import {
  DRAW_ENTRANTS_MOST,
  type DrawConfig,
  drawConfigSchema,
} from '../../../shared/contract/draw.ts';
import { SENDER_ROLES } from '../../../shared/events.ts';
import { gives, type Said, says } from '../show/show-world.ts';
import { subscription } from '../storage/support.ts';
import { CONFIG, DrawWorld, seedOf } from './draw-world.ts';

const joins = (...who: readonly string[]) =>
  who.map((each) => says(each, '!참가', { profile: { nickname: each, badges: [] } }));

const subscribes =
  (who: string | null): Said =>
  (seq, receivedAt) => {
    const event = subscription(seq);
    const data = { ...event.data, subscriberChannelId: who, subscriberChannelName: who };
    return { ...event, receivedAt, data };
  };

/** Channels of the entrants, in order, as the ledger has them. */
const entrantsOf = ({ show }: DrawWorld): readonly string[] => {
  const stored = show.ledger.show.newest('draw');
  if (stored === null) return [];
  let draw = DRAW.unpack(stored.state);
  for (const { entry } of show.ledger.show.journal(stored.id, stored.folded, 1_000)) {
    draw = DRAW.fold(draw, DRAW.readEntry(entry)).state;
  }
  return draw.entrants.map(({ who }) => who);
};

describe('entering a draw', () => {
  it.each([
    ['!참가', '!참가', true],
    ['!참가', '！참가', true],
    ['!참가', '!참가 제발요', true],
    ['!참가', '참가', false],
    ['!참가', '!참가하기', false],
    ['!JOIN', '! join', true],
    ['가즈아', '가즈아'.normalize('NFD'), true],
    ['가즈아', 'ㅋ 가즈아', false],
    ['!참가 나', '!참가 나', true],
    ['!참가 나', '!참가', false],
  ])('by %j is done with %j: %j', async (keyword, message, enters) => {
    const world = new DrawWorld();
    await world.begin({ entry: { by: 'keyword', keyword } });
    world.show.hear(says('a', message));
    expect(world.view.entrantCount).toBe(enters ? 1 : 0);
  });

  it('is done once, whatever the name, and never by the streamer', async () => {
    const world = new DrawWorld();
    await world.begin();
    const named = (nickname: string) => ({ profile: { nickname, badges: [] } });
    world.show.hear(
      says('a', '!참가', named('one')),
      says('a', '!참가', named('two')),
      says('b', '!참가', { senderRole: 'streamer' }),
    );
    expect(world.view).toMatchObject({ entrantCount: 1, names: ['one'] });
  });

  it('is for subscribers and above where only they may', async () => {
    const world = new DrawWorld();
    await world.begin({ subscribersOnly: true });
    world.show.hear(...SENDER_ROLES.map((senderRole) => says(senderRole, '!참가', { senderRole })));
    expect(entrantsOf(world)).toEqual(['manager', 'subscriber']);
  });

  it('is done by beams given since then, all together, and not anonymously', async () => {
    const world = new DrawWorld();
    world.show.hear(gives('before', 5_000));
    await world.show.clock.advance(60_000);
    const since = world.show.clock.now();
    world.show.hear(gives('a', 600), gives('b', 1_000), gives('c', 999));
    await world.begin({ entry: { by: 'donation', beams: 1_000, since } });
    expect(world.view.entrantCount).toBe(1);
    world.show.hear(gives(null, 9_000), gives('a', 400), gives('b', 1_000), gives('before', 10));
    expect(entrantsOf(world)).toEqual(['b', 'a']);
    world.restart();
    world.show.hear(gives('before', 989), gives('c', 1));
    expect(entrantsOf(world)).toEqual(['b', 'a', 'c']);
  });

  it('counts only what comes after it began, unless a moment is set', async () => {
    const world = new DrawWorld();
    world.show.hear(gives('a', 5_000), subscribes('a'));
    await world.begin({ entry: { by: 'donation', beams: 1, since: null } });
    expect(world.view.entrantCount).toBe(0);
    await world.draw.commands['draw.end']({});
    await world.begin({ entry: { by: 'subscription', since: 0 } });
    world.show.hear(subscribes('b'), subscribes('a'), subscribes(null), gives('c', 9));
    expect(entrantsOf(world)).toEqual(['a', 'b']);
  });

  it('is done by a list, each look once', async () => {
    const world = new DrawWorld();
    await world.begin({ entry: { by: 'list', names: ['가', 'Ａ', 'a', 'b', '\u200b'] } });
    expect(world.view).toMatchObject({
      phase: 'closed',
      entrantCount: 3,
      names: ['b', 'Ａ', '가'],
    });
    expect(world.draw.feeds.draw.read().last?.entry).toEqual({ by: 'list', names: [] });
  });

  it('is over when it is closed, by hand or at its time', async () => {
    const world = new DrawWorld();
    await world.begin({ seconds: 60 });
    world.show.hear(...joins('a'));
    await world.show.clock.advance(59_999);
    expect(world.view.phase).toBe('open');
    await world.show.clock.advance(1);
    world.show.hear(...joins('late'));
    expect(world.view).toMatchObject({ phase: 'closed', entrantCount: 1 });
  });

  it('is not for winners of the last draws', async () => {
    const world = new DrawWorld();
    const winners: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await world.begin({ exceptLast: 2 });
      world.show.hear(...joins('a', 'b', 'c'));
      world.restart();
      await world.draw.commands['draw.draw']({});
      await world.show.clock.advance(SPIN_MS);
      winners.push(...world.view.drawn.map(({ name }) => name));
      expect(world.view.entrantCount).toBe(3 - turn);
      world.restart();
    }
    expect(world.view.drawn).toHaveLength(1);
    await world.begin({ exceptLast: 2 });
    world.show.hear(...joins('a', 'b', 'c'));
    expect(world.view.entrantCount).toBe(1);
    await world.draw.commands['draw.end']({});
    await world.begin({ exceptLast: 0 });
    world.show.hear(...joins('a', 'b', 'c'));
    expect(world.view.entrantCount).toBe(3);
  });

  it.each<[string, Partial<DrawConfig>, string]>([
    [
      'a keyword that nobody can see',
      { entry: { by: 'keyword', keyword: '\u3164' } },
      'draw-unseen-keyword',
    ],
    ['a list of nobody', { entry: { by: 'list', names: ['\u200b'] } }, 'draw-nobody'],
  ])('is refused by %s', async (_, config, code) => {
    const world = new DrawWorld();
    await expect(world.begin(config)).rejects.toMatchObject({ problem: { code } });
    expect(world.draw.feeds.draw.read().draw).toBeNull();
  });

  it('has limits', () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
    const of = (entry: object) => drawConfigSchema.shape.entry.safeParse(entry).success;
    expect(of({ by: 'list', names: names(2_000) })).toBe(true);
    expect(of({ by: 'list', names: names(2_001) })).toBe(false);
    expect(of({ by: 'keyword', keyword: 'x'.repeat(21) })).toBe(false);
    expect(of({ by: 'donation', beams: 0, since: null })).toBe(false);
  });
});

describe('a draw', () => {
  it('takes 50,000, keeps them, and draws a hundred of them once each', () => {
    const config = { ...CONFIG, winners: 100 };
    let draw = newDraw(config, { at: 0, seed: seedOf(1), after: 0, past: [] });
    for (let seq = 1; seq <= DRAW_ENTRANTS_MOST + 5; seq += 1) {
      ({ state: draw } = DRAW.fold(draw, { type: 'enter', who: `${seq}`, name: 'x', seq }));
    }
    draw = DRAW.unpack(JSON.parse(JSON.stringify(DRAW.pack(draw))));
    expect(drawView(1, draw)).toMatchObject({ entrantCount: DRAW_ENTRANTS_MOST, full: true });
    ({ state: draw } = DRAW.fold(draw, { type: 'draw', at: 0 }));
    expect(new Set(draw.drawn.map(({ entrant }) => entrant)).size).toBe(100);
  });

  it('tells nothing of its seed, or who will be drawn, before it is time', async () => {
    const world = new DrawWorld();
    const seed = seedOf(1);
    await world.begin({ answer: true, winners: 2, announce: true });
    expect(world.told).toContain(world.view.commitment);
    world.show.hear(...joins('a', 'b', 'c', 'd'));
    expect(world.told).not.toContain(seed);
    await world.draw.commands['draw.draw']({});
    expect(world.view).toMatchObject({ phase: 'drawing', drawn: [] });
    await world.show.clock.advance(SPIN_MS);
    expect(world.view).toMatchObject({ phase: 'waiting', drawn: [{}, {}] });
    expect(world.told).not.toContain(seed);
    await expect(world.draw.commands['draw.export']({})).rejects.toMatchObject({
      problem: { code: 'draw-not-over' },
    });
    expect(JSON.stringify(world.show.said)).not.toContain(seed);
    await world.draw.commands['draw.end']({});
    expect(world.told).toContain(seed);
    await world.show.clock.advance(0);
    expect(world.show.said.at(-1)).toContain(seed);
  });

  it('says how to enter, then what binds it, whole; the latter also where nothing else is said', async () => {
    const world = new DrawWorld();
    await world.begin({ announce: true });
    await world.show.clock.advance(0);
    expect(world.show.said).toEqual([
      'Enter the draw: write !참가 in chat',
      `Check value of the draw: ${world.view.commitment}`,
    ]);
    await world.draw.commands['draw.end']({});
    await world.begin();
    await world.show.clock.advance(0);
    expect(world.show.said.slice(2)).toEqual([`Check value of the draw: ${world.view.commitment}`]);
  });

  it('has the seed and the list that it had, whenever it was killed', async () => {
    const kills = fc.array(fc.nat(12), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(kills, async (at) => {
        const world = new DrawWorld();
        await world.begin({ winners: 2 });
        const { commitment } = world.view;
        for (let turn = 0; turn < 12; turn += 1) {
          if (at.includes(turn)) world.restart();
          world.show.hear(...joins(`viewer ${turn}`, `viewer ${turn % 5}`));
        }
        if (at.includes(12)) world.restart();
        expect(world.view).toMatchObject({ commitment, entrantCount: 12, seed: null });
        await world.draw.commands['draw.draw']({});
        if (at.includes(0)) world.restart();
        await world.show.clock.advance(SPIN_MS);
        if (at.includes(1)) world.restart();
        expect(world.seeds).toBe(1);
        expect(world.view).toMatchObject({ commitment, seed: seedOf(1), phase: 'over' });
        // What it is without any kill.
        expect(world.view.drawn.map(({ entrant }) => entrant)).toEqual([5, 11]);
      }),
      { seed: 15, numRuns: 30 },
    );
  });

  it('waits for the answer, then draws the next one, who has the whole time', async () => {
    const world = new DrawWorld();
    await world.begin({ answer: true });
    world.show.hear(...joins('a', 'b', 'c'));
    await world.draw.commands['draw.draw']({});
    await world.show.clock.advance(SPIN_MS);
    const [first] = world.view.drawn;
    expect(first).toMatchObject({ state: 'waiting', until: world.show.clock.now() + 60_000 });
    await world.show.clock.advance(60_000);
    expect(world.view).toMatchObject({ phase: 'drawing', drawn: [{ state: 'missed' }] });
    world.show.hear(says('a', 'me!'), says('b', 'me!'), says('c', 'me!'));
    expect(world.view.drawn).toHaveLength(1);
    // Off for an hour: nobody is passed over meanwhile.
    world.show.stop();
    await world.show.clock.advance(3_600_000);
    world.restart();
    await world.show.clock.advance(NEXT_SPIN_MS);
    const second = world.view.drawn[1];
    expect(second).toMatchObject({ state: 'waiting', until: world.show.clock.now() + 57_000 });
    world.show.hear(says(first?.name ?? '', 'too late'));
    expect(world.view.phase).toBe('waiting');
    world.show.hear(says(second?.name ?? '', 'hi'));
    expect(world.view).toMatchObject({
      phase: 'over',
      drawn: [{ state: 'missed' }, { state: 'won' }],
    });
  });

  it('without a clock waits until the streamer passes on or confirms', async () => {
    const world = new DrawWorld();
    await world.begin({ answer: true, answerSeconds: null });
    world.show.hear(...joins('a', 'b'));
    await world.draw.commands['draw.draw']({});
    await world.show.clock.advance(SPIN_MS + 3_600_000);
    const [first] = world.view.drawn;
    await world.draw.commands['draw.next']({ entrant: first?.entrant ?? 0 });
    await world.show.clock.advance(NEXT_SPIN_MS);
    const second = world.view.drawn[1];
    await world.draw.commands['draw.confirm']({ entrant: second?.entrant ?? 0 });
    expect(world.view).toMatchObject({
      phase: 'over',
      drawn: [{ state: 'missed' }, { state: 'won' }],
    });
    expect(world.show.clock.pendingTimers).toBe(0);
  });

  it('with a clock lets nobody be passed over before the time is up', async () => {
    const world = new DrawWorld();
    await world.begin({ answer: true });
    world.show.hear(...joins('a', 'b'));
    await world.draw.commands['draw.draw']({});
    await world.show.clock.advance(SPIN_MS);
    const entrant = world.view.drawn[0]?.entrant ?? 0;
    await expect(world.draw.commands['draw.next']({ entrant })).rejects.toMatchObject({
      problem: { code: 'draw-not-waiting' },
    });
    expect(world.view.drawn).toMatchObject([{ state: 'waiting' }]);
  });

  it('is over where nobody is left to draw', async () => {
    const world = new DrawWorld();
    await world.begin({ answer: true, winners: 100 });
    world.show.hear(...joins('a', 'b'));
    await world.draw.commands['draw.draw']({});
    await world.show.clock.advance(SPIN_MS + 60_000);
    expect(world.view).toMatchObject({
      phase: 'over',
      drawn: [{ state: 'missed' }, { state: 'missed' }],
    });
  });

  it('is refused where it is not the time for it', async () => {
    const world = new DrawWorld();
    const { commands } = world.draw;
    const refused = (code: string) => ({ problem: { code } });
    await expect(commands['draw.draw']({})).rejects.toMatchObject(refused('draw-none'));
    await world.begin();
    await expect(world.begin()).rejects.toMatchObject(refused('draw-running'));
    await expect(commands['draw.draw']({})).rejects.toMatchObject(refused('draw-nobody'));
    await expect(commands['draw.clear']({})).rejects.toMatchObject(refused('draw-none'));
    world.show.hear(...joins('a'));
    await commands['draw.draw']({});
    await expect(commands['draw.end']({})).rejects.toMatchObject(refused('draw-none'));
    await world.show.clock.advance(SPIN_MS);
    expect(world.draw.view()).toBe(world.draw.view());
    await commands['draw.clear']({});
    expect(world.draw.view()).toBeNull();
    expect(world.view).toMatchObject({ phase: 'over', cleared: true });
  });

  it('forgets a viewer, and draws the same from the same list', async () => {
    const world = new DrawWorld();
    await world.begin({ entry: { by: 'donation', beams: 10, since: null }, winners: 3 });
    world.show.hear(gives('a', 10), gives('somebody', 10), gives('c', 10), gives('other', 5));
    const { forget } = world.feature;
    forget('somebody');
    forget('other');
    const repository = world.show.ledger.show;
    const kept = repository.ids().map((id) => [repository.find(id), repository.journal(id, 0, 10)]);
    expect(JSON.stringify(kept)).not.toMatch(/somebody|other/);
    expect(entrantsOf(world)).toEqual(['a', 'forgotten-1', 'c']);
    await world.draw.commands['draw.draw']({});
    await world.show.clock.advance(SPIN_MS);
    const { text } = await world.draw.commands['draw.export']({});
    expect(text).toMatch(/^entrant: 2 2 -$/m);
    world.feature.forget('a');
    await world.begin({ exceptLast: 1 });
    world.show.hear(...joins('a', 'c', 'd'));
    // Nobody knows any more that this one has won.
    expect(entrantsOf(world)).toEqual(['a', 'd']);
  });
});
