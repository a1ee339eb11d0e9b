import { describe, expect, it } from 'vitest';
import { API_KEYS_MOST } from '../../../shared/contract/doors.ts';
import { MemoryVault } from '../auth/fakes.ts';
import { DoorsWorld } from './doors-world.ts';

describe('the keys of the API', () => {
  it('open the app after a restart, and are kept as digests only', async () => {
    const vault = new MemoryVault();
    const first = await DoorsWorld.start({ vault });
    const key = await first.makeKey();
    expect(vault.values.get('api-keys')).not.toContain(key);
    expect(first.redactor.clean(`a line with ${key}`)).not.toContain(key);
    const next = await DoorsWorld.start({ vault });
    const answer = await next.ask('/', { headers: { Authorization: `Bearer ${key}` } });
    expect(await answer.json()).toMatchObject({ key: { name: 'a tool' } });
  });

  it('are never in the feed of the pages', async () => {
    const world = await DoorsWorld.start();
    const key = await world.makeKey();
    const text = JSON.stringify(world.state);
    expect(text).not.toContain(key);
    expect(text).not.toContain('digest');
  });

  it('say when they were last used, and the vault is written for it once an hour', async () => {
    const world = await DoorsWorld.start();
    const key = await world.makeKey();
    expect(world.state.keys[0]?.lastUsedAt).toBeNull();
    const writes = () => world.vault.journal.length;
    const before = writes();
    const use = () => world.ask('/', { headers: { Authorization: `Bearer ${key}` } });
    await use();
    const usedAt = world.clock.now();
    await use();
    expect(world.state.keys[0]?.lastUsedAt).toBe(usedAt);
    expect(writes()).toBe(before + 1);
    await world.clock.advance(60_000);
    await use();
    expect(world.state.keys[0]?.lastUsedAt).toBe(world.clock.now());
    expect(writes()).toBe(before + 1);
    await world.clock.advance(3_600_000);
    await use();
    expect(writes()).toBe(before + 2);
  });

  it('that the disk refuses do not open anything, and the others stay', async () => {
    const world = await DoorsWorld.start();
    await world.makeKey();
    world.vault.failWrites = true;
    await expect(world.makeKey()).rejects.toThrow('the disk is full');
    expect(world.state.keys).toHaveLength(1);
  });

  it('that are damaged in the vault open nothing, and new ones can be made', async () => {
    const vault = new MemoryVault();
    await vault.write('api-keys', '"what?"');
    const world = await DoorsWorld.start({ vault });
    expect(world.state.keys).toEqual([]);
    await world.makeKey();
    expect(world.state.keys).toHaveLength(1);
  });

  it(`are at most ${API_KEYS_MOST}`, async () => {
    const world = await DoorsWorld.start();
    for (let made = 0; made < API_KEYS_MOST; made += 1) await world.makeKey();
    await expect(world.makeKey()).rejects.toMatchObject({ problem: { code: 'doors-keys-full' } });
  });
});
