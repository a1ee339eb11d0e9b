import { describe, expect, it } from 'vitest';
import type { SecretName, Vault } from '../../../electron/auth/ports.ts';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { makeKey } from '../../../electron/base/random.ts';
import { pageKey } from '../../../electron/wiring/page-keys.ts';
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
