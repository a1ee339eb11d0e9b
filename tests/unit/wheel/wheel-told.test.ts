import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Audience } from '../../../electron/features/show/index.ts';
import { WHEEL, WHEEL_REST_MS, type WheelEntry } from '../../../electron/features/wheel/wheel.ts';
import { wheelProof } from '../../../electron/features/wheel/wheel-proof.ts';
import {
  newWheel,
  pastOf,
  placeOf,
  type Wheel,
} from '../../../electron/features/wheel/wheel-state.ts';
import { slicesOf, wheelView } from '../../../electron/features/wheel/wheel-view.ts';
import type { WheelConfig } from '../../../shared/contract/wheel.ts';
import { gives, says } from '../show/show-world.ts';
import { temporaryFolder } from '../storage/support.ts';
import { CONFIG, sectionsOf, seedOf, TURN_MS, WheelWorld } from './wheel-world.ts';

const AUDIENCE: Audience = {
  isBlocked: () => false,
  monthsOf: () => null,
  isFollower: () => false,
  roleOf: () => 'viewer',
};

const AT = 1_000_000;
const refused = (code: string) => ({ problem: { code } });

const made = (config: Partial<WheelConfig> = {}) =>
  newWheel({ ...CONFIG, ...config }, { at: AT, seed: seedOf(1), past: [], before: null });

/** What they say in chat, and the wheel after them. */
function folded(wheel: Wheel, ...entries: readonly WheelEntry[]) {
  let state = wheel;
  const said: unknown[] = [];
  for (const entry of entries) {
    const next = WHEEL.fold(state, WHEEL.readEntry(JSON.parse(JSON.stringify(entry))));
    state = next.state;
    for (const effect of next.effects ?? []) if (effect.type === 'say') said.push(effect.text.key);
  }
  return { wheel: state, said };
}

const spin = (at: number, name: string | null = null): WheelEntry => ({
  type: 'spin',
  at,
  by: 'page',
  who: name,
  name,
});

describe('what viewers see of a wheel', () => {
  it('is how it was made, until it is spun and put away', () => {
    const sections = sectionsOf(3, 5, 1);
    const wheel = made({ sections });
    const still = {
      id: 4,
      title: '벌칙',
      commitment: wheel.commitment,
      seed: null,
      weight: 9,
      sectionCount: 3,
      least: 1,
      most: 5,
      slices: sections.map((section) => ({ ...section, count: 1 })),
      turn: null,
      waiting: 0,
      endedAt: null,
    };
    expect(wheelView(4, wheel)).toEqual(still);
    const give: WheelEntry = { type: 'give', who: 'a', name: 'Ann', beams: 1_000 };
    const first = placeOf(wheel, 1);
    const turning = folded(wheel, spin(AT + 7, 'Bob'), give).wheel;
    const turn = {
      n: 1,
      startedAt: AT + 7,
      ms: TURN_MS,
      from: 0,
      to: first.angle,
      name: 'Bob',
      by: 'page',
      result: null,
    };
    expect(wheelView(4, turning)).toEqual({ ...still, turn, waiting: 1 });
    const stopped = folded(turning, { type: 'stop', at: AT + 9 }).wheel;
    const result = sections[first.section];
    expect(wheelView(4, stopped).turn).toEqual({ ...turn, result });
    const second = folded(stopped, { type: 'next', at: AT + 20 }).wheel;
    expect(wheelView(4, second)).toMatchObject({
      waiting: 0,
      turn: {
        n: 2,
        startedAt: AT + 20,
        from: first.angle,
        to: placeOf(wheel, 2).angle,
        name: 'Ann',
        by: 'donation',
        result: null,
      },
    });
    const over = folded(second, { type: 'stop', at: AT + 30 }, { type: 'end', at: AT + 31 }).wheel;
    expect(wheelView(4, over)).toMatchObject({ seed: seedOf(1), endedAt: AT + 31 });
  });

  it('joins what is too narrow, with how many sections it is', () => {
    // Of 800: 20 is just likely enough to stay alone, 19 is not.
    const weights = [...Array(30).fill(10), 20, ...Array(28).fill(15), 19, 21, 20];
    const sections = sectionsOf(...weights);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(800);
    const pair = (first: number, weight: number) => ({
      name: `section ${first}`,
      count: 2,
      weight: 2 * weight,
    });
    expect(slicesOf({ sections })).toEqual([
      ...Array.from({ length: 15 }, (_, at) => pair(1 + 2 * at, 10)),
      { name: 'section 31', count: 1, weight: 20 },
      ...Array.from({ length: 14 }, (_, at) => pair(32 + 2 * at, 15)),
      { name: 'section 60', count: 1, weight: 19 },
      { name: 'section 61', count: 1, weight: 21 },
      { name: 'section 62', count: 1, weight: 20 },
    ]);
  });

  it('ends with what is too narrow, too', () => {
    const sections = sectionsOf(...Array(60).fill(100), 1, 1, 1);
    expect(slicesOf({ sections }).at(-1)).toEqual({ name: 'section 61', count: 3, weight: 3 });
  });
});

describe('the spins of a wheel', () => {
  it('are listed once they have stopped, the newest of a hundred first, then those before', () => {
    let wheel = made();
    const before = pastOf(3, folded(wheel, spin(AT), { type: 'stop', at: AT }).wheel);
    wheel = newWheel(CONFIG, { at: AT, seed: seedOf(2), past: before, before: null });
    wheel = folded(wheel, spin(AT + 1)).wheel;
    expect(pastOf(5, wheel)).toEqual(before);
    wheel = folded(wheel, { type: 'stop', at: AT + 2 }).wheel;
    const { section } = placeOf(wheel, 1);
    expect(pastOf(5, wheel)).toEqual([
      {
        wheel: 5,
        n: 1,
        at: AT + 1,
        by: 'page',
        who: null,
        name: null,
        beams: null,
        section: CONFIG.sections[section]?.name,
      },
      ...before,
    ]);
    for (let n = 2; n <= 101; n += 1) {
      wheel = folded(wheel, spin(AT + n), { type: 'stop', at: AT + n }).wheel;
      expect(pastOf(5, wheel)).toHaveLength(Math.min(100, n + 1));
    }
    expect(pastOf(5, wheel).map(({ n }) => n)).toEqual(
      Array.from({ length: 100 }, (_, at) => 101 - at),
    );
    const next = newWheel(CONFIG, {
      at: AT,
      seed: seedOf(3),
      past: pastOf(5, wheel),
      before: null,
    });
    expect(pastOf(6, folded(next, spin(AT), { type: 'stop', at: AT }).wheel)).toHaveLength(100);
    expect(WHEEL.outcome?.(wheel)).toEqual({ kind: 'wheel', title: '벌칙', spins: 101 });
  });

  it('are under names of forty characters at most, or under none', () => {
    const long = '😀'.repeat(41);
    const cut = `${'😀'.repeat(39)}…`;
    const profile = { nickname: long, badges: [] };
    const wheel = made();
    for (const [said, name] of [
      [says('m', '!wheel', { senderRole: 'manager', profile }), cut],
      [gives('a', 1_000, { donatorNickname: long }), cut],
      [gives('a', 1_000, { donatorNickname: 'Ann' }), 'Ann'],
      [gives('a', 1_000, { donatorNickname: null }), null],
    ] as const) {
      expect(WHEEL.hear(wheel, said(1, AT), AUDIENCE)).toMatchObject({ name });
    }
    const unknown = gives('a', 0, { payAmount: null });
    expect(WHEEL.hear(wheel, unknown(2, AT), AUDIENCE)).toBeNull();
  });

  it('are due to stop, and to begin after the result stood for a while', () => {
    const give: WheelEntry = { type: 'give', who: 'a', name: 'Ann', beams: 1_000 };
    let { wheel } = folded(made(), spin(AT), give);
    const stops = AT + TURN_MS;
    expect(WHEEL.dueAt(made())).toBeNull();
    expect([WHEEL.dueAt(wheel), WHEEL.due(wheel, stops - 1)]).toEqual([stops, null]);
    expect(WHEEL.due(wheel, stops)).toEqual({ type: 'stop', at: stops });
    ({ wheel } = folded(wheel, { type: 'stop', at: stops + 50 }));
    const next = stops + 50 + WHEEL_REST_MS;
    expect([WHEEL.dueAt(wheel), WHEEL.due(wheel, next - 1)]).toEqual([next, null]);
    expect(WHEEL.due(wheel, next + 9)).toEqual({ type: 'next', at: next + 9 });
    ({ wheel } = folded(wheel, { type: 'drop' }));
    expect(WHEEL.dueAt(wheel)).toBeNull();
    ({ wheel } = folded(wheel, { type: 'end', at: next }));
    expect([WHEEL.dueAt(wheel), WHEEL.endedAt(wheel)]).toEqual([null, next]);
  });

  it('are said in chat for whom they were, where the streamer wants that', () => {
    const all: readonly WheelEntry[] = [
      { type: 'announce' },
      spin(AT),
      { type: 'stop', at: AT },
      spin(AT, 'Ann'),
      { type: 'stop', at: AT },
      { type: 'end', at: AT },
      { type: 'end', at: AT + 1 },
    ];
    expect(folded(made({ announce: false }), ...all).said).toEqual([]);
    const { wheel, said } = folded(made({ announce: true }), ...all);
    expect(said).toEqual([
      'wheel.say-commitment',
      'wheel.say-result',
      'wheel.say-result-for',
      'wheel.say-seed',
    ]);
    expect(wheel.endedAt).toBe(AT);
  });

  it('begin and stop only where there is one', () => {
    const { wheel, said } = folded(
      made({ announce: true }),
      { type: 'next', at: AT },
      { type: 'stop', at: AT },
      { type: 'end', at: AT },
    );
    expect([wheel.spins, wheel.turning, said]).toEqual([[], false, []]);
  });

  it('bind in chat when that is switched on, and not each time something is set', () => {
    const { sections: _, ...options } = CONFIG;
    const set = (announce: boolean): WheelEntry => ({
      type: 'set',
      options: { ...options, title: 'new', seconds: 9, announce },
    });
    const { wheel, said } = folded(made(), set(false), set(true), set(true));
    expect(said).toEqual(['wheel.say-commitment']);
    expect(wheel.config).toEqual({ ...CONFIG, title: 'new', seconds: 9, announce: true });
  });

  it('take nobody out but the one who is forgotten', () => {
    const give = (who: string): WheelEntry => ({ type: 'give', who, name: who, beams: 1_000 });
    const first = folded(made(), spin(AT, 'zoe'), { type: 'stop', at: AT }).wheel;
    const wheel = newWheel(CONFIG, {
      at: AT,
      seed: seedOf(2),
      past: pastOf(1, first),
      before: null,
    });
    const { wheel: now } = folded(wheel, spin(AT, 'bob'), give('zoe'), give('ann'));
    const { spins, waiting, past } = WHEEL.forget(now, 'zoe');
    expect(spins.map(({ who, name }) => [who, name])).toEqual([['bob', 'bob']]);
    expect(waiting.map(({ who, name }) => [who, name])).toEqual([
      [null, null],
      ['ann', 'ann'],
    ]);
    expect(past).toMatchObject([{ who: null, name: null, n: 1 }]);
  });
});

describe('a wheel that the streamer saves', () => {
  it.each<[string, Partial<WheelConfig>, boolean]>([
    ['the same', {}, false],
    ['another title, time, and price', { title: 'x', seconds: 9, beams: 5, byChat: false }, false],
    ['another weight', { sections: sectionsOf(3, 2, 2) }, true],
    ['another order', { sections: sectionsOf(3, 2, 1).toReversed() }, true],
    ['a section less', { sections: sectionsOf(3, 2) }, true],
    ['a section more', { sections: sectionsOf(3, 2, 1, 1) }, true],
    ['another name', { sections: [...sectionsOf(3, 2), { name: 'other', weight: 1 }] }, true],
  ])('is another one where its sections change: %s', async (_, config, another) => {
    const world = new WheelWorld();
    await world.save();
    const { id } = world.view;
    await world.save(config);
    expect(world.view.id !== id).toBe(another);
    expect(world.state.config).toEqual({ ...CONFIG, ...config });
    expect(world.state.before?.id ?? null).toBe(another ? id : null);
  });

  it('says which sections cannot be told apart, or seen', async () => {
    const world = new WheelWorld();
    const sections = [...sectionsOf(1, 1), { name: 'Ｓection 2', weight: 1 }, ...sectionsOf(1)];
    await expect(world.save({ sections })).rejects.toMatchObject({
      problem: { code: 'wheel-look-alike', values: { one: 'section 2', other: 'Ｓection 2' } },
    });
    const unseen = [...sectionsOf(1, 1), { name: '\u3164', weight: 1 }];
    await expect(world.save({ sections: unseen })).rejects.toMatchObject({
      problem: { code: 'wheel-unseen', values: { section: 3 } },
    });
    const first = [{ name: '\u3164', weight: 1 }, ...sectionsOf(1)];
    await expect(world.save({ sections: first })).rejects.toMatchObject({
      problem: { code: 'wheel-unseen', values: { section: 1 } },
    });
  });

  it('begins anew after one that was put away, with its spins and its proof', async () => {
    const world = new WheelWorld();
    expect([world.state, world.wheel.view()]).toEqual([
      { wheel: null, config: null, spins: [], before: null, missed: 0 },
      null,
    ]);
    await world.save();
    await world.spinOften(1);
    const { id, commitment } = world.view;
    await world.wheel.commands['wheel.end']({});
    for (const doing of ['wheel.spin', 'wheel.drop', 'wheel.end'] as const) {
      await expect(world.wheel.commands[doing]({})).rejects.toMatchObject(refused('wheel-none'));
    }
    expect(() => world.wheel.hands.spin()).toThrow(expect.objectContaining(refused('wheel-none')));
    await world.save();
    expect(world.view).toMatchObject({ turn: null, seed: null, endedAt: null });
    expect(world.state.before).toEqual({ id, commitment, seed: seedOf(1) });
    expect(world.state.spins).toMatchObject([{ wheel: id, n: 1 }]);
    expect(world.wheel.view()).toBe(world.wheel.view());
    expect(world.state).toBe(world.state);
  });

  it('is heard by all who listen, who read the new one', async () => {
    const world = new WheelWorld();
    await world.save();
    const heard: unknown[] = [];
    world.wheel.onChange(() => heard.push(world.wheel.view()?.turn?.n));
    world.wheel.feeds.wheel.onChange(() => heard.push(world.view.turn?.n));
    await world.spin();
    expect(heard).toEqual([1, 1]);
  });

  it('answers to its commands in every language, and to no others', () => {
    const { takes } = new WheelWorld().wheel;
    expect(['wheel', '룰렛', 'vote', ''].map(takes)).toEqual([true, true, false, false]);
  });
});

describe('the proof of a wheel', () => {
  it('is one line for each fact', async () => {
    const world = new WheelWorld();
    const began = new Date(world.show.clock.now()).toISOString();
    await world.save({ title: 'A\nB' });
    await world.spinOften(1);
    const ended = new Date(world.show.clock.now()).toISOString();
    await world.wheel.commands['wheel.end']({});
    const { id, commitment } = world.view;
    const { section } = placeOf({ seed: seedOf(1), ends: [3, 5, 6] }, 1);
    const { text } = await world.wheel.commands['wheel.export']({ wheel: id });
    expect(text.split('\n').slice(3)).toEqual([
      `wheel: ${id}`,
      'title: A B',
      `began: ${began}`,
      `ended: ${ended}`,
      `commitment: ${commitment}`,
      `seed: ${seedOf(1)}`,
      'sections: 3',
      'section: 1 3 section 1',
      'section: 2 2 section 2',
      'section: 3 1 section 3',
      'spins: 1',
      `spin: 1 ${section + 1} ${began} page section ${section + 1}`,
      '',
    ]);
    expect(wheelProof(1, made())).toContain('\nended: -\n');
  });

  it('is of a wheel, and of nothing else that the show keeps', async () => {
    const world = new WheelWorld();
    await world.save();
    await world.wheel.commands['wheel.end']({});
    const other = world.show.ledger.show.begin('vote', 0, {}, 0);
    const asked = world.wheel.commands['wheel.export']({ wheel: other });
    await expect(asked).rejects.toMatchObject(refused('wheel-none'));
  });

  it('says so where its file cannot be written', async () => {
    const world = new WheelWorld();
    await world.save();
    await world.wheel.commands['wheel.end']({});
    world.dataDir = join(temporaryFolder(), 'file');
    writeFileSync(world.dataDir, '');
    world.restart();
    const file = 'stagelight-wheel-1.txt';
    const asked = world.wheel.commands['wheel.export']({ wheel: world.view.id, file });
    await expect(asked).rejects.toMatchObject(refused('reports-export-not-saved'));
  });
});
