import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StagelightError } from '../../../electron/base/errors.ts';
import { forgetSecrets, readOptions } from '../../../electron/headless/options.ts';
import {
  helpText,
  PASSPHRASE_VARIABLE,
  SECRET_VARIABLE,
  UsageError,
} from '../../../electron/headless/usage.ts';

const DEFAULTS = { baseUrl: 'https://ci.me', authUrl: 'https://ci.me' };
const SECRET = 'the-client-secret';
const environment = { [SECRET_VARIABLE]: SECRET };
const CLIENT = ['--client-id', 'client-1'];

function read(args: readonly string[], env: Record<string, string | undefined> = environment) {
  return readOptions(args, env, DEFAULTS);
}

async function problemOf(
  args: readonly string[],
  env?: Record<string, string | undefined>,
): Promise<string> {
  try {
    await read(args, env);
  } catch (failure) {
    expect(failure instanceof UsageError || failure instanceof StagelightError).toBe(true);
    return failure instanceof Error ? failure.message : '';
  }
  throw new Error(`${args.join(' ')} was accepted`);
}

describe('the command line', () => {
  it('has a default for everything but the client id', async () => {
    expect(await read(CLIENT)).toEqual({
      type: 'run',
      fleet: null,
      mode: 'platform',
      dataDir: null,
      baseUrl: 'https://ci.me',
      authUrl: 'https://ci.me',
      clientId: 'client-1',
      clientSecret: SECRET,
      redirectUri: 'http://127.0.0.1:17817/callback',
      vaultPassphrase: null,
      port: null,
      openBrowser: true,
      events: false,
      timeScale: 1,
      friendly: false,
    });
  });

  it.each<[readonly string[], Record<string, unknown>]>([
    [['--data-dir', '/tmp/x'], { dataDir: '/tmp/x' }],
    [['--data-dir=relative'], { dataDir: 'relative' }],
    [['--base-url', 'https://example.com/'], { baseUrl: 'https://example.com' }],
    [['--base-url', 'https://example.com/below//'], { baseUrl: 'https://example.com/below' }],
    [['--base-url', 'http://127.0.0.1:4000'], { baseUrl: 'http://127.0.0.1:4000' }],
    [['--base-url', 'http://localhost:4000'], { baseUrl: 'http://localhost:4000' }],
    [['--base-url', 'http://[::1]:4000'], { baseUrl: 'http://[::1]:4000' }],
    [['--auth-url', 'https://auth.example.com'], { authUrl: 'https://auth.example.com' }],
    [
      ['--redirect-uri', 'http://localhost:5000/Back/?x=1'],
      { redirectUri: 'http://localhost:5000/Back/?x=1' },
    ],
    [['--port', '0'], { port: 0 }],
    [['--port', '65535'], { port: 65_535 }],
    [['--no-open'], { openBrowser: false }],
    [['--events'], { events: true }],
    [['--friendly'], { friendly: true }],
    [['--time-scale', '3600'], { timeScale: 3_600 }],
    [['--time-scale', '1.5'], { timeScale: 1.5 }],
  ])('takes %j', async (args, expected) => {
    expect(await read([...CLIENT, ...args])).toMatchObject(expected);
  });

  it('needs neither client id nor secret for the demo', async () => {
    expect(await read(['--demo'], {})).toMatchObject({
      mode: 'demo',
      clientId: '',
      clientSecret: '',
    });
  });

  it('shows the help whatever else is missing', async () => {
    expect(await read(['--help'], {})).toEqual({ type: 'help' });
  });

  it('explains every option in the help, and that the secret is no option', async () => {
    const options = ['client-id', 'redirect-uri', 'data-dir', 'base-url', 'auth-url', 'port'];
    const flags = ['no-open', 'events', 'demo', 'friendly', 'time-scale', 'help'];
    const help = await helpText('en');
    for (const name of [...options, ...flags]) expect(help).toContain(`--${name}`);
    expect(help).toContain(SECRET_VARIABLE);
    expect(help).not.toContain('--client-secret');
  });

  it.each<[readonly string[], RegExp]>([
    [['--client-id'], /--client-id/],
    [['--client-id', ''], /--client-id/],
    [['--client-id', 'client\n1'], /--client-id/],
    [['--client-id', '클라이언트'], /--client-id/],
    [['--wrong'], /--wrong/],
    [['extra'], /extra/],
    [['--no-open=yes'], /--no-open/],
    [['--data-dir', ''], /--data-dir/],
    [['--port', ''], /--port/],
    [['--port', '-1'], /--port/],
    [['--port', '70000'], /--port/],
    [['--port', '080000'], /--port/],
    [['--port', '1e3'], /--port/],
    [['--port', 'ten'], /--port/],
    [['--time-scale', '0'], /--time-scale/],
    [['--time-scale', '0.5'], /--time-scale/],
    [['--time-scale', '-3'], /--time-scale/],
    [['--time-scale', '1e9'], /--time-scale/],
    [['--time-scale', '10000000'], /--time-scale/],
    [['--base-url', ''], /--base-url/],
    [['--base-url', 'nonsense'], /--base-url/],
    [['--base-url', 'http://example.com'], /--base-url/],
    [['--base-url', 'http://127.0.0.1.example.com'], /--base-url/],
    [['--base-url', 'ftp://127.0.0.1'], /--base-url/],
    [['--base-url', 'https://example.com/?x=1'], /--base-url/],
    [['--base-url', 'https://example.com/#x'], /--base-url/],
    [['--base-url', 'https://user:hunter-two@example.com'], /--base-url/],
    [['--auth-url', 'http://example.com'], /--auth-url/],
    [['--auth-url', 'javascript:alert(1)'], /--auth-url/],
    [['--redirect-uri', 'nonsense'], /--redirect-uri/],
    [['--redirect-uri', 'https://127.0.0.1/'], /--redirect-uri/],
    [['--redirect-uri', 'http://example.com/'], /--redirect-uri/],
    [['--redirect-uri', 'http://127.0.0.1:0/callback'], /--redirect-uri/],
    [['--redirect-uri', 'http://127.0.0.1:5000/#x'], /--redirect-uri/],
  ])('refuses %j in one line that names the option', async (args, words) => {
    const problem = await problemOf([...CLIENT, ...args]);
    expect(problem).toMatch(words);
    expect(problem.split('\n')).toHaveLength(1);
    expect(problem).not.toContain('hunter-two');
  });

  it('refuses a line break in a value with one line all the same', async () => {
    for (const option of ['--port', '--base-url', '--redirect-uri', '--time-scale']) {
      const problem = await problemOf([...CLIENT, option, 'a\nb\r\nc']);
      expect(problem.split(/[\r\n]/)).toHaveLength(1);
    }
  });

  it.each([undefined, ''])('names the variable when the secret is %j', async (secret) => {
    expect(await problemOf(CLIENT, { [SECRET_VARIABLE]: secret })).toContain(SECRET_VARIABLE);
  });

  it.each(['pasted-secret\n', '비밀 번호', 'tab\tbed'])(
    'refuses a secret that no header can carry, without repeating it (%j)',
    async (secret) => {
      const problem = await problemOf(CLIENT, { [SECRET_VARIABLE]: secret });
      expect(problem).toContain(SECRET_VARIABLE);
      expect(problem).not.toContain(secret.trim());
    },
  );

  it('never repeats a secret that was typed as an option', async () => {
    for (const args of [['--client-secret', SECRET], [`--client-secret=${SECRET}`]]) {
      const problem = await problemOf([...CLIENT, ...args]);
      expect(problem).toContain('--client-secret');
      expect(problem).not.toContain(SECRET);
    }
  });
});

describe('the command line in the language of the system', () => {
  const koreanOf = async (args: readonly string[], variables = environment): Promise<string> => {
    try {
      await readOptions(args, variables, DEFAULTS);
    } catch (failure) {
      if (failure instanceof UsageError) return failure.say('ko');
    }
    return '';
  };

  const FLEET = [...CLIENT, '--fleet', 'nats://one:4222,tls://two:4222', '--fleet-name', 'agency'];

  it('joins a fleet, with its key and its login from the environment', async () => {
    const environment = {
      STAGELIGHT_CLIENT_SECRET: SECRET,
      STAGELIGHT_FLEET_KEY: 'key',
      STAGELIGHT_NATS_LOGIN: 'user:pass:word',
    };
    expect(await readOptions(FLEET, environment, DEFAULTS)).toMatchObject({
      fleet: {
        servers: ['nats://one:4222', 'tls://two:4222'],
        user: 'user',
        pass: 'pass:word',
        name: 'agency',
        weight: 1,
        replicas: null,
        keys: 'key',
        task: { kind: 'run' },
        publicUrl: null,
        trustedProxies: [],
        drops: false,
      },
    });
    const copies = await readOptions([...FLEET, '--fleet-replicas', '3'], environment, DEFAULTS);
    expect(copies).toMatchObject({ fleet: { replicas: 3 } });
    forgetSecrets(environment);
    expect(environment).toEqual({});
  });

  it('may have its key in a file instead, as services are given secrets', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stagelight-key-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'key');
    writeFileSync(file, 'new,old\n');
    const variables = { ...environment, STAGELIGHT_FLEET_KEY: '', STAGELIGHT_FLEET_KEY_FILE: file };
    expect(await read(FLEET, variables)).toMatchObject({ fleet: { keys: 'new,old\n' } });
    const both = { ...variables, STAGELIGHT_FLEET_KEY: 'key' };
    expect(await problemOf(FLEET, both)).toContain('Set only one of STAGELIGHT_FLEET_KEY and');
    const none = { ...variables, STAGELIGHT_FLEET_KEY_FILE: join(folder, 'none') };
    expect(await problemOf(FLEET, none)).toContain(
      'STAGELIGHT_FLEET_KEY_FILE names can’t be read: ENOENT',
    );
    expect(await read(CLIENT, none)).toMatchObject({ fleet: null });
  });

  it('knows where its pages are, and what it is to do', async () => {
    const args = ['--public-url', 'https://fleet.example', '--trusted-proxy', '127.0.0.1, ::1'];
    expect(await read([...FLEET, ...args, '--fleet-remove', 'a b'])).toMatchObject({
      fleet: {
        publicUrl: new URL('https://fleet.example'),
        trustedProxies: ['127.0.0.1', '::1'],
        task: { kind: 'remove', channelId: 'a b' },
      },
    });
    expect(await read([...FLEET, '--fleet-list'])).toMatchObject({
      fleet: { task: { kind: 'list' } },
    });
  });

  it('pays drops of a fleet only where that was asked for', async () => {
    const environment = { STAGELIGHT_CLIENT_SECRET: SECRET };
    const read = await readOptions([...FLEET, '--fleet-drops'], environment, DEFAULTS);
    expect(read).toMatchObject({ fleet: { drops: true } });
  });

  it.each([
    [['--fleet', 'http://one:4222', '--fleet-name', 'a'], '--fleet'],
    [['--fleet', 'nats://one:4222,', '--fleet-name', 'a'], '--fleet'],
    [['--fleet', 'nats://user:pass@one:4222', '--fleet-name', 'a'], 'password'],
    [['--fleet', 'nats://one:4222'], '--fleet-name'],
    [['--fleet', 'nats://one:4222', '--fleet-name', 'a b'], '--fleet-name'],
    [
      ['--fleet', 'nats://one:4222', '--fleet-name', 'a', '--fleet-weight', '101'],
      '--fleet-weight',
    ],
    [['--fleet-list'], '--fleet-list needs --fleet'],
    [['--fleet-name', 'a', '--fleet-weight', '1'], '--fleet-name needs --fleet'],
    [['--metrics', '9464'], '--metrics needs --fleet'],
    [['--public-url', 'https://fleet.example'], '--public-url needs --fleet'],
    [[...FLEET, '--demo'], '--demo can’t be used with --fleet'],
    [[...FLEET, '--events'], '--events can’t be used with --fleet'],
    [[...FLEET, '--public-url', 'http://fleet.example'], '--public-url'],
    [[...FLEET, '--public-url', 'https://fleet.example/stage'], '--public-url'],
    [[...FLEET, '--public-url', 'https://a:b@fleet.example'], '--public-url'],
    [[...FLEET, '--trusted-proxy', '127.0.0.1,proxy.example'], '--trusted-proxy'],
    [[...FLEET, '--trusted-proxy', ''], '--trusted-proxy'],
    [[...FLEET, '--fleet-add', '--fleet-pause', 'a'], '--fleet-add, --fleet-pause'],
    [[...FLEET, '--fleet-list', '--fleet-reseal'], '--fleet-list, --fleet-reseal'],
    [
      ['--fleet', 'nats://one:4222', '--fleet-name', 'a', '--fleet-replicas', '6'],
      '--fleet-replicas',
    ],
  ])('takes no fleet of %j', async (args, said) => {
    await expect(read([...CLIENT, ...args])).rejects.toThrow(said);
  });

  it.each([
    ['9464', '', { host: '127.0.0.1', port: 9464, key: null }],
    ['127.0.0.1:0', '', { host: '127.0.0.1', port: 0, key: null }],
    ['[::1]:9464', '', { host: '::1', port: 9464, key: null }],
    ['10.0.0.5:9464', 'k'.repeat(16), { host: '10.0.0.5', port: 9464, key: 'k'.repeat(16) }],
  ])('tells figures at %s', async (metrics, key, wanted) => {
    const environment = { STAGELIGHT_CLIENT_SECRET: SECRET, STAGELIGHT_METRICS_KEY: key };
    const read = await readOptions([...FLEET, '--metrics', metrics], environment, DEFAULTS);
    expect(read).toMatchObject({ fleet: { metrics: wanted } });
    forgetSecrets(environment);
    expect(environment).toEqual({});
  });

  it.each([
    ['a name', 'metrics.example:9464', ''],
    ['no port', '10.0.0.5', ''],
    ['a port that is none', '127.0.0.1:70000', ''],
    ['another computer without a key', '10.0.0.5:9464', ''],
    ['another computer with a short key', '10.0.0.5:9464', 'short'],
    ['all computers without a key', '0.0.0.0:9464', ''],
  ])('tells no figures at %s', async (_, metrics, key) => {
    const environment = { STAGELIGHT_CLIENT_SECRET: SECRET, STAGELIGHT_METRICS_KEY: key };
    const reading = readOptions([...FLEET, '--metrics', metrics], environment, DEFAULTS);
    await expect(reading).rejects.toThrow(UsageError);
  });

  it('explains every option in Korean too', async () => {
    const [korean, english] = [await helpText('ko'), await helpText('en')];
    const typed = (text: string) =>
      [...text.matchAll(/^ {2}(--\S+( [A-Z]+)?) +\S/gm)].map((m) => m[1]);
    expect(typed(english)).toHaveLength(26);
    expect(typed(korean)).toEqual(typed(english));
    for (const line of korean.split('\n').filter((text) => /^ {2}--/.test(text))) {
      expect(line).toMatch(/[가-힣]/);
    }
    expect(korean).toContain('STAGELIGHT_CLIENT_SECRET');
    expect(korean).toContain('http://127.0.0.1:17817/callback');
  });

  it('says what is wrong in Korean too, in one line', async () => {
    expect(await koreanOf([...CLIENT, '--port', '70000'])).toBe(
      '--port 값은 0부터 65535까지의 숫자여야 해요: 70000.',
    );
    expect(await koreanOf([...CLIENT, '--port', 'a\nb'])).not.toMatch(/\p{Cc}/u);
    expect(await koreanOf([...CLIENT, '--redirect-uri', 'http://example.com/'])).toMatch(
      /이 컴퓨터가 아니에요: http:\/\/example\.com\/\. .*--redirect-uri/,
    );
  });
});

describe('the passphrase of the vault', () => {
  const withPassphrase = (text: string) => ({ ...environment, [PASSPHRASE_VARIABLE]: text });

  it('comes from the environment', async () => {
    expect(PASSPHRASE_VARIABLE).toBe('STAGELIGHT_VAULT_PASSPHRASE');
    expect(await read(CLIENT, withPassphrase('달빛 아래 라디오 소리'))).toMatchObject({
      vaultPassphrase: '달빛 아래 라디오 소리',
    });
    expect(await helpText('en')).toContain('STAGELIGHT_VAULT_PASSPHRASE');
  });

  it.each(['', 'short', '1'.repeat(201)])('is refused when it is none: %j', async (text) => {
    const problem = await problemOf(CLIENT, withPassphrase(text));
    expect(problem).toBe('STAGELIGHT_VAULT_PASSPHRASE must have 10 to 200 characters.');
  });

  it('is taken out of the environment with the secret, for whoever we start', () => {
    const own = { ...withPassphrase('달빛 아래 라디오 소리'), PATH: '/bin' };
    forgetSecrets(own);
    expect(own).toEqual({ PATH: '/bin' });
  });
});
