import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../electron/base/log.ts';
import { sessionMemory } from '../../../electron/session/session-memory.ts';
import { settle } from '../../support/virtual-clock.ts';
import { MemoryVault } from '../auth/fakes.ts';

const OWNER = 'https://platform.example client-1';
const SESSION = {
  url: 'wss://socket.example/?type=OPENAPI_SESSION&sessionKey=the-session-key',
  sessionKey: 'the-session-key',
  createdAt: 1_700_000_000_000,
};

function setUp(kept?: unknown) {
  const vault = new MemoryVault();
  if (kept !== undefined) {
    vault.values.set('session', typeof kept === 'string' ? kept : JSON.stringify(kept));
  }
  const redactor = new Redactor();
  return { vault, redactor, memory: sessionMemory(vault, redactor, OWNER) };
}

describe('the session memory', () => {
  it('gives back after a restart what was kept', async () => {
    const { vault, memory } = setUp();
    expect(await memory.load()).toBeNull();
    await memory.save(SESSION);
    expect(await sessionMemory(vault, new Redactor(), OWNER).load()).toEqual(SESSION);
  });

  it('knows nothing of the session of another application or platform', async () => {
    const { vault, memory } = setUp();
    await memory.save(SESSION);
    const other = sessionMemory(vault, new Redactor(), 'https://platform.example client-2');
    expect(await other.load()).toBeNull();
  });

  it.each([
    ['no JSON', '{"url":'],
    ['another kind of JSON', '[]'],
    ['an empty text', ''],
    ['a field missing', { ...SESSION, owner: OWNER, sessionKey: undefined }],
    ['an empty key', { ...SESSION, owner: OWNER, sessionKey: '' }],
    ['a time in words', { ...SESSION, owner: OWNER, createdAt: 'yesterday' }],
    ['no address at all', { ...SESSION, owner: OWNER, url: 'nonsense' }],
    ['an address that is not encrypted', { ...SESSION, owner: OWNER, url: 'ws://socket.example/' }],
    ['an address for pages', { ...SESSION, owner: OWNER, url: 'https://socket.example/' }],
    ['no owner', SESSION],
  ])('takes %s for nothing', async (_name, kept) => {
    expect(await setUp(kept).memory.load()).toBeNull();
  });

  it('may keep a plain address on this machine, as test servers have', async () => {
    const local = { ...SESSION, url: 'ws://127.0.0.1:4000/?sessionKey=the-session-key' };
    expect(await setUp({ ...local, owner: OWNER }).memory.load()).toEqual(local);
  });

  it('forgets', async () => {
    const { vault, memory } = setUp();
    await memory.save(SESSION);
    await memory.forget();
    expect(await memory.load()).toBeNull();
    expect(vault.values.has('session')).toBe(false);
  });

  it('has forgotten although the vault could not be written', async () => {
    const { vault, memory } = setUp();
    await memory.save(SESSION);
    vault.failWrites = true;
    await expect(memory.forget()).rejects.toThrow('full');
    expect(await memory.load()).toBeNull();
    vault.failWrites = false;
    await memory.save({ ...SESSION, createdAt: 5 });
    expect(await memory.load()).toMatchObject({ createdAt: 5 });
  });

  it('keeps the key out of every log, whether it was just made or kept', async () => {
    const making = setUp();
    await making.memory.save(SESSION);
    expect(making.redactor.clean('got the-session-key')).toBe('got [hidden]');
    const loading = setUp({ ...SESSION, owner: OWNER });
    await loading.memory.load();
    expect(loading.redactor.clean('got the-session-key')).toBe('got [hidden]');
  });

  it('can be waited for before the process ends', async () => {
    const { vault, memory } = setUp();
    const gate = Promise.withResolvers<void>();
    vault.gate = gate.promise;
    void memory.save(SESSION);
    let isFlushed = false;
    const flushed = memory.flush().then(() => {
      isFlushed = true;
    });
    await settle();
    expect(isFlushed).toBe(false);
    gate.resolve();
    await flushed;
    expect(vault.values.has('session')).toBe(true);
  });

  it('does one thing after the other', async () => {
    const { vault, memory } = setUp();
    const gate = Promise.withResolvers<void>();
    vault.gate = gate.promise;
    const saved = memory.save(SESSION);
    const forgotten = memory.forget();
    const loaded = memory.load();
    gate.resolve();
    await Promise.all([saved, forgotten]);
    expect(await loaded).toBeNull();
    expect(vault.values.has('session')).toBe(false);
  });

  it('waits for a write that fails without failing', async () => {
    const { vault, memory } = setUp();
    vault.failWrites = true;
    const saved = memory.save(SESSION);
    await expect(saved).rejects.toThrow('full');
    await memory.flush();
  });

  it('says it when the vault cannot be read', async () => {
    const { vault, memory } = setUp();
    vault.failReads = true;
    await expect(memory.load()).rejects.toThrow('does not read');
  });
});
