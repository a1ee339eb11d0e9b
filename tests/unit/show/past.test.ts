import { describe, expect, it } from 'vitest';
import { COUNTERS, noCounters } from '../../../electron/features/counters/counters.ts';
import { SPIN_MS } from '../../../electron/features/draw/draw.ts';
import { MISSIONS, newMissions } from '../../../electron/features/missions/missions.ts';
import { newPlayers, PLAYERS } from '../../../electron/features/players/players.ts';
import type { ShowFeature } from '../../../electron/features/show/index.ts';
import { newSubathon, SUBATHON } from '../../../electron/features/subathon/subathon.ts';
import { newVote, VOTE } from '../../../electron/features/vote/vote.ts';
import { PAST_PAGE } from '../../../shared/contract/show.ts';
import type { VoteConfig } from '../../../shared/contract/vote.ts';
import { DrawWorld } from '../draw/draw-world.ts';
import { gives, ShowWorld, says } from './show-world.ts';

const VOTE_CONFIG: VoteConfig = {
  title: '점심',
  options: ['짜장', '짬뽕'],
  voters: 'everyone',
  changeable: true,
  weight: 'equal',
  seconds: null,
  announce: false,
};

const pastOf = async (show: ShowFeature, before: number | null = null) =>
  show.commands['show.past']({ before });
const outcomesOf = async (show: ShowFeature) =>
  (await pastOf(show)).rows.map(({ outcome }) => outcome);

describe('the list of past activities', () => {
  it('says how each came out, the newest first, and nothing of those that run', async () => {
    const world = new ShowWorld();
    const show = world.start();
    const vote = show.run(VOTE);
    const players = show.run(PLAYERS);
    const subathon = show.run(SUBATHON);
    const missions = show.run(MISSIONS);
    show.run(COUNTERS).begin(noCounters());
    vote.begin(newVote(VOTE_CONFIG, world.clock.now()));
    world.hear(says('a', '!2'), says('b', '!2'), says('c', '!1'));
    await world.clock.advance(60_000);
    vote.put({ type: 'end', at: world.clock.now() });
    const queue = { title: '내전', size: 10, team: 2, once: false, announce: false } as const;
    players.begin(newPlayers({ ...queue, priority: 'none' }, world.clock.now(), null));
    world.hear(says('a', '!시참'), says('b', '!시참'), says('c', '!시참'));
    players.put({ type: 'call', count: 2, more: false });
    players.put({ type: 'end', at: world.clock.now() });
    const rule = {
      by: 'donation',
      per: 100,
      seconds: 60,
      mostEach: null,
      mostInAll: null,
    } as const;
    const clock = { title: '24h', minutes: 60, rules: [rule], limitHours: null, announce: false };
    subathon.begin(newSubathon(clock, world.clock.now()));
    world.hear(gives('a', 250));
    subathon.put({ type: 'hand', at: world.clock.now(), ms: -30_000 });
    subathon.put({ type: 'end', at: world.clock.now() });
    const board = { open: true, leastBeams: 1, prefix: '', announce: false };
    missions.begin(newMissions(board));
    const [id = 0] = world.hear(gives('a', 5, { donationText: 'sing' }));
    missions.put({ type: 'move', id, to: 'success', endsAt: null });
    missions.put({ type: 'end', at: world.clock.now() });
    vote.begin(newVote(VOTE_CONFIG, world.clock.now()));
    const expected = [
      { kind: 'missions', success: 1, failed: 0 },
      { kind: 'subathon', title: '24h', addedMs: 120_000 },
      { kind: 'players', title: '내전', turns: 2 },
      {
        kind: 'vote',
        title: '점심',
        options: [
          { label: '짜장', votes: 1 },
          { label: '짬뽕', votes: 2 },
        ],
        winners: [1],
        voters: 3,
      },
    ];
    expect(await outcomesOf(show)).toEqual(expected);
    const { rows } = await pastOf(show);
    expect(rows.at(-1)).toMatchObject({ beganAt: rows.at(-1)?.beganAt });
    expect((rows.at(-1)?.endedAt ?? 0) - (rows.at(-1)?.beganAt ?? 0)).toBe(60_000);
  });

  it('has the same after a kill, also of what ended right before it', async () => {
    const world = new ShowWorld();
    const vote = world.start().run(VOTE);
    vote.begin(newVote({ ...VOTE_CONFIG, seconds: 10 }, world.clock.now()));
    world.hear(says('a', '!1'));
    await world.clock.advance(10_000);
    const again = world.start();
    again.run(VOTE);
    expect(await outcomesOf(again)).toMatchObject([{ winners: [0], voters: 1 }]);
  });

  it('is read page by page', async () => {
    const world = new ShowWorld();
    const show = world.start();
    const vote = show.run(VOTE);
    for (let at = 0; at < PAST_PAGE + 3; at += 1) {
      vote.begin(newVote({ ...VOTE_CONFIG, title: `vote ${at}` }, at));
      vote.put({ type: 'end', at });
    }
    const first = await pastOf(show);
    expect(first.rows).toHaveLength(PAST_PAGE);
    const { rows, next } = await pastOf(show, first.next);
    expect(rows.map(({ outcome }) => outcome)).toMatchObject([
      { title: 'vote 2' },
      { title: 'vote 1' },
      { title: 'vote 0' },
    ]);
    expect(next).toBeNull();
  });

  it('leaves out what cannot be read, and keeps the rest', async () => {
    const world = new ShowWorld();
    const show = world.start();
    const vote = show.run(VOTE);
    world.ledger.show.begin('vote', 0, { broken: true }, 0);
    vote.begin(newVote(VOTE_CONFIG, 0));
    vote.put({ type: 'end', at: 1 });
    expect(await outcomesOf(show)).toHaveLength(1);
  });

  it('has no names of viewers who were deleted, and saves the file of an earlier draw', async () => {
    const world = new DrawWorld();
    const drawn = async (who: string, title: string) => {
      await world.begin({ title });
      world.show.hear(says(who, '!참가', { profile: { nickname: `${who}!`, badges: [] } }));
      await world.draw.commands['draw.draw']({});
      await world.show.clock.advance(SPIN_MS);
    };
    await drawn('ann', 'one');
    await drawn('ben', 'two');
    world.feature.forget('ann');
    const { rows } = await pastOf(world.feature);
    expect(rows.map(({ outcome }) => outcome)).toMatchObject([
      { title: 'two', winners: ['ben!'], entrants: 1 },
      { title: 'one', winners: [''], entrants: 1 },
    ]);
    const [, one] = rows;
    const { text } = await world.draw.commands['draw.export']({ draw: one?.id ?? 0 });
    expect(text).toContain('title: one');
    expect(text).not.toContain('ann');
    await expect(world.draw.commands['draw.export']({ draw: 99 })).rejects.toMatchObject({
      problem: { code: 'draw-none' },
    });
  });
});
