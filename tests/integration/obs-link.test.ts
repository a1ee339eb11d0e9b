import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../electron/base/clock.ts';
import { DisposableStore } from '../../electron/base/disposables.ts';
import { createLogger, Redactor } from '../../electron/base/log.ts';
import { startObs } from '../../electron/features/obs/index.ts';
import { ObsGoneError } from '../../electron/features/obs/obs-errors.ts';
import { OverlaySettingsSource } from '../../electron/settings/overlay-settings.ts';
import { EMPTY_DESK } from '../../shared/contract/alerts.ts';
import type { ObsState } from '../../shared/contract/obs.ts';
import { FakeObs } from '../support/fake-obs.ts';
import { ObsServer } from '../support/obs-server.ts';
import { MemoryVault } from '../unit/auth/fakes.ts';
import { makeTempFolders } from '../unit/base/temp-folder.ts';
import { KeptSettings } from '../unit/desktop/hotkeys-world.ts';

const PASSWORD = 'a-password-of-obs';
const STREAM_KEY = 'a-stream-key-of-ours';
const HOST = '127.0.0.1';

const tempFolder = makeTempFolders();
const ends: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const until = <T>(read: () => T | Promise<T>) => vi.waitUntil(read, { interval: 5 });

async function obsServer(obs: FakeObs, options: Parameters<typeof ObsServer.start>[1] = {}) {
  const server = await ObsServer.start(obs, options);
  ends.push(() => server.stop(null).catch(() => undefined));
  return server;
}

const someObs = (): FakeObs => {
  const obs = new FakeObs(systemClock);
  obs.scene('Live 🎮 "1"').scene('쉬는 시간');
  obs.model.programScene = 'Live 🎮 "1"';
  return obs;
};

describe('OBS, as a streamer uses it', () => {
  let obs: FakeObs;
  let server: ObsServer;
  let port: number;
  let settings: KeptSettings;
  let vault: MemoryVault;
  let lines: string[];
  let dataDir: string;

  beforeEach(async () => {
    obs = someObs();
    server = await obsServer(obs, { password: PASSWORD });
    ({ port } = server);
    settings = new KeptSettings();
    vault = new MemoryVault();
    lines = [];
    dataDir = tempFolder();
  });

  const start = async () => {
    const owned = new DisposableStore();
    ends.push(() => owned.dispose());
    const redactor = new Redactor();
    const log = createLogger(systemClock, redactor, (line) => lines.push(line));
    const found = { found: 'yes', port, password: PASSWORD } as const;
    const feature = await startObs(
      {
        clock: systemClock,
        random: () => 0,
        log,
        redactor,
        vault,
        settings,
        findObs: async () => found,
        dataDir,
        pageServer: () => null,
        client: { streams: { key: async () => STREAM_KEY } },
        overlaySettings: owned.add(new OverlaySettingsSource(settings, log)),
        alerts: {
          pages: { onChange: () => ({ dispose: () => undefined }) },
          onCard: () => ({ dispose: () => undefined }),
          queue: {
            current: null,
            desk: EMPTY_DESK,
            replay: () => undefined,
            setFlaw: () => undefined,
            setPaused: () => undefined,
          },
        },
        keeper: { recorder: { note: () => undefined } },
      },
      owned,
    );
    const read = (): ObsState => feature.feeds.obs.read();
    const connected = () => until(() => read().link.state === 'connected' && read().scenes[0]);
    return { ...feature, owned, read, connected };
  };

  it('hears nothing before it was asked for, and nothing after it was ended', async () => {
    const { commands, feeds, read, connected } = await start();
    expect(read()).toMatchObject({ link: { state: 'off' }, hasPassword: false });
    await commands['obs.connect']({ host: ' localhost ', port, password: PASSWORD });
    await connected();
    expect(settings.get().obs).toMatchObject({ agreed: true, host: 'localhost', port });
    const told: Pick<ObsState, 'link' | 'hasPassword'>[] = [];
    feeds.obs.onChange(() => told.push(read()));
    await commands['obs.disconnect']({});
    // The first that is told of the end is the whole of it.
    expect(told[0]).toMatchObject({ link: { state: 'off' }, hasPassword: false });
    expect(read()).toMatchObject({ link: { state: 'off' }, hasPassword: false, scenes: [] });
    expect([...vault.values.keys()]).toEqual([]);
    expect(settings.get().obs.agreed).toBe(false);
    await until(() => server.clients === 0);
    const before = server.received.length;
    const next = await start();
    next.resume();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(next.read().link).toEqual({ state: 'off' });
    expect(server.received).toHaveLength(before);
  });

  it('keeps which inputs viewers do not hear on purpose, at most fifty', async () => {
    const { commands, read } = await start();
    const mean = (input: string, on: boolean) => commands['obs.on-purpose']({ input, on });
    await mean('Desktop "1"', true);
    await mean('소리', true);
    await mean('Desktop "1"', true);
    expect(read().onPurpose).toEqual(['소리', 'Desktop "1"']);
    expect(settings.get().obs.onPurpose).toEqual(read().onPurpose);
    await mean('소리', false);
    await mean('nobody', false);
    expect(read().onPurpose).toEqual(['Desktop "1"']);
    for (let at = 0; at < 50; at += 1) await mean(`${at}`, true);
    expect([read().onPurpose.length, read().onPurpose[0]]).toEqual([50, '0']);
  });

  it('is asked nothing after a restart until the overlay has its address', async () => {
    const first = await start();
    await first.commands['obs.find']({});
    await first.connected();
    first.owned.dispose();
    await until(() => server.clients === 0);
    const before = server.received.length;
    const second = await start();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.received).toHaveLength(before);
    second.resume();
    await second.connected();
  });

  it('is found, shows its scenes, and is there again after a restart of Stagelight', async () => {
    const first = await start();
    expect(await first.commands['obs.find']({})).toEqual({ found: 'yes' });
    await first.connected();
    expect(first.read()).toMatchObject({
      link: { version: '29.0.2', protocol: '5.1.0' },
      programScene: 'Live 🎮 "1"',
      hasPassword: true,
      streaming: false,
    });
    expect(first.read().scenes).toEqual(['Scene', 'Live 🎮 "1"', '쉬는 시간']);
    first.owned.dispose();
    const second = await start();
    second.resume();
    await second.connected();
    await second.link.call('SetCurrentProgramScene', { sceneName: '쉬는 시간' });
    await until(() => second.read().programScene === '쉬는 시간');
    obs.emit('StreamStateChanged', { outputActive: true, outputState: 'STARTED' });
    obs.emit('RecordStateChanged', { outputActive: true, outputState: 'STARTED' });
    await until(() => second.read().streaming && second.read().recording);
    expect(JSON.stringify([second.read(), lines])).not.toContain(PASSWORD);
  });

  it('goes in the middle of requests, and comes back', async () => {
    const { commands, link, read, connected } = await start();
    await commands['obs.connect']({ host: HOST, port, password: PASSWORD });
    await connected();
    for (const code of [1001, null]) {
      obs.hang('GetVideoSettings', 3);
      const asked = [1, 2, 3].map(() => link.call('GetVideoSettings').catch((no: unknown) => no));
      await server.stop(code);
      for (const answer of asked) expect(await answer).toBeInstanceOf(ObsGoneError);
      expect(read()).toMatchObject({ link: { state: 'waiting' }, scenes: [], programScene: null });
      server = await obsServer(obs, { port, password: PASSWORD });
      await connected();
    }
  });

  it('is sent a password only where it was entered for', async () => {
    const { commands, read } = await start();
    await commands['obs.connect']({ host: HOST, port, password: PASSWORD });
    await commands['obs.connect']({ host: 'localhost', port, password: null });
    expect(read().hasPassword).toBe(false);
    await until(() => read().link.state === 'waiting');
    expect(read().link).toMatchObject({ cause: 'password-needed', retryAt: null });
  });

  it.each(['', ' ', 'ws://here', 'a b', 'host/path', 'user@host', '-x', 'x..y'])(
    'is not looked for at “%s”',
    async (host) => {
      const { commands, read } = await start();
      const asked = commands['obs.connect']({ host, port, password: null });
      await expect(asked).rejects.toMatchObject({ problem: { code: 'obs-host' } });
      expect(read().link.state).toBe('off');
    },
  );
});
