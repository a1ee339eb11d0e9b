import { describe, expect, it } from 'vitest';
import { WHEEL_REST_MS } from '../../../electron/features/wheel/wheel.ts';
import {
  WHEEL_SPINS_MOST,
  WHEEL_WAITING_MOST,
  type WheelConfig,
  wheelConfigSchema,
} from '../../../shared/contract/wheel.ts';
import { SENDER_ROLES, type SenderRole } from '../../../shared/events.ts';
import { gives, says } from '../show/show-world.ts';
import { CONFIG, sectionBySeed, sectionsOf, seedOf, TURN_MS, WheelWorld } from './wheel-world.ts';

const refused = (code: string) => ({ problem: { code } });
const asks = (who: string, content: string, senderRole: SenderRole = 'manager') =>
  says(who, content, { senderRole, profile: { nickname: who, badges: [] } });
const donates = (who: string | null, beams: number) => gives(who, beams, { donatorNickname: who });

/** The result of a spin of the world's first wheel. */
const resultOf = (n: number, { sections } = CONFIG) =>
  sections[
    sectionBySeed(
      seedOf(1),
      sections.map(({ weight }) => weight),
      n,
    )
  ];

describe('a wheel', () => {
  it('turns for its time, then shows where it stopped, and tells it in chat only then', async () => {
    const world = new WheelWorld();
    await world.save({ announce: true });
    await world.spin();
    await world.show.clock.advance(TURN_MS - 1);
    expect(world.view.turn).toMatchObject({ n: 1, ms: TURN_MS, from: 0, result: null });
    expect(world.state.spins).toEqual([]);
    expect(world.show.said).toEqual([`Check value of the wheel: ${world.view.commitment}`]);
    await world.show.clock.advance(1);
    expect(world.view.turn).toMatchObject({ n: 1, result: resultOf(1) });
    expect(world.state.spins).toMatchObject([{ n: 1, section: resultOf(1)?.name, by: 'page' }]);
    expect(world.show.said.slice(1)).toEqual([`The wheel stopped at: ${resultOf(1)?.name}`]);
    expect(world.show.clock.pendingTimers).toBe(0);
  });

  it('is spun once at a time, by the page, a key, or a manager', async () => {
    const world = new WheelWorld();
    await world.save();
    world.wheel.hands.spin();
    await expect(world.spin()).rejects.toMatchObject(refused('wheel-busy'));
    expect(() => world.wheel.hands.spin()).toThrow(expect.objectContaining(refused('wheel-busy')));
    world.show.hear(asks('m', '!wheel'));
    await world.show.clock.advance(TURN_MS);
    world.show.hear(asks('m', '!wheel'));
    await world.show.clock.advance(TURN_MS);
    await world.spinOften(1);
    expect(world.state.spins).toMatchObject([
      { n: 3, by: 'page', name: null },
      { n: 2, by: 'manager', name: 'm' },
      { n: 1, by: 'hotkey', name: null },
    ]);
  });

  it.each([
    ['!룰렛', true],
    ['!wheel', true],
    ['！ＷＨＥＥＬ', true],
    ['!룰\u200b렛 가자', true],
    ['!룰렛'.normalize('NFD'), true],
    ['룰렛', false],
    ['!룰렛가자', false],
  ])('is spun by a manager who writes %j: %j', async (content, spins) => {
    const world = new WheelWorld();
    await world.save();
    world.show.hear(asks('m', content));
    expect(world.view.turn !== null).toBe(spins);
  });

  it.each(SENDER_ROLES)('in chat listens to managers and the streamer: %s', async (role) => {
    const world = new WheelWorld();
    await world.save();
    world.show.hear(asks('who', '!wheel', role));
    expect(world.view.turn !== null).toBe(role === 'streamer' || role === 'manager');
  });

  it('is not spun in chat where that is off, nor by who is blocked', async () => {
    const world = new WheelWorld();
    await world.save({ byChat: false });
    world.show.hear(asks('m', '!wheel'));
    await world.save({ byChat: true });
    world.show.blocked.add('m');
    world.show.hear(asks('m', '!wheel'));
    expect(world.view.turn).toBeNull();
  });

  it('is spun by donations only where the streamer wants that, from the beams on', async () => {
    const world = new WheelWorld();
    await world.save({ beams: null });
    world.show.hear(donates('a', 1_000_000));
    await world.save({ beams: 1_000 });
    world.show.blocked.add('b');
    world.show.hear(donates('a', 999), donates('b', 5_000));
    expect(world.view).toMatchObject({ turn: null, waiting: 0 });
    world.show.hear(donates(null, 1_000));
    await world.show.clock.advance(0);
    expect(world.view.turn).toMatchObject({ n: 1, by: 'donation', name: null });
  });

  it('spins for donations one after the other, each result standing for a while', async () => {
    const world = new WheelWorld();
    await world.save();
    await world.spin();
    world.show.hear(donates('a', 1_000), donates('b', 2_000));
    expect(world.view).toMatchObject({ waiting: 2, turn: { n: 1 } });
    await world.show.clock.advance(TURN_MS);
    await expect(world.spin()).rejects.toMatchObject(refused('wheel-busy'));
    await world.show.clock.advance(WHEEL_REST_MS - 1);
    expect(world.view).toMatchObject({ waiting: 2, turn: { n: 1, result: {} } });
    await world.show.clock.advance(1);
    expect(world.view).toMatchObject({ waiting: 1, turn: { n: 2, name: 'a', result: null } });
    await world.show.clock.advance(2 * (TURN_MS + WHEEL_REST_MS));
    expect(world.state.spins).toMatchObject([
      { n: 3, name: 'b', beams: 2_000 },
      { n: 2, name: 'a', beams: 1_000 },
      { n: 1, beams: null },
    ]);
  });

  it('lets so many donations wait, counts the others, and forgets them on request', async () => {
    const world = new WheelWorld();
    await world.save();
    await world.spin();
    const many = Array.from({ length: WHEEL_WAITING_MOST + 3 }, (_, at) => donates(`${at}`, 1_000));
    world.show.hear(...many);
    expect(world.view.waiting).toBe(WHEEL_WAITING_MOST);
    expect(world.state.missed).toBe(3);
    await expect(world.wheel.commands['wheel.end']({})).rejects.toMatchObject(
      refused('wheel-busy'),
    );
    await world.wheel.commands['wheel.drop']({});
    await world.show.clock.advance(TURN_MS);
    await world.wheel.commands['wheel.end']({});
    expect(world.wheel.view()).toBeNull();
  });

  it('stops inside the section that was chosen, never on a line', async () => {
    const world = new WheelWorld();
    const sections = sectionsOf(5, 1, 1_000, 40);
    await world.save({ sections });
    let from = 0;
    for (let n = 1; n <= 60; n += 1) {
      await world.spinOften(1);
      const { turn, weight } = world.view;
      const result = resultOf(n, { ...CONFIG, sections });
      const place = sections.findIndex(({ name }) => name === result?.name);
      const begin = sections.slice(0, place).reduce((sum, each) => sum + each.weight, 0);
      const inside = ((turn?.to ?? 0) * weight - begin) / (result?.weight ?? 0);
      expect(turn).toMatchObject({ result, from });
      expect(inside).toBeGreaterThan(0.07);
      expect(inside).toBeLessThan(0.93);
      from = turn?.to ?? 0;
    }
  });

  it('has an end to its spins', async () => {
    const world = new WheelWorld();
    await world.save();
    await world.spinOften(WHEEL_SPINS_MOST);
    await expect(world.spin()).rejects.toMatchObject(refused('wheel-full'));
    world.show.hear(donates('a', 1_000), asks('m', '!wheel'));
    await world.show.clock.advance(TURN_MS);
    expect(world.state).toMatchObject({ missed: 1, wheel: { turn: { n: WHEEL_SPINS_MOST } } });
    expect(world.state.spins).toHaveLength(100);
  });
});

describe('making a wheel', () => {
  it.each<[string, Partial<WheelConfig>, string]>([
    [
      'sections that look alike',
      { sections: [...sectionsOf(1), { name: 'Ｓection １', weight: 1 }] },
      'wheel-look-alike',
    ],
    [
      'a section that nobody sees',
      { sections: [...sectionsOf(1), { name: '\u3164', weight: 1 }] },
      'wheel-unseen',
    ],
  ])('is refused with %s', async (_, config, code) => {
    const world = new WheelWorld();
    await expect(world.save(config)).rejects.toMatchObject(refused(code));
    expect(world.state.wheel).toBeNull();
    await world.save();
    await expect(world.save(config)).rejects.toMatchObject(refused(code));
    expect(world.view.endedAt).toBeNull();
  });

  it('has limits', () => {
    const of = (config: Partial<WheelConfig>) =>
      wheelConfigSchema.safeParse({ ...CONFIG, ...config }).success;
    const many = (count: number) => sectionsOf(...Array.from({ length: count }, () => 1_000_000));
    expect(of({ sections: many(1_000) })).toBe(true);
    expect(of({ sections: many(1_001) })).toBe(false);
    expect(of({ sections: many(1) })).toBe(false);
    expect(of({ sections: sectionsOf(1, 1_000_001) })).toBe(false);
    expect(of({ sections: sectionsOf(1, 0) })).toBe(false);
    expect(of({ sections: sectionsOf(1, 1.5) })).toBe(false);
    expect(of({ beams: 0 })).toBe(false);
  });

  it('keeps the wheel where the sections stay, and makes another where they change', async () => {
    const world = new WheelWorld();
    await world.save();
    await world.spinOften(2);
    const { id, commitment } = world.view;
    await world.save({ title: 'other', announce: true });
    expect(world.view).toMatchObject({ id, commitment, title: 'other', turn: { n: 2 } });
    await world.show.clock.advance(0);
    expect(world.show.said).toEqual([`Check value of the wheel: ${commitment}`]);
    await world.spin();
    const sections = sectionsOf(3, 2);
    await expect(world.save({ sections })).rejects.toMatchObject(refused('wheel-busy'));
    await world.show.clock.advance(TURN_MS);
    await world.save({ sections, announce: true });
    await world.show.clock.advance(60_000);
    expect(world.view).toMatchObject({ sectionCount: 2, turn: null, seed: null });
    expect(world.view.commitment).not.toBe(commitment);
    expect(world.state.before).toEqual({ id, commitment, seed: seedOf(1) });
    expect(world.show.said.slice(-2)).toEqual([
      `Secret of the wheel: ${seedOf(1)}`,
      `Check value of the wheel: ${world.view.commitment}`,
    ]);
    await world.spinOften(1);
    expect(world.state.spins.map(({ wheel, n }) => [wheel, n])).toEqual([
      [world.view.id, 1],
      [id, 3],
      [id, 2],
      [id, 1],
    ]);
    const { text } = await world.wheel.commands['wheel.export']({ wheel: id });
    expect(text.match(/^spin: /gm)).toHaveLength(3);
  });

  it('tells nothing of the seed before the wheel is put away', async () => {
    const world = new WheelWorld();
    await world.save({ announce: true });
    await world.spinOften(3);
    const { id, commitment } = world.view;
    expect(world.told).toContain(commitment);
    expect(world.told + JSON.stringify(world.show.said)).not.toContain(seedOf(1));
    const read = () => world.wheel.commands['wheel.export']({ wheel: id });
    await expect(read()).rejects.toMatchObject(refused('wheel-not-over'));
    await world.wheel.commands['wheel.end']({});
    await world.show.clock.advance(60_000);
    expect(world.view.seed).toBe(seedOf(1));
    expect(world.show.said.at(-1)).toContain(seedOf(1));
    expect((await read()).text).toContain(seedOf(1));
    await expect(world.wheel.commands['wheel.export']({ wheel: 99 })).rejects.toMatchObject(
      refused('wheel-none'),
    );
  });

  it('is needed first', async () => {
    const { commands } = new WheelWorld().wheel;
    await expect(commands['wheel.spin']({})).rejects.toMatchObject(refused('wheel-none'));
    await expect(commands['wheel.end']({})).rejects.toMatchObject(refused('wheel-none'));
    await expect(commands['wheel.drop']({})).rejects.toMatchObject(refused('wheel-none'));
  });
});

describe('a wheel whose app is killed', () => {
  it('between commitment and spin is bound to the same, and stops where it would have', async () => {
    const world = new WheelWorld();
    await world.save();
    const { commitment } = world.view;
    world.restart();
    expect(world.view).toMatchObject({ commitment, seed: null });
    await world.spin();
    const { turn } = world.view;
    world.restart();
    expect(world.view.turn).toEqual(turn);
    await world.show.clock.advance(TURN_MS);
    expect(world.view.turn).toMatchObject({ result: resultOf(1) });
    expect(world.seeds).toBe(1);
  });

  it('while it turned shows the result at once if its time is over, and says it once', async () => {
    const world = new WheelWorld();
    await world.save({ announce: true });
    await world.spin();
    await world.show.clock.advance(1_000);
    world.show.stop();
    await world.show.clock.advance(3_600_000);
    world.restart();
    await world.show.clock.advance(0);
    expect(world.view.turn).toMatchObject({ n: 1, result: resultOf(1) });
    world.restart();
    await world.show.clock.advance(60_000);
    const told = world.show.said.filter((said) => said.includes('stopped at'));
    expect(told).toEqual([`The wheel stopped at: ${resultOf(1)?.name}`]);
  });

  it('loses no donation: what waited, and what came while it was off, spins then', async () => {
    const world = new WheelWorld();
    await world.save();
    await world.spin();
    world.show.hear(donates('a', 1_000), donates('b', 1_000));
    world.show.write([donates('c', 1_000)(world.show.lastSeq + 1, world.show.clock.now())]);
    world.restart();
    expect(world.view).toMatchObject({ waiting: 3, turn: { n: 1 } });
    for (let each = 0; each < 4; each += 1) {
      await world.show.clock.advance(TURN_MS / 2);
      world.restart();
      await world.show.clock.advance(TURN_MS / 2 + WHEEL_REST_MS);
      world.restart();
    }
    await world.show.clock.advance(TURN_MS);
    expect(world.state.spins.map(({ name }) => name)).toEqual(['c', 'b', 'a', null]);
  });
});

describe('a viewer who is forgotten', () => {
  it('is gone from every spin, also of wheels before; the spins stay', async () => {
    const world = new WheelWorld();
    await world.save();
    world.show.hear(donates('somebody', 1_000));
    await world.show.clock.advance(TURN_MS + WHEEL_REST_MS);
    await world.save({ sections: sectionsOf(1, 1) });
    world.show.hear(donates('somebody', 1_000), donates('somebody', 1_000));
    await world.show.clock.advance(1_000);
    expect(world.state.spins).toMatchObject([{ name: 'somebody' }]);
    world.feature.forget('somebody');
    const repository = world.show.ledger.show;
    const kept = repository.ids().map((id) => [repository.find(id), repository.journal(id, 0, 10)]);
    expect(JSON.stringify(kept) + world.told).not.toContain('somebody');
    await world.show.clock.advance(2 * (TURN_MS + WHEEL_REST_MS));
    expect(world.state.spins).toHaveLength(3);
  });
});
