import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createPlainServer,
  type Server as PlainServer,
} from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObsLink, ObsState } from '../../shared/contract/obs.ts';
import { freePort } from '../support/free-port.ts';
import { startStream } from '../support/obs-deeds.ts';
import { hasObsKit, streamSink } from '../support/obs-kit.ts';
import { type ObsStage, PASSWORD, setObsStage } from '../support/obs-stage.ts';

const LOCAL = '127.0.0.1';
const ODD = '쉬는 시간 ☕ "따옴표" <b>\\ \u202Eleft';

const isConnected = (link: ObsLink) => link.state === 'connected';
const waitsFor = (cause: string) => (link: ObsLink) =>
  link.state === 'waiting' && link.cause === cause;

async function listening(server: Server | PlainServer): Promise<number> {
  await new Promise<void>((done) => server.listen(0, LOCAL, done));
  return (server.address() as AddressInfo).port;
}

describe.skipIf(!hasObsKit)('the connection to a real OBS', () => {
  let on: ObsStage;

  beforeAll(async () => {
    on = await setObsStage({
      scenes: { Scene: [], [ODD]: [], 게임: [] },
      collections: { Other: { 'Only one': [] } },
    });
  });
  afterAll(() => on.dispose());

  const state = (test: (state: ObsState) => boolean, ms?: number) =>
    on.dashboard.until('obs', (value) => value !== null && test(value), ms);
  const connect = (password: string | null, port = on.obs.port) =>
    on.dashboard.ask('obs.connect', { host: LOCAL, port, password });

  it('is off until the streamer agrees, and OBS hears of nobody before', async () => {
    const { link, hasPassword } = (await state(() => true)) as ObsState;
    expect({ link, hasPassword }).toEqual({ link: { state: 'off' }, hasPassword: false });
    expect(on.obs.logs()['obs']).not.toContain('obs-websocket-js');
  });

  it.each([
    ['needed where none was given', null, 'password-needed'],
    ['wrong', `${PASSWORD}x`, 'password-wrong'],
    ['wrong, in any script', '비밀번호 🔑', 'password-wrong'],
  ])('says that a password is %s', async (_, password, cause) => {
    await on.dashboard.ask('obs.disconnect', {});
    await on.link(({ state: now }) => now === 'off');
    await connect(password);
    await on.link(waitsFor(cause));
  });

  it('is there with the right password, with the version of OBS', async () => {
    const { link } = await on.connect();
    expect(link).toEqual({ state: 'connected', version: '29.0.2', protocol: '5.1.0' });
  });

  it('knows the scenes in the order of OBS and the one on air, whatever their names', async () => {
    const known = (await state(({ scenes }) => scenes.length === 3)) as ObsState;
    expect(known.scenes).toEqual(['Scene', ODD, '게임']);
    expect(known.programScene).toBe('Scene');
  });

  it('follows the scene on air, new scenes, new names, and scenes that go', async () => {
    const hand = await on.obs.connect();
    await hand.call('SetCurrentProgramScene', { sceneName: ODD });
    await state(({ programScene }) => programScene === ODD);
    await hand.call('CreateScene', { sceneName: 'New' });
    await state(({ scenes }) => scenes.includes('New'));
    await hand.call('SetSceneName', { sceneName: 'New', newSceneName: 'Newer' });
    await state(({ scenes }) => scenes.includes('Newer') && !scenes.includes('New'));
    await hand.call('RemoveScene', { sceneName: 'Newer' });
    await state(({ scenes }) => !scenes.includes('Newer'));
    await hand.call('SetCurrentProgramScene', { sceneName: 'Scene' });
    await state(({ programScene }) => programScene === 'Scene');
    hand.close();
  });

  it('follows a recording', async () => {
    const hand = await on.obs.connect();
    await hand.call('StartRecord');
    await state(({ recording }) => recording);
    await hand.call('StopRecord');
    await state(({ recording }) => !recording);
    hand.close();
  });

  it('follows a stream', async () => {
    const sink = await streamSink();
    const hand = await on.obs.connect();
    const { server, key } = sink;
    await hand.call('SetStreamServiceSettings', {
      streamServiceType: 'rtmp_custom',
      streamServiceSettings: { server, key },
    });
    await startStream(on, hand);
    await hand.call('StopStream');
    await state(({ streaming }) => !streaming);
    hand.close();
    await sink.stop();
  });

  it('follows the streamer into another scene collection and back', async () => {
    const hand = await on.obs.connect();
    await hand.call('SetCurrentSceneCollection', { sceneCollectionName: 'Other' });
    await state(({ scenes, programScene }) => scenes.length === 1 && programScene === 'Only one');
    await hand.call('SetCurrentSceneCollection', { sceneCollectionName: 'Untitled' });
    const back = await state(
      ({ scenes, programScene }) => scenes.length === 3 && programScene !== null,
    );
    expect(back).toMatchObject({ scenes: ['Scene', ODD, '게임'], programScene: 'Scene' });
    hand.close();
  });

  it('comes back by itself after OBS was killed and started again', async () => {
    await on.obs.crash();
    const lost = (await on.link(({ state: now }) => now === 'waiting')) as ObsLink & {
      state: 'waiting';
    };
    expect(['lost', 'not-running']).toContain(lost.cause);
    await on.restartObs();
    await on.link(isConnected);
    expect(await state(({ scenes }) => scenes.length === 3)).toMatchObject({ recording: false });
  });

  it('waits for OBS that is not started yet, and finds it when it is', async () => {
    await on.obs.stop();
    await connect(PASSWORD);
    await on.link(waitsFor('not-running'));
    await on.restartObs();
    await on.link(isConnected);
  });

  it('is there again after the app starts again, without another question', async () => {
    await on.restartHost();
    await on.link(isConnected);
  });

  it('ends when the streamer says so, and stays ended; the password is forgotten', async () => {
    await on.dashboard.ask('obs.disconnect', {});
    await state(({ link, hasPassword }) => link.state === 'off' && !hasPassword);
    await on.restartHost();
    expect(await state(() => true)).toMatchObject({ link: { state: 'off' }, hasPassword: false });
  });

  it('never says the password in a feed, a line or a log', async () => {
    await on.connect();
    const said = [...on.dashboard.heard, ...on.host.lines.map((line) => JSON.stringify(line))];
    expect([...said, on.host.errors].join('\n')).not.toContain(PASSWORD);
  });

  describe('on a port that belongs to another program', () => {
    it.each([
      ['a web server', () => createServer((_, answer) => answer.end('Hello'))],
      [
        'a web server that knows no such page',
        () => createServer((_, answer) => answer.writeHead(404).end()),
      ],
      ['one that never says a word', () => createPlainServer()],
      [
        'one that talks nonsense',
        () => createPlainServer((socket) => socket.write('220 mail\r\n')),
      ],
    ])('says that %s is no OBS', async (_, make) => {
      const server = make();
      const sockets = new Set<{ destroy(): void }>();
      server.on('connection', (socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined);
      });
      try {
        const port = await listening(server);
        await connect(PASSWORD, port);
        await state((now) => now.port === port && waitsFor('not-obs')(now.link));
      } finally {
        for (const socket of sockets) socket.destroy();
        server.close();
      }
    });

    it('says that nobody listens on a port that nobody uses', async () => {
      const port = await freePort();
      await connect(PASSWORD, port);
      await state((now) => now.port === port && waitsFor('not-running')(now.link));
    });
  });
});

describe.skipIf(!hasObsKit)('an OBS without a password', () => {
  let on: ObsStage;
  beforeAll(async () => {
    on = await setObsStage({ password: '' });
  });
  afterAll(() => on.dispose());

  it('is connected without one', async () => {
    expect((await on.connect()).hasPassword).toBe(false);
  });

  it('is connected also by a password that it does not ask for', async () => {
    await on.dashboard.ask('obs.connect', { host: LOCAL, port: on.obs.port, password: 'of old' });
    await on.link(isConnected);
  });
});

describe.skipIf(!hasObsKit)("OBS's own settings on this computer", () => {
  let on: ObsStage;
  beforeAll(async () => {
    on = await setObsStage({ host: false });
    const home = join(on.obs.dir, 'home');
    await on.restartHost({ HOME: home, XDG_CONFIG_HOME: join(home, '.config') });
  });
  afterAll(() => on.dispose());

  it('say that the server of OBS is off, and nothing is sent then', async () => {
    const file = join(on.obs.dir, 'home/.config/obs-studio/global.ini');
    const kept = await readFile(file, 'utf8');
    expect(kept).toContain('ServerEnabled=true');
    await writeFile(file, kept.replace('ServerEnabled=true', 'ServerEnabled=false'));
    try {
      expect(await on.dashboard.ask('obs.find', {})).toEqual({ found: 'server-off' });
      expect(await on.dashboard.until('obs', () => true)).toMatchObject({ link: { state: 'off' } });
    } finally {
      await writeFile(file, kept);
    }
  });

  it('are read when the streamer asks, and are enough', async () => {
    expect(await on.dashboard.ask('obs.find', {})).toEqual({ found: 'yes' });
    await on.link(isConnected);
    const { port, hasPassword } = (await on.dashboard.until('obs', () => true)) as ObsState;
    expect({ port, hasPassword }).toEqual({ port: on.obs.port, hasPassword: true });
  });
});
