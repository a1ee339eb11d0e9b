import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Audience } from '../../../electron/features/show/index.ts';
import {
  lookAlikes,
  newVote,
  optionOf,
  VOTE,
  type Vote,
  voteView,
  winnersOf,
} from '../../../electron/features/vote/vote.ts';
import type { VoteConfig } from '../../../shared/contract/vote.ts';
import { SENDER_ROLES, type SenderRole } from '../../../shared/events.ts';
import { gives, type Said, says } from '../show/show-world.ts';

const CONFIG: VoteConfig = {
  title: '점심',
  options: ['짜장', '짬뽕', 'Ramen'],
  voters: 'everyone',
  changeable: true,
  weight: 'equal',
  seconds: null,
  announce: false,
};

const AUDIENCE: Audience = {
  isBlocked: (who) => who === 'blocked',
  monthsOf: (who) => (who.startsWith('months-') ? Number(who.slice(7)) : null),
  roleOf: () => 'viewer',
  isFollower: (who) => who.startsWith('follower'),
};

const AT = 1_000;

/** The vote after these events, one after the other. */
function voted(config: Partial<VoteConfig>, ...said: readonly Said[]): Vote {
  let vote = newVote({ ...CONFIG, ...config }, AT);
  for (const [at, make] of said.entries()) {
    const entry = VOTE.hear(vote, make(at + 1, AT + at), AUDIENCE);
    if (entry) vote = VOTE.fold(vote, VOTE.readEntry(JSON.parse(JSON.stringify(entry)))).state;
  }
  return vote;
}

describe('a vote', () => {
  it.each([
    ['!2', 1],
    ['！２', 1],
    ['!투표 2', 1],
    ['!vote 2', 1],
    ['짬뽕', 1],
    ['!투표 짬뽕', 1],
    ['RAMEN', 2],
    ['!4', null],
    ['!0', null],
    ['2', null],
    ['짬뽕 먹자', null],
    ['!짬뽕', null],
    ['!song 2', null],
  ])('takes %j as the option at %j', (message, option) => {
    expect(optionOf(newVote(CONFIG, AT), message)).toBe(option);
  });

  it('takes a number that is an option by its words', () => {
    const vote = newVote({ ...CONFIG, options: ['10', '20'] }, AT);
    expect(optionOf(vote, '20')).toBe(1);
    expect(optionOf(vote, '!1')).toBe(0);
  });

  it('counts one vote a viewer, the last one where it may change', () => {
    const said = [says('a', '!1'), says('a', '!2'), says('b', '!2'), says('a', '!2')];
    expect(voted({}, ...said)).toMatchObject({ totals: [0, 2, 0], voterCount: 2 });
    expect(voted({ changeable: false }, ...said)).toMatchObject({
      totals: [1, 1, 0],
      voterCount: 2,
    });
  });

  it('knows a viewer by the channel, whatever the name', () => {
    const named = (nickname: string) => ({ profile: { nickname, badges: [] } });
    const vote = voted({}, says('a', '!1', named('one')), says('a', '!2', named('two')));
    expect(vote).toMatchObject({ totals: [0, 1, 0], voterCount: 1 });
  });

  it('hears nobody who is blocked, and nothing after its time', () => {
    const late: Said = (seq) => says('late', '!1')(seq, AT + 60_000);
    const vote = voted({ seconds: 60 }, says('blocked', '!1'), late, says('a', '!1'));
    expect(vote.totals).toEqual([1, 0, 0]);
  });

  const lets = { everyone: 4, subscribers: 3, managers: 2 } as const;
  it.each(Object.entries(lets))('lets %s vote: %i of the roles', (voters, count) => {
    const said = SENDER_ROLES.map((senderRole: SenderRole) =>
      says(senderRole, '!1', { senderRole }),
    );
    const vote = voted({ voters: voters as keyof typeof lets }, ...said);
    expect([...vote.ballots.keys()]).toEqual(SENDER_ROLES.slice(0, count));
  });

  it('lets followers vote as far as they are known, and who is more than a follower', () => {
    const vote = voted(
      { voters: 'followers', weight: 'beams' },
      says('follower', '!1'),
      says('stranger', '!1'),
      says('sub', '!2', { senderRole: 'subscriber' }),
      gives('follower-2', 5, { donationText: '!2' }),
      gives('stranger', 500, { donationText: '!1' }),
    );
    expect([...vote.ballots.keys()]).toEqual(['follower', 'sub', 'follower-2']);
    expect(vote.totals).toEqual([1, 6, 0]);
  });

  it('weighs by months of subscription only where that is switched on', () => {
    const said = [says('months-7', '!1'), says('a', '!2')];
    expect(voted({}, ...said).totals).toEqual([1, 1, 0]);
    expect(voted({ weight: 'months' }, ...said).totals).toEqual([7, 1, 0]);
  });

  it('weighs by beams given since it began, before or after the vote', () => {
    const said = [
      gives('a', 500),
      says('a', '!1'),
      says('b', '!2'),
      gives('b', 300, { donationText: '응원' }),
      gives('c', 40, { donationText: '!3' }),
      says('d', '!3'),
      gives(null, 9_000, { donationText: '!2' }),
    ];
    expect(voted({ weight: 'beams' }, ...said)).toMatchObject({
      totals: [500, 300, 41],
      voterCount: 4,
    });
    expect(voted({}, ...said).totals).toEqual([1, 1, 1]);
  });

  it('says ties, and nobody where nobody voted', () => {
    expect(winnersOf(voted({}))).toEqual([]);
    expect(winnersOf(voted({}, says('a', '!1'), says('b', '!3')))).toEqual([0, 2]);
  });

  it('ends once, says the result, and marks the recording', () => {
    const vote = voted({ announce: true }, says('a', '!2'));
    const { state, effects } = VOTE.fold(vote, { type: 'end', at: 5_000 });
    expect(effects).toEqual([
      { type: 'mark', kind: 'vote-end', label: '점심' },
      { type: 'say', text: { key: 'vote.say-winner', values: { names: '짬뽕', votes: 1 } } },
    ]);
    expect(VOTE.fold(state, { type: 'end', at: 6_000 }).effects).toBeUndefined();
    expect(voteView(1, state)).toMatchObject({ endedAt: 5_000, winners: [1] });
  });

  it('forgets who voted, and keeps what they voted', () => {
    let vote = voted({}, says('a', '!1'), says('b', '!1'), says('c', '!2'));
    for (const who of ['a', 'b', 'nobody']) vote = VOTE.forget(vote, who);
    expect(JSON.stringify(VOTE.pack(vote))).not.toMatch(/"[ab]"/);
    expect(vote.ballots.size).toBe(3);
    expect(vote.totals).toEqual([2, 1, 0]);
  });

  it('refuses options that look alike', () => {
    expect(lookAlikes(['Ramen', 'rａmen'])).toEqual(['Ramen', 'rａmen']);
    expect(lookAlikes(['짜장', '짬뽕'])).toBeNull();
  });

  it('has the totals that a recount of all events has, and the same after any restart', () => {
    const who = fc.constantFrom('a', 'b', 'c', 'months-3', 'blocked');
    const event = fc.oneof(
      fc.record({ who, option: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ who, beams: fc.integer({ min: 1, max: 1_000 }) }),
      fc.record({
        who,
        beams: fc.integer({ min: 1, max: 1_000 }),
        option: fc.integer({ min: 1, max: 4 }),
      }),
    );
    const config = fc.record({
      weight: fc.constantFrom('equal' as const, 'months' as const, 'beams' as const),
      changeable: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), config, fc.nat(60), (events, set, cut) => {
        const said = events.map((each): Said => {
          if (!('beams' in each)) return says(each.who, `!${each.option}`);
          const donationText = 'option' in each ? `!${each.option}` : 'hello';
          return gives(each.who, each.beams, { donationText });
        });
        // Naively: who wants what, and what it weighs, counted again at the end.
        const wants = new Map<string, number>();
        const beams = new Map<string, number>();
        for (const each of events) {
          if (each.who === 'blocked') continue;
          const gift = 'beams' in each ? each.beams : 0;
          if (gift > 0 && set.weight !== 'beams') continue;
          beams.set(each.who, (beams.get(each.who) ?? 0) + gift);
          const option = 'option' in each && each.option <= 3 ? each.option : null;
          if (option !== null && (set.changeable || !wants.has(each.who))) {
            wants.set(each.who, option);
          }
        }
        const totals = [0, 0, 0];
        for (const [viewer, option] of wants) {
          const months = AUDIENCE.monthsOf(viewer) ?? 1;
          const weight = { equal: 1, months, beams: Math.max(1, beams.get(viewer) ?? 0) };
          totals[option - 1] = (totals[option - 1] ?? 0) + weight[set.weight];
        }
        let vote = newVote({ ...CONFIG, ...set }, AT);
        for (const [at, make] of said.entries()) {
          if (at === cut) vote = VOTE.unpack(JSON.parse(JSON.stringify(VOTE.pack(vote))));
          const entry = VOTE.hear(vote, make(at + 1, AT), AUDIENCE);
          if (entry) vote = VOTE.fold(vote, entry).state;
        }
        expect(vote.totals).toEqual(totals);
        expect(vote.voterCount).toBe(wants.size);
      }),
      { seed: 15, numRuns: 500 },
    );
  });
});
