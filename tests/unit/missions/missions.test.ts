import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { startMissions } from '../../../electron/features/missions/index.ts';
import {
  MISSIONS,
  type Missions,
  type MissionsEntry,
  missionOf,
  missionsOf,
  missionsView,
  newMissions,
} from '../../../electron/features/missions/missions.ts';
import type { Audience } from '../../../electron/features/show/index.ts';
import {
  MISSION_STATUSES,
  type MissionStatus,
  type MissionsConfig,
} from '../../../shared/contract/missions.ts';
import { gives, type Said, ShowWorld, says } from '../show/show-world.ts';

const CONFIG: MissionsConfig = { leastBeams: 1_000, prefix: '', open: true, announce: true };

const AUDIENCE: Audience = {
  isBlocked: (who) => who === 'blocked',
  monthsOf: () => null,
  isFollower: () => false,
  roleOf: () => 'viewer',
};

const AT = 1_000;

const asks = (who: string | null, donationText: string, beams = 1_000): Said =>
  gives(who, beams, { donationText, donatorNickname: who === null ? null : `name of ${who}` });

const put = (state: Missions, entry: MissionsEntry) =>
  MISSIONS.fold(state, MISSIONS.readEntry(JSON.parse(JSON.stringify(entry)))).state;

const move = (state: Missions, id: number, to: MissionStatus) =>
  put(state, { type: 'move', id, to, endsAt: null });

/** The missions after these events, numbered from 1. */
function heard(config: Partial<MissionsConfig>, ...said: readonly Said[]): Missions {
  let state = newMissions({ ...CONFIG, ...config });
  for (const [at, make] of said.entries()) {
    const entry = MISSIONS.hear(state, make(at + 1, AT + at), AUDIENCE);
    if (entry) state = put(state, entry);
  }
  return state;
}

const textsOf = (state: Missions) => missionsOf(state).map(({ text }) => text);

describe('a mission', () => {
  it.each([
    ['노래 불러 주세요', '', '노래 불러 주세요'],
    ['!미션 노래', '!미션', '노래'],
    ['！미션   Sing LOUD', '!미션', 'Sing LOUD'],
    ['!미션 노래'.normalize('NFD'), '!미션', '노래'.normalize('NFD')],
    ['!MISSION\u200b sing', '!mission', 'sing'],
    ['!미션임파서블 봐요', '!미션', null],
    ['!미션\u200b임파서블 봐요', '!미션', null],
    ['노래 !미션', '!미션', null],
    ['!미션', '!미션', null],
    ['!미션 \u200b\u3164', '!미션', null],
    ['  ', '', null],
    ['도전 과제 한 판', '도전 과제', '한 판'],
  ])('is in %j with %j: %j', (message, prefix, text) => {
    expect(missionOf(message, prefix)).toBe(text);
  });

  it('is of enough beams, of nobody blocked, and of no chat message', () => {
    const state = heard(
      {},
      asks('a', 'enough'),
      asks('a', 'few', 999),
      asks('blocked', 'unheard'),
      asks(null, 'anonymous'),
      says('a', 'chat'),
      gives('a', 0, { payAmount: null, donationText: 'unknown' }),
    );
    expect(missionsOf(state)).toMatchObject([
      { id: 1, name: 'name of a', beams: 1_000, text: 'enough', status: 'proposed' },
      { id: 4, name: null, text: 'anonymous' },
    ]);
  });

  it('is not taken while proposals are closed', () => {
    expect(textsOf(heard({ open: false }, asks('a', 'late')))).toEqual([]);
  });

  it('is not longer than anybody reads, and not cut inside a sign', () => {
    const [mission] = missionsOf(heard({}, asks('a', '🐳'.repeat(500))));
    expect(mission?.text).toBe('🐳'.repeat(200));
  });

  it('is seen by viewers once the streamer accepted it, running ones first', () => {
    let state = heard(
      {},
      asks('a', 'one'),
      asks('b', 'two'),
      asks('c', 'three'),
      asks('d', 'four'),
    );
    state = move(state, 1, 'waiting');
    state = move(state, 3, 'running');
    state = move(state, 4, 'declined');
    expect(missionsView(state)?.missions.map(({ text }) => text)).toEqual(['three', 'one']);
    expect(JSON.stringify(missionsView(state))).not.toMatch(/two|four|"who"/);
  });

  it('is said in chat when it starts, succeeds and fails, and once each', () => {
    const state = move(heard({}, asks('a', '노래')), 1, 'waiting');
    const effectsOf = (to: MissionStatus) =>
      MISSIONS.fold(state, { type: 'move', id: 1, to, endsAt: null }).effects;
    const said = (key: string) => [{ type: 'say', text: { key, values: { mission: '노래' } } }];
    expect(effectsOf('running')).toEqual(said('missions.say-running'));
    expect(effectsOf('running')).toBeUndefined();
    expect(effectsOf('success')).toEqual(said('missions.say-success'));
    expect(effectsOf('failed')).toEqual(said('missions.say-failed'));
    expect(effectsOf('waiting')).toBeUndefined();
  });

  it('counts as success or failure, and no more when that was a mistake', () => {
    let state = heard({}, asks('a', 'one'), asks('b', 'two'));
    state = move(move(state, 1, 'success'), 2, 'success');
    state = move(move(state, 2, 'failed'), 1, 'running');
    expect(state.counts).toEqual({ success: 0, failed: 1 });
  });

  it('stays without its viewer who is forgotten, if it was accepted', () => {
    const texts = ['proposed', 'waiting', 'success', 'declined'] as const;
    let state = heard({}, ...texts.map((text) => asks('a', `text ${text}`)), asks('b', 'other'));
    for (const [at, to] of texts.entries()) if (to !== 'proposed') state = move(state, at + 1, to);
    state = MISSIONS.forget(state, 'a');
    expect(JSON.stringify(MISSIONS.pack(state))).not.toMatch(/"a"|name of a/);
    expect(textsOf(state)).toEqual(['text waiting', '', '', 'other']);
    expect(state.counts).toEqual({ success: 1, failed: 0 });
  });

  it('makes room for a new one when it is over, never while it is accepted', () => {
    let state = heard({}, ...Array.from({ length: 200 }, (_, at) => asks('a', `m${at + 1}`)));
    state = move(move(state, 1, 'waiting'), 5, 'declined');
    const propose = (id: number) =>
      put(state, { type: 'propose', id, at: AT, who: 'b', name: 'b', beams: 1, text: `m${id}` });
    state = propose(201);
    expect(missionsOf(state).some(({ id }) => id === 5)).toBe(false);
    expect(state.missed).toBe(0);
    state = propose(202);
    expect(missionsOf(state).map(({ id }) => id)).toEqual(
      Array.from({ length: 202 }, (_, at) => at + 1).filter((id) => id !== 5 && id !== 2),
    );
    expect(state.missed).toBe(1);
    for (const { id } of missionsOf(state)) state = move(state, id, 'waiting');
    state = propose(203);
    expect(missionsOf(state).at(-1)?.id).toBe(202);
    expect(state.missed).toBe(2);
  });

  it('is what a list kept by hand says, after any restarts', () => {
    const id = fc.integer({ min: 1, max: 40 });
    const step = fc.oneof(
      fc.record({ beams: fc.integer({ min: 500, max: 3_000 }) }),
      fc.record({ id, to: fc.constantFrom(...MISSION_STATUSES) }),
      fc.record({ open: fc.boolean(), leastBeams: fc.constantFrom(500, 1_000, 2_000) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(40), (steps, cut) => {
        let state = newMissions(CONFIG);
        // Naively: a status a number, and all else counted again at the end.
        const statuses = new Map<number, MissionStatus>();
        let { open, leastBeams } = CONFIG;
        for (const [at, each] of steps.entries()) {
          if (at === cut) {
            state = MISSIONS.unpack(JSON.parse(JSON.stringify(MISSIONS.pack(state))));
          }
          if ('beams' in each) {
            const event = asks('a', 'text', each.beams)(at + 1, AT);
            const entry = MISSIONS.hear(state, event, AUDIENCE);
            if (entry) state = put(state, entry);
            if (open && each.beams >= leastBeams) statuses.set(at + 1, 'proposed');
          } else if ('to' in each) {
            state = move(state, each.id, each.to);
            if (statuses.has(each.id)) statuses.set(each.id, each.to);
          } else {
            state = put(state, { type: 'set', config: { ...CONFIG, ...each } });
            ({ open, leastBeams } = each);
          }
        }
        const kept = missionsOf(state).map((mission) => [mission.id, mission.status]);
        expect(kept).toEqual([...statuses]);
        const all = [...statuses.values()];
        const count = (wanted: MissionStatus) => all.filter((status) => status === wanted).length;
        expect(state.counts).toEqual({ success: count('success'), failed: count('failed') });
      }),
      { seed: 15, numRuns: 300 },
    );
  });
});

describe('missions on the ledger', () => {
  const run = (world: ShowWorld) => {
    const show = world.start();
    return startMissions({ show, clock: world.runClock }, new DisposableStore());
  };

  it('are after a kill what they were, with what was given meanwhile', async () => {
    const world = new ShowWorld();
    let { commands, feeds, view } = run(world);
    await commands['missions.begin'](CONFIG);
    const [one = 0, two = 0] = world.hear(asks('a', 'one'), asks('b', 'two'));
    await commands['missions.move']({ id: one, to: 'running', minutes: 5 });
    await commands['missions.move']({ id: two, to: 'waiting', minutes: 5 });
    const before = feeds.missions.read();
    expect(view()?.missions).toMatchObject([
      { id: one, endsAt: world.clock.now() + 300_000 },
      { id: two, endsAt: null },
    ]);
    ({ commands, feeds, view } = run(world));
    expect(feeds.missions.read()).toEqual(before);
    world.write([asks('c', 'three')(world.lastSeq + 1, world.clock.now())]);
    ({ commands, feeds, view } = run(world));
    const texts = feeds.missions.read().board?.missions.map(({ text }) => text);
    expect(texts).toEqual(['one', 'two', 'three']);
    await commands['missions.end']({});
    expect(view()).toBeNull();
    expect(feeds.missions.read()).toEqual({ board: null, last: CONFIG });
  });

  it('say what cannot be done', async () => {
    const world = new ShowWorld();
    const { commands } = run(world);
    const fails = (answer: Promise<unknown>, code: string) =>
      expect(answer).rejects.toMatchObject({ problem: { code } });
    const start = (id: number) => commands['missions.move']({ id, to: 'running', minutes: null });
    await fails(commands['missions.set'](CONFIG), 'missions-off');
    await commands['missions.begin'](CONFIG);
    await fails(commands['missions.begin'](CONFIG), 'missions-on');
    await fails(start(99), 'missions-gone');
    const ids = world.hear(...Array.from({ length: 21 }, (_, at) => asks('a', `m${at}`)));
    for (const id of ids.slice(0, 20)) await start(id);
    await fails(start(ids[20] ?? 0), 'missions-full');
    await start(ids[0] ?? 0);
  });
});
