import { afterEach } from 'vitest';
import { FleetWorld } from './fleet-world.ts';

const worlds: FleetWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

/** A fleet with these channels and hosts, ten seconds old. It is disposed after the test. */
export async function setUp(channels: readonly string[], hosts: readonly string[] = ['a']) {
  const world = new FleetWorld();
  worlds.push(world);
  for (const channel of channels) await world.add(channel);
  for (const host of hosts) world.join(host);
  await world.clock.advance(10_000);
  return world;
}

/** Publishes to each channel twenty times a second for so long, and waits `restMs` more; the texts. */
export async function flow(
  world: FleetWorld,
  channels: readonly string[],
  ms: number,
  restMs = 1_000,
) {
  const texts: string[] = [];
  for (let passed = 0; passed < ms; passed += 50) {
    for (const channel of channels) {
      const text = `${channel} ${world.clock.monotonic()}`;
      texts.push(text);
      world.publish(channel, text);
    }
    await world.clock.advance(Math.min(50, ms - passed));
  }
  await world.clock.advance(restMs);
  return texts;
}

/** How many channels are open where. */
export const counts = (world: FleetWorld, channels: readonly string[]): Record<string, number> => {
  const all: Record<string, number> = {};
  for (const channel of channels) {
    const place = world.placesOf(channel).join('+');
    all[place] = (all[place] ?? 0) + 1;
  }
  return all;
};

export const FOUR = ['one', 'two', 'three', 'four'];
