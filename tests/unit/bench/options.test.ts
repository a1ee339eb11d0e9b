import { describe, expect, it } from 'vitest';
import { HELP, PARTS, readOptions, WrongOptionError } from '../../bench/options.ts';

describe("the benchmark's command line", () => {
  it('measures everything for a minute when nothing is said', () => {
    expect(readOptions([])).toEqual({ help: false, parts: PARTS, seconds: 60, strict: false });
  });

  it.each(PARTS)('measures %s alone when told to, and says in its help that it can', (part) => {
    expect(readOptions(['--only', part]).parts).toEqual([part]);
    expect(HELP).toMatch(new RegExp(`--only PART[^]*\\b${part}\\b[^]*--seconds`));
  });

  it('measures several parts in their own order, each once', () => {
    const args = ['desktop', 'core', 'desktop'].flatMap((part) => ['--only', part]);
    expect(readOptions(args).parts).toEqual(['core', 'desktop']);
  });

  it.each([
    [
      ['--only', 'window'],
      '--only takes core, connection, latency, sustained, overlay, overlay-cost, overlay-alerts, overlay-hours, feed, desktop, reports, obs, kit, doors, sinks, fleet, not window.',
    ],
    [['--seconds', '1'], '--seconds must be a number from 2 to 3600.'],
    [['--seconds', 'many'], '--seconds must be a number from 2 to 3600.'],
    [['--fast'], "Unknown option '--fast'. See --help."],
  ])('says in one line what is wrong with %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(new WrongOptionError(message));
  });
});
