import { describe, expect, it } from 'vitest';
import { createLogger, type LogLevel, Redactor, silentLogger } from '../../../electron/base/log.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

function makeLog() {
  const lines: string[] = [];
  const levels: LogLevel[] = [];
  const redactor = new Redactor();
  const clock = new VirtualClock(Date.UTC(2026, 0, 1));
  const log = createLogger(clock, redactor, (line, level) => {
    lines.push(line);
    levels.push(level);
  });
  return { log, lines, levels, redactor };
}

describe('log lines', () => {
  it('hold the time, the level, the message and the fields', () => {
    const { log, lines } = makeLog();
    log.info('Connected', { attempt: 3, host: 'example' });
    expect(lines).toEqual([
      '2026-01-01T00:00:00.000Z info  Connected {"attempt":3,"host":"example"}',
    ]);
  });

  it.each(['debug', 'info', 'warn', 'error'] as const)('name the level %s', (level) => {
    const { log, lines, levels } = makeLog();
    log[level]('x');
    expect(levels).toEqual([level]);
    expect(lines[0]).toContain(` ${level.padEnd(5)} `);
  });

  it('stay one line whatever the message holds', () => {
    const { log, lines } = makeLog();
    log.warn('first\nsecond', { text: 'a\nb' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('\n');
  });

  it('describe errors and what caused them, without their stack', () => {
    const { log, lines } = makeLog();
    log.error('x', { failure: new Error('outer', { cause: new TypeError('inner') }) });
    expect(lines[0]).toContain('"message":"outer"');
    expect(lines[0]).toContain('"name":"TypeError"');
    expect(lines[0]).not.toContain('.ts:');
  });

  it('survive fields that JSON cannot hold', () => {
    const { log, lines } = makeLog();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    log.info('x', { circle });
    expect(lines[0]).toContain('could not be written');
  });

  it('are not made by the silent logger', () => {
    expect(silentLogger.info('x')).toBeUndefined();
  });
});

describe('secrets in log lines', () => {
  const secret = 'tok_1234567890';

  it.each([
    ['the message', (log: ReturnType<typeof makeLog>['log']) => log.info(`got ${secret} now`)],
    ['a field', (log: ReturnType<typeof makeLog>['log']) => log.info('x', { note: `a ${secret}` })],
    [
      'a deep field',
      (log: ReturnType<typeof makeLog>['log']) => log.info('x', { a: { b: [secret] } }),
    ],
    [
      'an error',
      (log: ReturnType<typeof makeLog>['log']) => log.info('x', { failure: new Error(secret) }),
    ],
    [
      'the cause of an error',
      (log: ReturnType<typeof makeLog>['log']) =>
        log.info('x', { failure: new Error('y', { cause: new Error(secret) }) }),
    ],
  ])('are taken out of %s once they are known', (_place, write) => {
    const { log, lines, redactor } = makeLog();
    redactor.hide(secret);
    write(log);
    expect(lines[0]).not.toContain(secret);
    expect(lines[0]).toContain('[hidden]');
  });

  it.each([
    'accessToken',
    'refreshToken',
    'clientSecret',
    'Authorization',
    'password',
    'cookie',
    'sessionKey',
    'session_key',
  ])('are never written under the field name %s, known or not', (name) => {
    const { log, lines } = makeLog();
    log.info('x', { [name]: 'unknown-secret', deep: { [name]: 'unknown-secret' } });
    expect(lines[0]).not.toContain('unknown-secret');
  });

  it.each([
    ['code', 'aB3dE6gH9jK2mN5p'],
    ['code', 'abcdefghijklmnopqrstuvwxyz'],
    ['authorizationCode', '4f9d2c77e1'],
    ['state', 'Zk3x_-9Qw'],
    ['oauth_state', 'deadbeef01'],
    ['key', '1b4e28ba-2fa1-11d2-883f-0016d3cca427'],
    ['overlayKey', 'Aaaaaaaaaaaaaaaaaaaaaa'],
    ['key', 'a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q'],
    ['code', ''],
    ['code', 'two words'],
    ['state', 'word\n'],
  ])('are not written under %s when the value looks like one: %j', (name, value) => {
    const { log, lines } = makeLog();
    log.info('x', { [name]: value, deep: { [name]: value } });
    expect(lines).toEqual([
      `2026-01-01T00:00:00.000Z info  x {"${name}":"[hidden]","deep":{"${name}":"[hidden]"}}`,
    ]);
  });

  it.each([
    ['code', 1006],
    ['code', 'closed-1006'],
    ['code', 'platform-unavailable'],
    ['state', 'live'],
    ['state', 'signed-out'],
    ['key', 'sign-in-timed-out'],
    ['state', true],
    ['key', null],
    ['closeCode', 4001],
  ])('are told from plain words and numbers: %s %j is written', (name, value) => {
    const { log, lines } = makeLog();
    log.info('x', { [name]: value });
    expect(lines[0]).toContain(`{"${name}":${JSON.stringify(value)}}`);
  });

  it('may hide a whole object under a doubtful name', () => {
    const { log, lines } = makeLog();
    log.info('x', { state: { value: 'unknown-secret' }, key: ['unknown-secret'] });
    expect(lines[0]).not.toContain('unknown-secret');
  });

  it.each(['keyboard', 'statement', 'encoded', 'attempts'])('leave the field %s alone', (name) => {
    const { log, lines } = makeLog();
    log.info('x', { [name]: 'plain words' });
    expect(lines[0]).toContain('plain words');
  });

  it.each(['sessionKey', 'code', 'state', 'key', 'token', 'secret'])(
    'are taken out of the query parameter %s of any address',
    (name) => {
      const { log, lines } = makeLog();
      log.info(`opening https://example/path?a=1&${name}=unknown-secret&b=2`);
      expect(lines[0]).not.toContain('unknown-secret');
      expect(lines[0]).toContain('&b=2');
    },
  );

  it('are taken out of the path of overlay and dashboard addresses', () => {
    const { log, lines } = makeLog();
    log.info(
      'http://127.0.0.1:1/overlay/AAAAAAAAAAAAAAAAAAAAAAAA/ /dashboard/BBBBBBBBBBBBBBBBBBBB',
    );
    expect(lines[0]).not.toMatch(/A{6}|B{6}/);
  });

  it('are ignored when they are so short that they would blot out ordinary words', () => {
    const redactor = new Redactor();
    redactor.hide('');
    redactor.hide('a');
    redactor.hide('chat5');
    expect(redactor.clean('a chat5 line')).toBe('a chat5 line');
  });

  it('are taken out wherever they appear, also several times', () => {
    const redactor = new Redactor();
    redactor.hide('abcdef');
    expect(redactor.clean('abcdef-abcdef')).toBe('[hidden]-[hidden]');
  });

  it('are forgotten when 200 others came after them, and not before', () => {
    const redactor = new Redactor();
    redactor.hide('the-first');
    for (let n = 0; n < 199; n += 1) redactor.hide(`another-${n}-`);
    expect(redactor.clean('the-first')).toBe('[hidden]');
    redactor.hide('one-more');
    expect(redactor.clean('the-first another-0- one-more')).toBe('the-first [hidden] [hidden]');
  });

  it('stay known as long as they are named again', () => {
    const redactor = new Redactor();
    for (let n = 0; n < 1_000; n += 1) {
      redactor.hide('in-use');
      redactor.hide(`another-${n}-`);
    }
    expect(redactor.clean('in-use another-999- another-0-')).toBe('[hidden] [hidden] another-0-');
  });

  it('stay known for good when they last all the run', () => {
    const redactor = new Redactor();
    redactor.hideAlways('lasting');
    redactor.hideAlways('short');
    for (let n = 0; n < 1_000; n += 1) redactor.hide(`another-${n}-`);
    expect(redactor.clean('lasting short')).toBe('[hidden] short');
  });
});
