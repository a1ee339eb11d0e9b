import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readOptions } from '../../../electron/headless/options.ts';
import { helpText } from '../../../electron/headless/usage.ts';
import { isJsonObject } from '../../../shared/json.ts';

const folder = resolve(import.meta.dirname, '../../../deploy');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const UNIT = read('stagelight@.service');
const DEFAULTS = { baseUrl: 'https://platform.test', authUrl: 'https://platform.test' };
const HELP = await helpText('en');

/** electron-builder's own reader of such files. */
function parseYaml(text: string): unknown {
  const require = createRequire(import.meta.url);
  const yaml = createRequire(require.resolve('electron-builder'))('js-yaml') as {
    load(text: string): unknown;
  };
  return yaml.load(text);
}

function objectAt(value: unknown, ...path: readonly string[]): Record<string, unknown> {
  const found = path.reduce<unknown>((at, name) => (isJsonObject(at) ? at[name] : null), value);
  if (!isJsonObject(found)) throw new Error(`There is no ${path.join('.')}.`);
  return found;
}

/** `NAME=value` lines. */
function variablesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** The words of a command, `${NAME}` and `${NAME:-usual}` filled in. */
function filledIn(words: readonly string[]): string[] {
  const values: Readonly<Record<string, string>> = {
    ...Object.fromEntries(variablesOf(read('host.env'))),
    CLIENT_ID: 'id',
    PUBLIC_HOST: 'fleet.example',
    STATE_DIRECTORY: '/var/lib/stagelight/first',
  };
  return words.map((word) =>
    word.replace(/\$\{([A-Z_]+)(?::[-?][^}]*)?\}/g, (_, name: string) => values[name] ?? ''),
  );
}

const SECRETS = { STAGELIGHT_CLIENT_SECRET: 'secret', STAGELIGHT_FLEET_KEY: 'key' };

async function serversOf(words: readonly string[]): Promise<readonly string[] | undefined> {
  const command = await readOptions(filledIn(words), SECRETS, DEFAULTS);
  return command.type === 'run' ? command.fleet?.servers : undefined;
}

describe('the unit for systemd', () => {
  const [, , ...words] = /^ExecStart=(.*)$/m.exec(UNIT)?.[1]?.split(' ') ?? [];

  it('starts a host of a fleet with options that there are', async () => {
    expect(await serversOf(words)).toEqual(['nats://127.0.0.1:4222']);
  });

  it('gets everything that it names from the file of variables, whose secrets the host knows', () => {
    const names = [...words.join(' ').matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name = '']) => name);
    const given = [...variablesOf(read('host.env')).keys(), 'STATE_DIRECTORY'];
    expect(given).toEqual(expect.arrayContaining(names));
    const secrets = given.filter((name) => name.startsWith('STAGELIGHT_'));
    expect(secrets).toHaveLength(3);
    for (const name of secrets) expect(HELP).toContain(name);
  });

  it('lets a host end in its own time', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(UNIT)?.[1])).toBeGreaterThan(10.5);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  it.skipIf(!hasSystemd)('is one that systemd takes without a word', () => {
    const place = mkdtempSync(join(tmpdir(), 'stagelight-unit-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const file = join(place, 'stagelight@.service');
    // Its own program need not be on this computer.
    writeFileSync(file, UNIT.replaceAll('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    });
    const about = stderr.split('\n').filter((line) => line.includes('stagelight'));
    expect(about).toEqual([]);
    expect(status).toBe(0);
  });
});

describe('the compose file', () => {
  const compose = parseYaml(read('compose.yaml'));
  const services = objectAt(compose, 'services');
  const hosts = ['host-1', 'host-2'].map((name) => objectAt(services, name));

  it('has three NATS servers, a proxy, and two hosts, each with a volume of its own', () => {
    const kept = ['nats-1', 'nats-2', 'nats-3', 'proxy', 'host-1', 'host-2'];
    expect(Object.keys(services).toSorted()).toEqual([...kept, 'network', 'fleet'].toSorted());
    expect(Object.keys(objectAt(compose, 'volumes'))).toEqual(kept);
    for (const name of kept) {
      expect(objectAt(services, name)['volumes']).toContain(`${name}:/data`);
    }
  });

  it('starts hosts with options that there are, on all three servers', async () => {
    const [, , ...begin] =
      /^ENTRYPOINT (.*)$/m.exec(read('Dockerfile'))?.[1]?.match(/[^[\]", ]+/g) ?? [];
    expect(begin).not.toEqual([]);
    for (const { entrypoint } of hosts) {
      const [, , ...words] = (entrypoint as unknown[]).map(String);
      expect(words.slice(0, begin.length)).toEqual(begin);
      expect(await serversOf(words)).toEqual([
        'nats://nats-1:4222',
        'nats://nats-2:4222',
        'nats://nats-3:4222',
      ]);
    }
  });

  it('shows every host behind one proxy, which knows where they listen', async () => {
    const { network_mode, environment, volumes } = objectAt(services, 'proxy');
    expect(network_mode).toBe('service:network');
    expect(objectAt(services, 'network')['ports']).toEqual(['80:80', '443:443']);
    expect(environment).toHaveProperty('PUBLIC_HOST');
    expect(volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
    const doors: string[] = [];
    for (const { network_mode: network, entrypoint, command } of hosts) {
      expect(network).toBe('service:network');
      const words = [...(entrypoint as unknown[]), ...(command as unknown[])].map(String);
      const options = await readOptions(filledIn(words.slice(2)), SECRETS, DEFAULTS);
      if (options.type !== 'run') throw new Error('It does not run.');
      expect(options.fleet?.publicUrl?.origin).toBe('https://fleet.example');
      expect(options.fleet?.trustedProxies).toEqual(['127.0.0.1']);
      doors.push(`127.0.0.1:${options.port}`);
    }
    const caddyfile = read('Caddyfile');
    expect(caddyfile).toMatch(/^\{\$PUBLIC_HOST\} \{$/m);
    expect(/reverse_proxy (.*) \{/.exec(caddyfile)?.[1]?.split(' ')).toEqual(doors);
  });

  it('has a service for commands, outside of the network in which Docker refuses them', () => {
    const fleet = objectAt(services, 'fleet');
    // What `run fleet --fleet-list` replaces.
    expect(fleet['command']).toBeUndefined();
    expect(fleet['network_mode']).toBeUndefined();
    expect(fleet['profiles']).toEqual(['commands']);
    expect(fleet['entrypoint']).toEqual(hosts[0]?.['entrypoint']);
  });

  it('gives hosts every secret by a variable that they know, and never by the command line', () => {
    for (const host of hosts) {
      const names = Object.keys(objectAt(host, 'environment'));
      for (const name of names) expect(HELP).toContain(name);
      expect(names).toHaveLength(3);
      expect(String(host['entrypoint'])).not.toMatch(/STAGELIGHT_/);
    }
  });

  it('lets servers find each other under the names that they have', () => {
    const config = read('nats.conf');
    const routes = [...config.matchAll(/nats:\/\/([a-z0-9-]+):6222/g)].map(([, name]) => name);
    expect(routes).toEqual(['nats-1', 'nats-2', 'nats-3']);
    for (const name of routes) {
      expect(objectAt(services, name ?? '', 'environment')['SERVER_NAME']).toBe(name);
    }
  });

  it('gives NATS its login in quotes, so that it is a text whatever it looks like', () => {
    for (const name of ['nats-1', 'nats-2', 'nats-3']) {
      const { NATS_USER, NATS_PASSWORD } = objectAt(services, name, 'environment');
      for (const value of [NATS_USER, NATS_PASSWORD]) expect(value).toMatch(/^".*"$/);
    }
  });

  it('builds an image whose entry point stands in the build', () => {
    expect(read('Dockerfile')).toContain('/app/dist/node/headless.js');
    expect(read('Dockerfile')).toContain('FROM node:24-slim');
  });
});
