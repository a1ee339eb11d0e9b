import { describe, expect, it } from 'vitest';
import { API_KEYS_MOST } from '../../../shared/contract/doors.ts';
import { settle } from '../../support/virtual-clock.ts';
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
    let told = 0;
    world.doors.feeds.doors.onChange(() => {
      told += 1;
    });
    await expect(world.makeKey()).rejects.toThrow('the disk is full');
    expect(world.state.keys).toHaveLength(1);
    expect(told).toBe(2);
    world.vault.failWrites = false;
    await world.makeKey();
    expect(world.state.keys).toHaveLength(2);
  });

  it('that are damaged in the vault open nothing, and new ones can be made', async () => {
    const vault = new MemoryVault();
    await vault.write('api-keys', '"what?"');
    const world = await DoorsWorld.start({ vault });
    expect(world.state.keys).toEqual([]);
    expect(world.lines).toMatchObject([{ level: 'error' }]);
    await world.makeKey();
    expect(world.state.keys).toHaveLength(1);
  });

  it('that another version made are read without the scopes that are not known', async () => {
    const vault = new MemoryVault();
    const key = { id: 'k', name: 'a tool', digest: '', origins: [], createdAt: 1, lastUsedAt: 2 };
    const scopes = ['world:control', 'chat:send', 'events:read'];
    await vault.write('api-keys', JSON.stringify([{ ...key, scopes }]));
    const world = await DoorsWorld.start({ vault });
    expect(world.state.keys).toEqual([
      {
        id: 'k',
        name: 'a tool',
        origins: [],
        createdAt: 1,
        lastUsedAt: 2,
        scopes: ['events:read', 'chat:send'],
        connected: 0,
      },
    ]);
  });

  it('are listed, the newest first, with what they may do and how many use them', async () => {
    const world = await DoorsWorld.start();
    expect(world.lines).toEqual([]);
    let told = 0;
    world.doors.feeds.doors.onChange(() => {
      told += 1;
    });
    await world.makeKey(['chat:send'], ['https://tool.example']);
    await world.makeKey();
    expect(told).toBe(2);
    expect(world.state).toEqual({
      address: `${world.world.pageServer.base}/api/v1`,
      keys: [
        expect.objectContaining({ scopes: ['events:read'], connected: 0 }),
        {
          id: expect.stringMatching(/^[0-9a-f]{16}$/),
          name: 'a tool',
          scopes: ['chat:send'],
          origins: ['https://tool.example'],
          createdAt: world.clock.now(),
          lastUsedAt: null,
          connected: 0,
        },
      ],
    });
    expect(world.state).toBe(world.state);
    const [first, second] = [await world.knock(), await world.knock()];
    for (const program of [first, second]) {
      program.send({ type: 'hello', key: await world.makeKey(['chat:send']) });
      await program.next();
    }
    expect(world.state.keys.map(({ connected }) => connected)).toEqual([1, 1, 0, 0]);
    await first.cut();
    await expect.poll(() => world.state.keys.map((key) => key.connected)).toEqual([1, 0, 0, 0]);
    await second.cut();
  });

  it('that are revoked open nothing, and leave the others', async () => {
    const world = await DoorsWorld.start();
    const keys = [await world.makeKey(), await world.makeKey(), await world.makeKey()];
    const revoke = (id: string) => world.doors.commands['doors.revoke-key']({ id });
    const id = world.state.keys[1]?.id ?? '';
    await revoke(id);
    const statuses = keys.map(async (key) => {
      const { status } = await world.ask('/', { headers: { Authorization: `Bearer ${key}` } });
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
    await expect(revoke(id)).rejects.toMatchObject({ problem: { code: 'doors-no-key' } });
    expect(JSON.parse(world.vault.values.get('api-keys') ?? '')).toHaveLength(2);
  });

  it('that are revoked open nothing even where the disk refuses, which is said', async () => {
    const world = await DoorsWorld.start();
    const program = await world.program();
    world.vault.failWrites = true;
    const [{ id = '' } = {}] = world.state.keys;
    const revoked = world.doors.commands['doors.revoke-key']({ id });
    await expect(revoked).rejects.toThrow('the disk is full');
    expect(await program.closed).toBe(1008);
    expect(world.state.keys).toEqual([]);
  });

  it('are written one after another, so that the last word stays', async () => {
    const world = await DoorsWorld.start();
    let open = (): void => undefined;
    world.vault.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const first = world.makeKey();
    await settle();
    world.vault.gate = Promise.resolve();
    const second = world.makeKey();
    await settle();
    open();
    await Promise.all([first, second]);
    expect(JSON.parse(world.vault.values.get('api-keys') ?? '')).toHaveLength(2);
  });

  it('are used all the same where the disk does not keep when', async () => {
    const world = await DoorsWorld.start();
    const key = await world.makeKey();
    world.vault.failWrites = true;
    const answer = await world.ask('/', { headers: { Authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    expect(world.state.keys[0]?.lastUsedAt).toBe(world.clock.now());
    expect(world.lines).toMatchObject([
      { level: 'info' },
      { level: 'warn', message: 'the last use of a key was not kept' },
    ]);
  });

  it('say when they were last used also after somebody set the clock back', async () => {
    const world = await DoorsWorld.start();
    const key = await world.makeKey();
    const other = await world.makeKey();
    const use = (by: string) => world.ask('/', { headers: { Authorization: `Bearer ${by}` } });
    await use(key);
    world.clock.jump(-86_400_000);
    await use(key);
    expect(world.state.keys.map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, world.clock.now()]);
    world.clock.jump(59_999);
    const at = world.clock.now();
    await use(key);
    expect(world.state.keys[1]?.lastUsedAt).toBe(at - 59_999);
    await use(other);
    expect(world.state.keys[0]?.lastUsedAt).toBe(at);
  });

  it(`are at most ${API_KEYS_MOST}`, async () => {
    const world = await DoorsWorld.start();
    for (let made = 0; made < API_KEYS_MOST; made += 1) await world.makeKey();
    await expect(world.makeKey()).rejects.toMatchObject({
      problem: { code: 'doors-keys-full', values: { most: API_KEYS_MOST } },
    });
  });
});
