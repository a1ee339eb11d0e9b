import { describe, expect, it } from 'vitest';
import type { SecretName, Vault } from '../../../electron/auth/ports.ts';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { makeKey } from '../../../electron/base/random.ts';
import { pageKey, pageKeys } from '../../../electron/server/page-keys.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

function setUp(kept?: string) {
  const values = new Map<SecretName, string>();
  if (kept !== undefined) values.set('overlay-key', kept);
  const vault: Vault = {
    read: async (name) => values.get(name) ?? null,
    write: async (name, value) => void values.set(name, value),
    remove: async (name) => void values.delete(name),
  };
  const lines: string[] = [];
  const redactor = new Redactor();
  const log = createLogger(new VirtualClock(), redactor, (line) => lines.push(line));
  return { values, lines, redactor, options: { vault, makeKey, redactor, log } };
}

describe('the key of a page', () => {
  it('is made once and stays, so that OBS finds its sources again', async () => {
    const { options, values } = setUp();
    const key = await pageKey(options, 'overlay-key');
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(values.get('overlay-key')).toBe(key);
    expect(await pageKey(options, 'overlay-key')).toBe(key);
  });

  it('differs from page to page', async () => {
    const { options } = setUp();
    expect(await pageKey(options, 'dashboard-key')).not.toBe(await pageKey(options, 'overlay-key'));
  });

  it.each(['', 'short', 'with a space in the middle of it', `${'k'.repeat(30)}/../..`])(
    'is made anew when the kept one is of no use (%j), and that is written down without it',
    async (kept) => {
      const { options, lines } = setUp(kept);
      const key = await pageKey(options, 'overlay-key');
      expect(key).toMatch(/^[\w-]{43}$/);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain('overlay-key');
      expect(lines[0]).not.toContain(key);
    },
  );

  it('is kept out of every log', async () => {
    const { options, redactor } = setUp();
    const key = await pageKey(options, 'overlay-key');
    expect(redactor.clean(`see ${key}`)).toBe('see [hidden]');
    const again = setUp(key);
    await pageKey(again.options, 'overlay-key');
    expect(again.redactor.clean(`see ${key}`)).toBe('see [hidden]');
  });
});

describe('the keys of both pages', () => {
  it('stay as they are where they differ', async () => {
    const { options, values } = setUp();
    const made = await pageKeys(options);
    expect(await pageKeys(options)).toEqual(made);
    expect([values.get('overlay-key'), values.get('dashboard-key')]).toEqual([
      made.overlay,
      made.dashboard,
    ]);
  });

  it('are never one: who has the overlay must not have the dashboard', async () => {
    const { options, values, lines } = setUp('k'.repeat(43));
    values.set('dashboard-key', 'k'.repeat(43));
    const { overlay, dashboard } = await pageKeys(options);
    expect(overlay).toBe('k'.repeat(43));
    expect(dashboard).toMatch(/^[\w-]{43}$/);
    expect(dashboard).not.toBe(overlay);
    expect(values.get('dashboard-key')).toBe(dashboard);
    expect(lines.join()).not.toContain(dashboard);
  });

  it('that are too long for an address are made anew', async () => {
    const { options } = setUp('k'.repeat(101));
    expect((await pageKeys(options)).overlay).toMatch(/^[\w-]{43}$/);
  });
});
