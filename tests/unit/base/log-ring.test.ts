import { describe, expect, it } from 'vitest';
import { LogRing } from '../../../electron/base/log.ts';

const ALL = { level: 'debug', search: '', after: null, most: 10 } as const;

function ringOf(...lines: readonly (readonly ['debug' | 'info' | 'warn' | 'error', string])[]) {
  const ring = new LogRing();
  for (const [level, text] of lines) ring.add(text, level);
  return ring;
}

describe('the log in memory', () => {
  const ring = ringOf(['debug', 'one'], ['info', 'Two'], ['warn', 'three'], ['error', 'four']);
  const texts = (query: Partial<typeof ALL> | object) =>
    ring.read({ ...ALL, ...query }).map(({ text }) => text);

  it.each([
    ['debug', ['one', 'Two', 'three', 'four']],
    ['info', ['Two', 'three', 'four']],
    ['warn', ['three', 'four']],
    ['error', ['four']],
  ])('shows %s and what is graver', (level, expected) => {
    expect(texts({ level })).toEqual(expected);
  });

  it('is searched without regard to large and small letters', () => {
    expect(texts({ search: ' tWo ' })).toEqual(['Two']);
    expect(texts({ search: 'nothing like it' })).toEqual([]);
  });

  it('answers only what came after a line that is known', () => {
    expect(texts({ after: 2 })).toEqual(['three', 'four']);
    expect(ring.last).toBe(4);
  });

  it('answers the newest where there are too many', () => {
    expect(texts({ most: 2 })).toEqual(['three', 'four']);
  });

  it('forgets the oldest lines and keeps counting', () => {
    const long = new LogRing();
    for (let at = 1; at <= 2_500; at += 1) long.add(`line ${at}`, 'info');
    const kept = long.read({ ...ALL, most: 5_000 });
    expect(kept).toHaveLength(2_000);
    expect(kept[0]).toMatchObject({ id: 501, text: 'line 501' });
    expect(long.last).toBe(2_500);
  });

  it('cuts a line that would fill the memory', () => {
    const text = ringOf(['info', 'x'.repeat(100_000)]).read(ALL)[0]?.text ?? '';
    expect(text.length).toBeLessThan(10_000);
  });

  it('hands every line on to where it was going', () => {
    const written: string[] = [];
    const own = new LogRing();
    own.before((line, level) => written.push(`${level} ${line}`))('hello', 'warn');
    expect(written).toEqual(['warn hello']);
    expect(own.read(ALL)).toEqual([{ id: 1, level: 'warn', text: 'hello' }]);
  });
});
