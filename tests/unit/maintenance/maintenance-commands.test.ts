import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Simulator, startSimulator } from '../../../electron/simulator/server.ts';
import type {
  BridgeDown,
  CommandArgs,
  CommandResult,
  CoreCommandName,
} from '../../../shared/contract/index.ts';
import { FINDING_IDS, type MaintenanceState } from '../../../shared/contract/maintenance.ts';
import { freePort } from '../../support/free-port.ts';
import { type CoreWorld, isLive, startCoreWorld } from '../core/core-world.ts';

let simulator: Simulator;
let folder: string;
let redirectUri: string;
let world: CoreWorld;

beforeEach(async () => {
  redirectUri = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  simulator = await startSimulator({ redirectUris: [redirectUri], autoApprove: true });
  folder = mkdtempSync(join(tmpdir(), 'stagelight-test-'));
  world = await startCoreWorld({ simulator, redirectUri, folder });
  desk = followDesk();
});

afterEach(async () => {
  await world.core.stop();
  await simulator.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const run = <N extends CoreCommandName>(name: N, args: CommandArgs<N>) =>
  world.core.pageServer.runCommand(name, args) as Promise<CommandResult<N>>;
/** The feed as a dashboard has it. */
let desk: () => MaintenanceState;

function followDesk(): () => MaintenanceState {
  let latest: MaintenanceState | null = null;
  const take = (bytes: Buffer): boolean => {
    const frame = JSON.parse(bytes.toString('utf8')) as BridgeDown;
    if (frame.type === 'feed' && frame.feed === 'maintenance') latest = frame.value;
    return true;
  };
  const close = (): void => undefined;
  world.core.pageServer.openPage('dashboard', { trySend: take, forceSend: take, close });
  return () => {
    if (!latest) throw new Error('The dashboard heard nothing');
    return latest;
  };
}

const signIn = async () => {
  void world.core.begin();
  await world.approve();
  await world.until(isLive);
};

describe('the look before going live, on a whole core', () => {
  it('finds what a streamer who has just installed it has to do', async () => {
    await run('maintenance.preflight', {});
    await vi.waitFor(() => expect(desk().preflight.at).not.toBeNull());
    const found = Object.fromEntries(
      desk().preflight.findings.map(({ id, state, fix }) => [id, [state, fix]]),
    );
    expect(found).toMatchObject({
      token: ['fail', 'sign-in'],
      scopes: ['fail', 'sign-in'],
      connection: ['fail', 'sign-in'],
      overlay: ['fail', 'copy-overlay'],
      sound: ['fail', 'open-overlay'],
      ledger: ['ok', null],
    });
    expect(Object.keys(found)).toHaveLength(FINDING_IDS.length);
  });

  it('asks the platform once it is live, and breaks no rule with it', async () => {
    await signIn();
    await run('maintenance.preflight', {});
    await vi.waitFor(() => expect(desk().preflight.at).not.toBeNull());
    const states = Object.fromEntries(
      desk().preflight.findings.map(({ id, state }) => [id, state]),
    );
    expect(states).toMatchObject({
      token: 'ok',
      scopes: 'ok',
      connection: 'ok',
      slots: 'ok',
      title: 'ok',
      disk: 'ok',
      clock: 'ok',
      ledger: 'ok',
    });
    expect(simulator.requestLog.broken()).toEqual([]);
  });

  it('plays a test alert and keeps the answer', async () => {
    await run('maintenance.test-sound', {});
    await vi.waitFor(() => expect(desk().preflight.asksSound).toBe(true));
    expect(world.core.hub.counts.DONATION).toBe(0);
    await run('maintenance.sound-heard', { heard: false });
    await vi.waitFor(() => expect(desk().preflight.asksSound).toBe(false));
  });

  it('leaves the numbers of events as they were', async () => {
    const before = world.core.hub.lastSeq;
    await run('maintenance.preflight', {});
    await vi.waitFor(() => expect(desk().preflight.at).not.toBeNull());
    expect(world.core.hub.lastSeq).toBe(before);
  });
});

describe('a new key', () => {
  it('is kept, so that the next start has the same address', async () => {
    const former = world.core.pageServer.overlayUrl;
    const { url } = await run('maintenance.renew-key', { place: 'overlay' });
    expect(url).not.toBe(former);
    expect(url).toBe(world.core.pageServer.overlayUrl);
    expect(world.core.status.read().overlay.url).toBe(url);
    expect(world.told.at(-1)?.overlay.url).toBe(url);
    await world.core.stop();
    world = await startCoreWorld({ simulator, redirectUri, folder });
    const key = /\/overlay\/([^/]+)\//.exec(url)?.[1] ?? 'none';
    expect(world.core.pageServer.overlayUrl).toContain(key);
    expect((await fetch(world.core.pageServer.overlayUrl)).status).toBe(200);
  });

  it('is in no line of the log', async () => {
    const { url } = await run('maintenance.renew-key', { place: 'dashboard' });
    const key = /\/dashboard\/([^/]+)\//.exec(url)?.[1] ?? 'none';
    expect(world.lines.join('\n')).toContain('made anew');
    expect(world.lines.join('\n')).not.toContain(key);
  });
});

describe('the place of everything', () => {
  it('covers the client id and never has the secret', () => {
    const text = JSON.stringify(desk());
    expect(desk().place?.application.hasSecret).toBe(true);
    expect(text).not.toContain(simulator.clientSecret);
    expect(text).not.toContain(`"${simulator.clientId}"`);
  });

  it('says the port that is set for the next start', async () => {
    await run('maintenance.set-port', { port: 17_900 });
    const { port } = world.core.pageServer;
    await vi.waitFor(() => expect(desk().place).toMatchObject({ portSetting: 17_900, port }));
    await expect(run('maintenance.set-port', { port: 80 })).rejects.toThrow(/isn’t valid/);
  });

  it('says who can where it cannot itself', async () => {
    await expect(run('maintenance.restart', {})).rejects.toMatchObject({
      problem: { code: 'care-no-restart' },
    });
    await expect(run('maintenance.open-folder', {})).rejects.toMatchObject({
      problem: { code: 'care-no-folder' },
    });
  });
});

describe('a backup of a whole core', () => {
  it('is made, shown, downloaded, looked at and waits for a start', async () => {
    await signIn();
    await run('maintenance.backup', { secrets: false });
    await vi.waitFor(() => expect(desk().backup.kept).toHaveLength(1));
    const name = desk().backup.kept[0]?.name ?? '';
    const answer = await fetch(`${world.core.pageServer.dashboardUrl}files/${name}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes).toEqual(readFileSync(join(folder, 'backups', name)));
    const { upload } = await run('maintenance.restore-open', { name });
    await vi.waitFor(() => expect(desk().restore.phase).toBe('ready'));
    // This core cannot start itself anew.
    expect(
      await run('maintenance.restore-apply', { passphrase: null, connection: 'keep', upload }),
    ).toEqual({
      restarts: false,
    });
    expect(existsSync(join(folder, 'restore-pending', 'ready.json'))).toBe(true);
    await run('maintenance.restore-cancel', {});
    expect(existsSync(join(folder, 'restore-pending'))).toBe(false);
    await run('maintenance.remove-file', { name });
    await vi.waitFor(() => expect(desk().backup.kept).toEqual([]));
  });

  it('that was cut off leaves nothing behind after the next start', async () => {
    await world.core.stop();
    mkdirSync(join(folder, 'backups'), { recursive: true });
    for (const left of ['ledger-copy.tmp', 'ledger-copy.tmp-wal', 'backups/half.zip.part']) {
      writeFileSync(join(folder, left), 'half');
    }
    world = await startCoreWorld({ simulator, redirectUri, folder });
    await vi.waitFor(() => {
      expect(readdirSync(folder).filter((name) => name.startsWith('ledger-copy'))).toEqual([]);
      expect(readdirSync(join(folder, 'backups'))).toEqual([]);
    });
  });

  it('is restored by who opened it, and by nobody who only says so', async () => {
    await run('maintenance.backup', { secrets: false });
    await vi.waitFor(() => expect(desk().backup.kept).toHaveLength(1));
    const { upload } = await run('maintenance.restore-open', {
      name: desk().backup.kept[0]?.name ?? '',
    });
    await vi.waitFor(() => expect(desk().restore.phase).toBe('ready'));
    const forged = { passphrase: null, connection: 'keep', upload: 'forged' } as const;
    await expect(run('maintenance.restore-apply', forged)).rejects.toMatchObject({
      problem: { code: 'care-nothing-to-restore' },
    });
    expect(JSON.stringify(desk())).not.toContain(upload);
    expect(existsSync(join(folder, 'restore-pending', 'ready.json'))).toBe(false);
    // Where the connection is none of the settings, none comes with them.
    const taken = { passphrase: null, connection: 'take', upload } as const;
    await expect(run('maintenance.restore-apply', taken)).rejects.toMatchObject({
      problem: { code: 'care-no-connection' },
    });
    await run('maintenance.restore-apply', { ...taken, connection: 'keep' });
    expect(existsSync(join(folder, 'restore-pending', 'ready.json'))).toBe(true);
  });

  it('with secrets, a restore and a new address are not had by a dashboard’s address alone', async () => {
    const { overlayUrl, dashboardUrl } = world.core.pageServer;
    const answers: string[] = [];
    const take = (bytes: Buffer): boolean => {
      const frame = JSON.parse(bytes.toString('utf8')) as BridgeDown;
      if (frame.type === 'result') answers.push(frame.ok ? 'done' : frame.problem.code);
      return true;
    };
    const page = world.core.pageServer.openPage('dashboard', {
      trySend: take,
      forceSend: take,
      close: () => undefined,
    });
    const asked: readonly (readonly [CoreCommandName, object])[] = [
      ['maintenance.backup', { secrets: { passphrase: 'chosen by a stranger' } }],
      ['maintenance.restore-begin', { name: 'theirs.zip', bytes: 5 }],
      ['maintenance.restore-apply', { passphrase: null, connection: 'keep', upload: null }],
      ['maintenance.renew-key', { place: 'overlay' }],
      ['maintenance.renew-key', { place: 'dashboard' }],
      ['maintenance.set-port', { port: 20_000 }],
    ];
    for (const [id, [name, args]] of asked.entries()) {
      page.onText(JSON.stringify({ type: 'command', id, name, args }));
      page.onText(JSON.stringify({ type: 'command', id, name, args, code: 'ABCD-EFGH' }));
    }
    await vi.waitFor(() => expect(answers).toHaveLength(asked.length * 2));
    expect(new Set(answers)).toEqual(new Set(['not-on-this-host']));
    expect(desk().backup).toMatchObject({ running: false, kept: [] });
    expect(existsSync(join(folder, 'restore-upload.zip'))).toBe(false);
    expect(world.core.pageServer).toMatchObject({ overlayUrl, dashboardUrl });
  });

  it('never has the sign-in in it', async () => {
    await signIn();
    const grant = String(
      JSON.parse(readFileSync(join(folder, 'vault.json'), 'utf8')).secrets.grant,
    );
    const { refreshToken } = JSON.parse(grant) as { refreshToken: string };
    await run('maintenance.backup', { secrets: false });
    await vi.waitFor(() => expect(desk().backup.kept).toHaveLength(1));
    const name = desk().backup.kept[0]?.name ?? '';
    expect(readFileSync(join(folder, 'backups', name)).includes(refreshToken)).toBe(false);
  });
});

describe('the bundle of a whole core', () => {
  it('has no token, no key, no secret and nobody’s name', async () => {
    await signIn();
    const vault = JSON.parse(readFileSync(join(folder, 'vault.json'), 'utf8')) as {
      secrets: Record<string, string>;
    };
    const { files } = await run('maintenance.diagnostics', {});
    const text = JSON.stringify(files);
    const { accessToken, refreshToken } = JSON.parse(vault.secrets['grant'] ?? '{}');
    for (const secret of [
      ...[accessToken, refreshToken, simulator.clientSecret],
      ...[vault.secrets['overlay-key'], vault.secrets['dashboard-key']],
      world.core.status.read().account?.channelName,
    ]) {
      expect(secret).toBeTruthy();
      expect(text).not.toContain(secret);
    }
  });
});
