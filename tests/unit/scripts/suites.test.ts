import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';

interface Outcome {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly broken: boolean;
  readonly flaky: readonly string[];
}

const script = resolve(import.meta.dirname, '../../../scripts/lib/suites.mjs');
const { conclude }: { conclude(outcomes: readonly Outcome[]): number } = await import(script);

const GREEN: Outcome = {
  name: 'browser',
  passed: 10,
  failed: 0,
  skipped: 0,
  broken: false,
  flaky: [],
};

/** What a run ends with: its exit code, and its lines. */
function endOf(...outcomes: Partial<Outcome>[]) {
  const lines: string[] = [];
  const keep = (text: string | Uint8Array) => {
    lines.push(String(text).trim());
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(keep);
  const code = conclude(outcomes.map((outcome) => ({ ...GREEN, ...outcome })));
  vi.restoreAllMocks();
  return { code, lines };
}

afterEach(() => vi.restoreAllMocks());

describe('the end of a run', () => {
  it('adds up its suites', () => {
    expect(endOf({}, { passed: 5, skipped: 2 })).toEqual({
      code: 0,
      lines: ['15 passed, 0 failed, 2 skipped'],
    });
  });

  it('has failed with one failure', () => {
    expect(endOf({}, { passed: 5, failed: 1, broken: true })).toEqual({
      code: 1,
      lines: ['15 passed, 1 failed'],
    });
  });

  it('has failed where a suite did not finish, and where nothing was tested', () => {
    expect(endOf({ name: 'unit', broken: true })).toEqual({
      code: 1,
      lines: ['✗ unit did not finish cleanly', '10 passed, 1 failed'],
    });
    expect(endOf({ passed: 0 })).toEqual({ code: 1, lines: ['0 passed, 0 failed'] });
  });

  it('names what passed at its second try, and is green with two of these', () => {
    expect(endOf({ flaky: ['a › one'] }, { flaky: ['b › two'] })).toEqual({
      code: 0,
      lines: ['flaky: a › one', 'flaky: b › two', '20 passed, 0 failed'],
    });
  });

  it('has failed with three of these, however they are spread over its suites', () => {
    expect(endOf({ flaky: ['one', 'two'] }, { flaky: ['three'] })).toEqual({
      code: 1,
      lines: [
        'flaky: one',
        'flaky: two',
        'flaky: three',
        '✗ 3 tests needed a second try; 2 may',
        '17 passed, 3 failed',
      ],
    });
  });
});
