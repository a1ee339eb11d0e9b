import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import { makeTempFolders } from '../base/temp-folder.ts';
import { type RunnerWorldOptions, runnerWorld, statusOf } from './runner-world.ts';

const tempFolder = makeTempFolders();
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  vi.unstubAllEnvs();
});

async function rigWith(options: Partial<RunnerWorldOptions> = {}) {
  const world = await runnerWorld({ folder: tempFolder(), ...options });
  closers.push(() => world.runner.close());
  return world;
}

/** From now on, what is made in the system's folder for temporary files is made here. */
function ownTemporary(): string {
  const folder = tempFolder();
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, folder);
  return folder;
}

/** Ports that this process listens on. */
function listening(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
}

/** The core that runs now. */
function running({ runner }: { readonly runner: { readonly core: Core | null } }): Core {
  const { core } = runner;
  if (!core) throw new Error('No core runs');
  return core;
}

/** Another program that has the port. */
async function takePort(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  closers.push(() => closePort(server));
  return server;
}

function closePort(server: Server): Promise<void> {
  return new Promise((done) => server.close(() => done()));
}

const CONNECT = { mode: 'connect', clientId: 'client-1', clientSecret: 'secret-of-one' } as const;

describe('a core without an application to sign in with', () => {
  it.each([
    ['nothing is decided', { mode: 'undecided' }],
    ['nothing is decided, whatever is kept', { ...CONNECT, mode: 'undecided' }],
    ['there is no client id', { ...CONNECT, clientId: '' }],
    ['there is no secret', { mode: 'connect', clientId: 'client-1' }],
  ] as const)('serves the overlay and asks for nothing while %s', async (_, options) => {
    const world = await rigWith(options);
    await world.runner.restart();
    expect(running(world).account.state).toEqual({ kind: 'signed-out', reason: 'not-set-up' });
    expect(running(world).status.read().demo).toBe(false);
    expect(world.runner.pageServer?.port).toBe(world.port);
    expect(world.opened).toEqual([]);
  });
});

/** A platform that answers nothing but refreshes, and those when it is told to. */
async function slowPlatform() {
  const answer = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const content = {
    accessToken: 'new-access',
    refreshToken: 'new-refresh',
    tokenType: 'Bearer',
    expiresIn: '86400',
    scope: 'READ:USER',
  };
  const server = createHttpServer(async (request, response) => {
    if (request.url?.endsWith('/auth/v1/token') !== true) return response.writeHead(503).end();
    asked.resolve();
    await answer.promise;
    return response.end(JSON.stringify({ code: 200, message: null, content }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => closePort(server));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked: asked.promise, answer: answer.resolve };
}

describe('ending while the sign-in is being renewed', () => {
  it('says so until the new one is in the vault', async () => {
    const platform = await slowPlatform();
    const world = await rigWith(CONNECT);
    const kept = { accessToken: 'old', refreshToken: 'old', scopes: ['READ:USER'] };
    world.vault.kept.set('grant', JSON.stringify({ ...kept, issuedAt: 0, expiresAt: 1 }));
    await world.settings.update(({ connect }) => ({
      connect: { ...connect, baseUrl: platform.url, authUrl: platform.url },
    }));
    await world.runner.restart();
    expect(world.runner.isRenewing).toBe(true);
    await platform.asked;
    const closed = world.runner.close();
    await vi.waitFor(() => expect(world.runner.core).toBeNull());
    expect(world.runner.isRenewing).toBe(true);
    platform.answer();
    await closed;
    expect(world.runner.isRenewing).toBe(false);
    expect(world.vault.kept.get('grant')).toContain('new-refresh');
    expect(world.runs.slice(-2)).toEqual([null, null]);
  });
});

describe("the streamer's own application", () => {
  it('is signed in with at the address of the settings', async () => {
    const world = await rigWith(CONNECT);
    await world.runner.restart();
    const { signInUrl } = await statusOf(running(world), ({ signInUrl }) => signInUrl !== null);
    const url = new URL(signInUrl ?? '');
    expect(url.origin).toBe(world.nowhere);
    expect(url.searchParams.get('clientId')).toBe('client-1');
    await vi.waitFor(() => expect(world.opened).toEqual([signInUrl]));
  });

  it('keeps its secret out of the log and what it knows in the data folder', async () => {
    const world = await rigWith(CONNECT);
    await world.runner.restart();
    expect(world.lines.join('\n')).not.toContain('secret-of-one');
    expect(existsSync(join(world.folder, 'data', 'ledger.sqlite'))).toBe(true);
  });
});

describe('the demo', () => {
  it('plays by itself on a platform of its own and leaves nothing behind', async () => {
    const world = await rigWith({ ...CONNECT, mode: 'demo' });
    const temporary = ownTemporary();
    await world.runner.restart();
    const core = running(world);
    expect(readdirSync(temporary)).toHaveLength(1);
    const status = await statusOf(core, ({ counts }) => counts.CHAT > 0);
    expect(status).toMatchObject({ demo: true, connection: { state: 'live' } });
    expect(world.opened).toEqual([]);
    expect([...world.vault.kept.keys()]).toEqual(['client-secret']);
    expect(existsSync(join(world.folder, 'data'))).toBe(false);
    await world.runner.stop();
    expect(readdirSync(temporary)).toEqual([]);
    expect(world.runner.core).toBeNull();
  });

  it('leaves nothing behind when its core cannot be started, or does not end well', async () => {
    const world = await rigWith({ mode: 'demo' });
    const temporary = ownTemporary();
    await world.runner.restart();
    const core = running(world);
    const stop = core.stop.bind(core);
    core.stop = async () => {
      await stop();
      throw new Error('it did not end well');
    };
    await expect(world.runner.stop()).rejects.toThrow('it did not end well');
    expect(readdirSync(temporary)).toEqual([]);

    await takePort(world.port);
    const before = listening();
    vi.spyOn(world.notices, 'add').mockImplementation(() => {
      throw new Error('nothing goes');
    });
    await expect(world.runner.restart()).rejects.toThrow('nothing goes');
    expect(readdirSync(temporary)).toEqual([]);
    await vi.waitFor(() => expect(listening()).toBe(before));
    expect(world.runner.core).toBeNull();
  });
});

describe('a port that another program has', () => {
  it('is told of, another is taken, and the notice goes with the trouble', async () => {
    const world = await rigWith();
    const other = await takePort(world.port);
    await world.runner.restart();
    expect(world.runner.pageServer?.port).not.toBe(world.port);
    expect(world.notices.all.map(({ id, level }) => [id, level])).toEqual([
      ['port-in-use', 'error'],
    ]);
    await world.runner.restart();
    expect(world.notices.all.map(({ id }) => id)).toEqual(['port-in-use']);
    await closePort(other);
    await world.runner.restart();
    expect(world.runner.pageServer?.port).toBe(world.port);
    expect(world.notices.all).toEqual([]);
  });
});

describe('one core after the other', () => {
  it('ends the former before the next begins, and says both', async () => {
    const world = await rigWith();
    await world.runner.restart();
    const first = running(world);
    await world.runner.restart();
    const second = running(world);
    expect(second).not.toBe(first);
    expect(world.runs).toEqual([first, null, second]);
    expect(first.status.connection.state).toBe('stopped');
    expect(second.pageServer.port).toBe(world.port);
  });

  it('goes to what the settings say when its turn comes', async () => {
    const world = await rigWith();
    await world.runner.restart();
    await world.setMode('demo');
    await world.runner.restart();
    expect(running(world).status.read().demo).toBe(true);
    await world.setMode('undecided');
    await world.runner.restart();
    expect(running(world).status.read().demo).toBe(false);
  });

  it('does what is asked at once in turn', async () => {
    const { runner, runs } = await rigWith();
    await Promise.all([runner.restart(), runner.restart(), runner.stop(), runner.stop()]);
    expect(runner.core).toBeNull();
    expect(runs.map((core) => core !== null)).toEqual([true, false, true, false]);
  });

  it('starts none after the end', async () => {
    const { runner, runs } = await rigWith();
    const start = runner.restart();
    const late = [runner.close(), runner.restart()];
    await Promise.all([start, ...late]);
    expect(runner.core).toBeNull();
    expect(runner.pageServer).toBeNull();
    expect(runs.filter((core) => core !== null).length).toBeLessThanOrEqual(1);
  });

  it('starts the next although the former did not end well', async () => {
    const world = await rigWith();
    await world.runner.restart();
    const first = running(world);
    const stop = first.stop.bind(first);
    first.stop = async () => {
      await stop();
      throw new Error('it did not end well');
    };
    await world.runner.restart();
    expect(running(world)).not.toBe(first);
    expect(world.lines.join('\n')).toContain('it did not end well');
  });
});

describe('a core that cannot be started', () => {
  it('is told of with its cause, leaves none running, and the next attempt is free', async () => {
    const world = await rigWith();
    writeFileSync(join(world.folder, 'data'), 'a file where the folder should be');
    await expect(world.runner.restart()).rejects.toMatchObject({ problem: expect.anything() });
    expect(world.runner.core).toBeNull();
    expect(world.runs).toEqual([]);
  });

  it('tells of a vault that is locked, and starts once it is open', async () => {
    const world = await rigWith(CONNECT);
    world.vault.failure = new Error('the keyring is locked');
    await expect(world.runner.restart()).rejects.toThrow('the keyring is locked');
    world.vault.failure = null;
    await world.runner.restart();
    expect(world.runner.core).not.toBeNull();
  });
});
