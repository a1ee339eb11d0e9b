import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { SecretClipboard } from '../../../electron/desktop/secret-clipboard.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

function open() {
  const clock = new VirtualClock();
  const held = { text: '' };
  const clipboard = {
    readText: async () => held.text,
    writeText: async (text: string) => {
      held.text = text;
    },
    clear() {
      held.text = '';
    },
  };
  const copier = new SecretClipboard({ clipboard, clock, log: silentLogger });
  return { clock, held, clipboard, copier };
}

describe('a copied secret', () => {
  it('leaves the clipboard after its time', async () => {
    const { clock, held, copier } = open();
    await copier.copy('key', 60_000);
    await clock.advance(59_999);
    expect(held.text).toBe('key');
    await clock.advance(1);
    expect(held.text).toBe('');
  });

  it('leaves it when the app ends', async () => {
    const { clock, held, copier } = open();
    await copier.copy('key', 60_000);
    copier.dispose();
    await settle();
    expect(held.text).toBe('');
    expect(clock.pendingTimers).toBe(0);
  });

  it('takes nothing with it that was copied elsewhere since', async () => {
    const { clock, held, copier } = open();
    await copier.copy('key', 60_000);
    held.text = 'a recipe';
    await clock.advance(60_000);
    expect(held.text).toBe('a recipe');
  });

  it('is forgotten where a text that is no secret is copied here after it', async () => {
    const { clock, held, copier } = open();
    await copier.copy('key', 60_000);
    await copier.copy('address');
    await clock.advance(60_000);
    expect(held.text).toBe('address');
    expect(clock.pendingTimers).toBe(0);
  });

  it('harms nothing where the clipboard is held by another program', async () => {
    const { clock, held, clipboard, copier } = open();
    await copier.copy('key', 60_000);
    clipboard.readText = () => Promise.reject(new Error('held'));
    await clock.advance(60_000);
    expect(held.text).toBe('key');
  });
});
