import { describe, expect, it, vi } from 'vitest';
import { reloadOnce } from '../../../renderer/bridge/reload-once.ts';

describe('reloadOnce', () => {
  const memory = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
  };

  it('reloads once for a build, and again for the next', () => {
    const reload = vi.fn();
    const tab = memory();
    expect(reloadOnce('2', tab, reload)).toBe(true);
    expect(reloadOnce('2', tab, reload)).toBe(false);
    expect(reloadOnce('3', tab, reload)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('does not reload where nothing can be remembered', () => {
    const reload = vi.fn();
    const forbidden = {
      getItem: () => null,
      setItem: () => {
        throw new Error('denied');
      },
    };
    expect(reloadOnce('2', forbidden, reload)).toBe(false);
    expect(reloadOnce('2', null, reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
