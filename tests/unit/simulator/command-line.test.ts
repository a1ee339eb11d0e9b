import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PORT,
  readCommandLine,
  UsageError,
} from '../../../electron/simulator/command-line.ts';

describe('the command line of the simulator', () => {
  it('has defaults for everything', () => {
    expect(readCommandLine([])).toEqual({
      port: DEFAULT_PORT,
      timeScale: 1,
      autoApprove: false,
      show: false,
      redirectUris: null,
      help: false,
    });
  });

  it('reads every option', () => {
    const args = ['--port', '0', '--time-scale', '60.5', '--auto-approve', '--show'];
    args.push('--redirect-uri', 'http://127.0.0.1:1/a', '--redirect-uri', 'https://example.com/b');
    expect(readCommandLine(args)).toEqual({
      port: 0,
      timeScale: 60.5,
      autoApprove: true,
      show: true,
      redirectUris: ['http://127.0.0.1:1/a', 'https://example.com/b'],
      help: false,
    });
  });

  it.each([
    [['--bogus'], '--bogus'],
    [['stray'], 'stray'],
    [['--port'], '--port'],
    [['--port', 'x'], '--port'],
    [['--port', '70000'], '--port'],
    [['--port', '1.5'], '--port'],
    [['--time-scale', '0'], '--time-scale'],
    [['--time-scale', 'fast'], '--time-scale'],
    [['--show=yes'], '--show'],
    [['--redirect-uri', 'javascript:alert(1)'], '--redirect-uri'],
  ])('refuses %j with one line that names it', (args, named) => {
    let failure: unknown;
    try {
      readCommandLine(args);
    } catch (thrown) {
      failure = thrown;
    }
    expect(failure).toBeInstanceOf(UsageError);
    const { message } = failure as UsageError;
    expect(message).toContain(named);
    expect(message).not.toContain('\n');
  });
});
