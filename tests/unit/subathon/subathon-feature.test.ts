import { describe, expect, it } from 'vitest';
import { leftAt } from '../../../shared/overlay/subathon-clock.ts';
import { gives } from '../show/show-world.ts';
import { CONFIG, cheers, SubathonWorld, timeOf } from './subathon-world.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const refused = (code: string) => ({ problem: { code } });

async function begun(config: Partial<typeof CONFIG> = {}) {
  const world = new SubathonWorld();
  const feature = world.run();
  await feature.commands['subathon.begin']({ ...CONFIG, ...config });
  const left = () => leftAt(timeOf(feature), world.clock.now());
  const written = () => world.ledger.show.journal(1, 0, 100).length;
  return { world, feature, commands: feature.commands, left, written };
}

/** Until it is called back, the ledger takes no entries. */
function fillDisk({ ledger }: SubathonWorld): () => void {
  const { append } = ledger.show;
  ledger.show.append = () => {
    throw new Error('disk full');
  };
  return () => {
    ledger.show.append = append;
  };
}

describe('a subathon clock while the computer’s clock is set', () => {
  it('writes nothing where nobody sets it', async () => {
    const { world, left, written } = await begun();
    await world.clock.advance(10 * SECOND);
    expect([left(), written()]).toEqual([10 * MINUTE - 10 * SECOND, 0]);
  });

  it('moves once, though the disk refuses it at first', async () => {
    const { world, feature, left, written } = await begun();
    const freeDisk = fillDisk(world);
    world.clock.jump(HOUR);
    await world.clock.advance(3 * SECOND);
    world.hear();
    const pausing = feature.commands['subathon.pause']({ paused: true });
    await expect(pausing).rejects.toThrow('disk full');
    world.clock.jump(HOUR);
    await world.clock.advance(SECOND);
    freeDisk();
    await world.clock.advance(3 * SECOND);
    expect(left()).toBe(10 * MINUTE - 7 * SECOND);
    expect(written(), 'one move by both').toBe(1);
  });

  it('is what it was at its end, and the next one has its whole time', async () => {
    const { world, feature, commands, left } = await begun();
    await world.clock.advance(MINUTE);
    await commands['subathon.finish']({});
    const finished = structuredClone(feature.view());
    world.clock.jump(HOUR);
    world.hear(gives('a', 700));
    expect(feature.view()).toEqual(finished);
    world.clock.jump(-2 * HOUR);
    await commands['subathon.begin'](CONFIG);
    expect(left()).toBe(10 * MINUTE);
    await world.clock.advance(2 * SECOND);
    expect(left()).toBe(10 * MINUTE - 2 * SECOND);
  });

  it('does not say again that its time is up', async () => {
    const { world, commands } = await begun();
    await world.clock.advance(11 * MINUTE);
    expect(world.said).toHaveLength(1);
    for (const jump of [HOUR, -2 * HOUR]) {
      world.clock.jump(jump);
      await world.clock.advance(2 * HOUR);
    }
    expect(world.said).toHaveLength(1);
    await expect(commands['subathon.pause']({ paused: true })).rejects.toMatchObject(
      refused('subathon-out'),
    );
  });

  it('looks at it every second as long as it is not finished, and no longer than the app runs', async () => {
    const { world, feature, commands } = await begun();
    expect(world.clock.untilNext).toBe(SECOND);
    await world.clock.advance(20 * MINUTE);
    expect(world.clock.untilNext, 'the time is up').toBe(SECOND);
    await commands['subathon.finish']({});
    await world.clock.advance(MINUTE);
    expect(world.clock.pendingTimers).toBe(0);
    await commands['subathon.begin'](CONFIG);
    expect(world.clock.untilNext).toBe(SECOND);
    world.stop();
    world.owned.dispose();
    expect(world.clock.pendingTimers).toBe(0);
    expect(feature.view()).not.toBeNull();
  });

  it('is followed after a restart, too', async () => {
    const { world } = await begun();
    const feature = world.run();
    world.clock.jump(HOUR);
    await world.clock.advance(SECOND);
    expect(leftAt(timeOf(feature), world.clock.now())).toBe(10 * MINUTE - SECOND);
  });
});

describe('what the streamer does to a subathon clock', () => {
  const all = [
    ['pause', { paused: true }],
    ['set-speed', { percent: 150 }],
    ['set-happy', { happy: null }],
    ['add', { seconds: 5 }],
    ['set-limit', { limitHours: 5 }],
    ['set-rules', { rules: [] }],
    ['finish', {}],
  ] as const;

  it.each(all)('is refused where none runs: %s', async (name, args) => {
    const world = new SubathonWorld();
    const { commands, view } = world.run();
    const run: (asked: never) => Promise<unknown> = commands[`subathon.${name}`];
    await expect(run(args as never)).rejects.toMatchObject(refused('subathon-none'));
    await commands['subathon.begin'](CONFIG);
    await commands['subathon.finish']({});
    const finished = structuredClone(view());
    await expect(run(args as never)).rejects.toMatchObject(refused('subathon-none'));
    expect(view()).toEqual(finished);
  });

  it('takes a finished one off the overlay, and none that runs', async () => {
    const world = new SubathonWorld();
    const { commands, view, feeds } = world.run();
    const clear = () => commands['subathon.clear']({});
    expect(feeds.subathon.read()).toEqual({ clock: null, last: null });
    await expect(clear()).rejects.toMatchObject(refused('subathon-none'));
    await commands['subathon.begin'](CONFIG);
    await expect(clear()).rejects.toMatchObject(refused('subathon-none'));
    expect(view()).not.toBeNull();
    await commands['subathon.finish']({});
    await clear();
    expect(feeds.subathon.read()).toEqual({ clock: null, last: CONFIG });
  });

  it('is a speed, a pause, and time by hand, which viewers see', async () => {
    const { world, feature, commands, left } = await begun();
    await commands['subathon.set-speed']({ percent: 200 });
    await world.clock.advance(MINUTE);
    await commands['subathon.pause']({ paused: true });
    await world.clock.advance(MINUTE);
    expect([left(), feature.leftMs()]).toEqual([8 * MINUTE, 8 * MINUTE]);
    await commands['subathon.add']({ seconds: 30 });
    await commands['subathon.add']({ seconds: -60 });
    await commands['subathon.pause']({ paused: false });
    await world.clock.advance(MINUTE);
    expect(left()).toBe(5.5 * MINUTE);
    expect(feature.view()?.recent.map(({ seq, ms }) => [seq, ms])).toEqual([
      [-2, -MINUTE],
      [-1, 30 * SECOND],
    ]);
  });

  it('is nothing where no time is added', async () => {
    const { feature, commands, written } = await begun();
    await commands['subathon.add']({ seconds: 0 });
    expect([written(), feature.view()?.recent]).toEqual([0, []]);
  });

  it('cannot pause or hasten it at the moment at which its time is up', async () => {
    const { world, commands } = await begun();
    await world.clock.advance(10 * MINUTE);
    for (const doing of [
      commands['subathon.pause']({ paused: true }),
      commands['subathon.set-speed']({ percent: 150 }),
    ]) {
      await expect(doing).rejects.toMatchObject(refused('subathon-out'));
    }
  });

  it('cannot go beyond its latest end from that moment on, and can before', async () => {
    const { world, feature, commands, left } = await begun({ minutes: 120, limitHours: 1 });
    await world.clock.advance(HOUR - 1);
    await commands['subathon.add']({ seconds: 60 });
    await commands['subathon.set-limit']({ limitHours: 1 });
    expect(left()).toBe(1);
    await world.clock.advance(1);
    for (const doing of [
      commands['subathon.add']({ seconds: 60 }),
      commands['subathon.set-limit']({ limitHours: 1 }),
    ]) {
      await expect(doing).rejects.toMatchObject(refused('subathon-limit'));
    }
    await commands['subathon.set-limit']({ limitHours: 2 });
    expect(timeOf(feature).endBy).toBe((feature.view()?.beganAt ?? 0) + 2 * HOUR);
    expect(left()).toBe(HOUR);
  });

  it('begins a happy hour, which is said in chat, and ends it in silence', async () => {
    const { world, feature, commands } = await begun();
    await commands['subathon.set-happy']({ happy: { factor: 150, minutes: 5 } });
    const until = world.clock.now() + 5 * MINUTE;
    expect(feature.view()?.happy).toEqual({ factor: 150, until });
    world.hear(gives('a', 7));
    expect(feature.view()?.tallies[0]?.ms).toBe(1_500);
    await commands['subathon.set-happy']({ happy: null });
    expect(feature.view()?.happy).toBeNull();
    world.hear(gives('a', 7));
    expect(feature.view()?.tallies[0]?.ms).toBe(2_500);
    await world.clock.advance(MINUTE);
    expect(world.said).toEqual(['Happy hour! Time added to the clock counts ×1.5.']);
  });

  it('is said in chat only where the streamer wants that', async () => {
    const { world, commands } = await begun({ announce: false });
    await commands['subathon.set-happy']({ happy: { factor: 150, minutes: 5 } });
    await world.clock.advance(HOUR);
    expect(world.said).toEqual([]);
    expect(world.marked).toHaveLength(1);
  });
});

describe('what is told of a subathon clock', () => {
  it('is one object until something changes, then the new one, to all who listen', async () => {
    const { world, feature, commands } = await begun();
    const { view, onChange, feeds } = feature;
    const heard: unknown[] = [];
    onChange(() => heard.push(view()?.tallies[1]?.count));
    feeds.subathon.onChange(() => heard.push(feeds.subathon.read().clock?.tallies[1]?.count));
    expect(view()).toBe(view());
    expect(feeds.subathon.read()).toBe(feeds.subathon.read());
    world.hear(cheers(3));
    expect(heard).toEqual([1, 1]);
    await commands['subathon.set-rules']({ rules: CONFIG.rules.slice(1) });
    expect(feeds.subathon.read().last?.rules).toEqual(CONFIG.rules.slice(1));
  });

  it('has what is left only while one runs', async () => {
    const world = new SubathonWorld();
    const { commands, leftMs } = world.run();
    expect(leftMs()).toBeNull();
    await commands['subathon.begin'](CONFIG);
    await world.clock.advance(MINUTE);
    expect(leftMs()).toBe(9 * MINUTE);
    await world.clock.advance(HOUR);
    expect(leftMs()).toBe(0);
    await commands['subathon.add']({ seconds: 60 });
    await commands['subathon.finish']({});
    expect(leftMs()).toBeNull();
  });
});
