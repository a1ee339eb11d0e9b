import { describe, expect, it } from 'vitest';
import { Slices, Turns } from '../../../electron/base/slices.ts';

/** A machine on which every step of the work takes `stepMs`. */
function machine(stepMs: number) {
  const said: string[] = [];
  let now = 0;
  const slices = new Slices({ monotonic: () => now }, async () => {
    said.push('turn');
  });
  function* work(name: string, steps: number): Generator<undefined, string, undefined> {
    for (let step = 0; step < steps; step += 1) {
      now += stepMs;
      said.push(name);
      yield;
    }
    return name;
  }
  return { said, slices, work };
}

describe('long work', () => {
  it('lets everything else have its turn every 20 ms', async () => {
    const { said, slices, work } = machine(10);
    expect(await slices.run(work('a', 5))).toBe('a');
    expect(said).toEqual(['a', 'a', 'turn', 'a', 'a', 'turn', 'a']);
  });

  it('waits for other long work: slices never follow each other in one turn', async () => {
    const { said, slices, work } = machine(20);
    await Promise.all([slices.run(work('a', 2)), slices.run(work('b', 2))]);
    expect(said).toEqual(['a', 'turn', 'a', 'turn', 'b', 'turn', 'b', 'turn']);
  });

  it('that fails says so, and the next is carried out', async () => {
    const { slices, work } = machine(1);
    // biome-ignore lint/correctness/useYield: it fails before its first pause
    const broken = (function* (): Generator<undefined, never, undefined> {
      throw new Error('no list');
    })();
    await expect(slices.run(broken)).rejects.toThrow('no list');
    expect(await slices.run(work('a', 1))).toBe('a');
  });

  it('gives the real event loop its turns', async () => {
    let now = 0;
    const slices = new Slices({ monotonic: () => (now += 20) });
    let turns = 0;
    const count = setInterval(() => {
      turns += 1;
    }, 0);
    await slices.run(
      (function* (): Generator<undefined, void, undefined> {
        while (turns < 3) yield;
      })(),
    );
    clearInterval(count);
    expect(turns).toBe(3);
  });
});

it('turns are given out one in a round of the event loop, in the order they were asked for', async () => {
  const turns = new Turns();
  let rounds = 0;
  const count = (): void => {
    rounds += 1;
    if (rounds < 100) setImmediate(count);
  };
  setImmediate(count);
  const had: [string, number][] = [];
  await Promise.all(
    ['a', 'b', 'c'].map((name) => turns.next().then(() => void had.push([name, rounds]))),
  );
  expect(had.map(([name]) => name)).toEqual(['a', 'b', 'c']);
  expect(new Set(had.map(([, round]) => round)).size).toBe(3);
});
