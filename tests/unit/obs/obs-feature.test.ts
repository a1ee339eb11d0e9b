import { describe, expect, it } from 'vitest';
import type { ObsState } from '../../../shared/contract/obs.ts';
import { ObsGround, obsWorld } from './obs-world.ts';
import { GAME, WISH } from './setup-world.ts';

const PASSWORD = 'a-password-of-obs';
const HERE = { host: '127.0.0.1', port: 4455 } as const;

describe('the connection to OBS', () => {
  it('is not tried before the streamer asks for it', async () => {
    const { ground, read, resume, clock } = await obsWorld();
    resume();
    await clock.advance(60_000);
    expect(ground.dialled).toEqual([]);
    expect(read()).toMatchObject({ ...HERE, link: { state: 'off' }, hasPassword: false });
  });

  it('goes where the streamer says, with the password entered, and pages are told', async () => {
    const { ground, commands, feeds, read, settled, settings } = await obsWorld();
    const told: string[] = [];
    feeds.obs.onChange(() => told.push(read().link.state));
    const entered = { host: ' localhost ', port: 4460, password: PASSWORD };
    await settled(commands['obs.connect'](entered));
    expect(ground.dialled).toMatchObject([
      { host: 'localhost', port: 4460, password: PASSWORD, refusedSalt: null },
    ]);
    expect(told).toContain('connected');
    expect(read()).toMatchObject({
      host: 'localhost',
      port: 4460,
      hasPassword: true,
      link: { state: 'connected', version: '29.0.2', protocol: '5.1.0' },
    });
    expect(settings.get().obs).toMatchObject({ agreed: true, host: 'localhost', port: 4460 });
  });

  it.each<[string, string, string | null, string | null]>([
    ['at the same place without another: the one that is kept', '127.0.0.1', null, PASSWORD],
    ['at another place: none', 'localhost', null, null],
    ['that is empty: none', '127.0.0.1', '', null],
    ['that is another: that one', '127.0.0.1', 'another', 'another'],
  ])('is made anew with a password %s', async (_, host, password, sent) => {
    const { ground, connect, read, vault } = await obsWorld();
    await connect('127.0.0.1', PASSWORD);
    await connect(host, password);
    expect(ground.dialled.map((target) => target.password)).toEqual([PASSWORD, sent]);
    expect(read().hasPassword).toBe(sent !== null);
    expect(vault.values.size).toBe(sent === null ? 0 : 1);
    expect(ground.open).toBe(1);
  });

  it('is not made where the password cannot be saved', async () => {
    const { ground, commands, vault, settled } = await obsWorld();
    vault.failWrites = true;
    const asked = commands['obs.connect']({ ...HERE, password: PASSWORD });
    await expect(settled(asked)).rejects.toThrow(/disk is full/);
    expect(ground.dialled).toEqual([]);
  });

  it.each<[ObsGround['found'], boolean]>([
    [{ found: 'yes', port: 4461, password: PASSWORD }, true],
    [{ found: 'yes', port: 4461, password: null }, true],
    [{ found: 'server-off' }, false],
    [{ found: 'no' }, false],
  ])('is made with what OBS’s own settings say: %j', async (found, isMade) => {
    const ground = new ObsGround();
    ground.found = found;
    const { commands, settled, read } = await obsWorld(ground);
    expect(await settled(commands['obs.find']({}))).toEqual({ found: found.found });
    const { port, password } = found.found === 'yes' ? found : { port: 0, password: null };
    expect(ground.dialled.map((target) => [target.host, target.port, target.password])).toEqual(
      isMade ? [['127.0.0.1', port, password]] : [],
    );
    expect(read().hasPassword).toBe(password !== null);
  });

  it('that is ended is over at once, with its password, and stays so after a restart', async () => {
    const world = await obsWorld();
    const { ground, commands, feeds, read, settled, settings, vault, clock } = world;
    await world.connect('127.0.0.1', PASSWORD);
    const told: Pick<ObsState, 'link' | 'hasPassword'>[] = [];
    feeds.obs.onChange(() => told.push(read()));
    await settled(commands['obs.disconnect']({}));
    expect(told[0]).toMatchObject({ link: { state: 'off' }, hasPassword: false });
    expect(read()).toMatchObject({ link: { state: 'off' }, scenes: [], hasPassword: false });
    expect([ground.open, vault.values.size, settings.get().obs.agreed]).toEqual([0, 0, false]);
    world.owned.dispose();
    const next = await obsWorld(ground);
    next.resume();
    await clock.advance(60_000);
    expect(ground.dialled).toHaveLength(1);
  });

  it('that fails is told in the log, once for each reason in a row', async () => {
    const { ground, connect, clock } = await obsWorld();
    const reasons = () =>
      ground.lines.flatMap((line) => /OBS is not reached .*"cause":"(.+?)"/.exec(line)?.[1] ?? []);
    ground.cause = 'not-running';
    await connect();
    await clock.advance(60_000);
    expect(ground.dialled.length).toBeGreaterThan(3);
    expect(reasons()).toEqual(['not-running']);
    ground.cause = 'password-needed';
    await clock.advance(60_000);
    ground.cause = 'not-running';
    await clock.advance(300_000);
    expect(reasons()).toEqual(['not-running', 'password-needed', 'not-running']);
  });

  it('is there again after a restart, once pages are served, with the password kept', async () => {
    const first = await obsWorld();
    await first.connect('127.0.0.1', PASSWORD);
    first.owned.dispose();
    const { ground, clock } = first;
    expect(ground.open).toBe(0);
    const next = await obsWorld(ground);
    await clock.advance(60_000);
    expect(ground.dialled).toHaveLength(1);
    next.resume();
    await clock.advance(100);
    expect(ground.dialled.at(-1)).toMatchObject({ ...HERE, password: PASSWORD });
    expect(next.read()).toMatchObject({ link: { state: 'connected' }, hasPassword: true });
  });

  it.each([
    ['cannot be read', null],
    ['is nonsense', '{"host":1}'],
    ['is of another place', '{"host":"10.0.0.9","password":"secret"}'],
  ])('is made without a password after a restart where the one kept %s', async (_, kept) => {
    const ground = new ObsGround();
    ground.vault.failReads = kept === null;
    if (kept !== null) ground.vault.values.set('obs-password', kept);
    await ground.settings.update(({ obs }) => ({ obs: { ...obs, agreed: true } }));
    const { resume, read, clock } = await obsWorld(ground);
    resume();
    await clock.advance(100);
    expect(ground.dialled).toMatchObject([{ ...HERE, password: null }]);
    expect(read()).toMatchObject({ link: { state: 'connected' }, hasPassword: false });
  });

  it.each([
    ['obs.local', 'obs.local'],
    ['스트리밍-pc', '스트리밍-pc'],
    ['192.168.0.7', '192.168.0.7'],
    ['[fe80::1]', 'fe80::1'],
    ['fe80::1', 'fe80::1'],
    ['pc.', 'pc.'],
  ])('may be to “%s”', async (host, dialled) => {
    const { ground, connect } = await obsWorld();
    await connect(host);
    expect(ground.dialled).toMatchObject([{ host: dialled }]);
  });

  it.each(['', ' ', 'ws://here', 'a b', 'host/path', 'user@host', '-x', 'x..y', '[a b]'])(
    'is not tried to “%s”',
    async (host) => {
      const { ground, commands, settled } = await obsWorld();
      const asked = settled(commands['obs.connect']({ host, port: 4455, password: null }));
      await expect(asked).rejects.toMatchObject({ problem: { code: 'obs-host' } });
      expect(ground.dialled).toEqual([]);
    },
  );
});

describe('what pages see of OBS', () => {
  it('is its scenes and what it does, and nothing of that without a connection', async () => {
    const { ground, obs, connect, read, clock } = await obsWorld();
    obs.scene('Live').scene('쉬는 시간');
    obs.model.programScene = 'Live';
    await connect();
    expect(read()).toMatchObject({
      scenes: ['Scene', 'Live', '쉬는 시간'],
      programScene: 'Live',
      streaming: false,
      recording: false,
      strip: { stream: { state: 'off' }, record: { state: 'off' } },
    });
    expect(read()).toBe(read());
    ground.cause = 'not-running';
    await ground.hangUp();
    expect(read()).toMatchObject({ link: { state: 'waiting' }, scenes: [], programScene: null });
    ground.cause = null;
    await clock.advance(10_000);
    expect(read()).toMatchObject({ link: { state: 'connected' }, programScene: 'Live' });
  });

  it('says whether OBS runs on another computer, where no set-up would help', async () => {
    const { obs, connect, read, commands, settled } = await obsWorld();
    obs.scene('Live', [GAME]);
    await connect('obs.local');
    expect(read().elsewhere).toBe(true);
    const elsewhere = { problem: { code: 'obs-elsewhere' } };
    await expect(settled(commands['obs.plan'](WISH))).rejects.toMatchObject(elsewhere);
    await expect(settled(commands['obs.set-up'](WISH))).rejects.toMatchObject(elsewhere);
    await connect('127.0.0.1');
    expect(read().elsewhere).toBe(false);
    const { changes } = await settled(commands['obs.plan'](WISH));
    expect(changes.length).toBeGreaterThan(0);
  });
});

describe('what pages ask of OBS', () => {
  const scene = async (ground = new ObsGround()) => {
    ground.obs.scene('Live', [GAME]);
    ground.obs.model.programScene = 'Live';
    const world = await obsWorld(ground);
    await world.connect();
    return world;
  };

  it('is set up and undone; who had it set up has it healed from then on', async () => {
    const { obs, commands, settled, read } = await scene();
    const before = JSON.stringify(obs.picture());
    expect(read()).toMatchObject({ undoable: null, heal: { on: false } });
    const { changes } = await settled(commands['obs.set-up'](WISH));
    expect(changes.length).toBeGreaterThan(0);
    expect(JSON.stringify(obs.picture())).not.toBe(before);
    expect(read().undoable).not.toBeNull();
    expect(read().heal.on).toBe(true);
    expect((await settled(commands['obs.plan'](WISH))).changes).toEqual([]);
    await settled(commands['obs.undo']({}));
    expect(read().undoable).toBeNull();
    expect((await settled(commands['obs.plan'](WISH))).changes).not.toEqual([]);
  });

  it('is not healed by a set-up where the streamer switched that off before', async () => {
    const { commands, settled, settings } = await scene();
    await settled(commands['obs.set-heal']({ on: false }));
    await settled(commands['obs.set-up'](WISH));
    expect(settings.get().obs.heals).toBe(false);
  });

  it('is healed and played again as chosen, each by itself', async () => {
    const { commands, settings } = await obsWorld();
    const chosen = () => [settings.get().obs.heals, settings.get().obs.replaysMissed];
    expect(chosen()).toEqual([null, true]);
    await commands['obs.set-heal']({ replays: false });
    expect(chosen()).toEqual([null, false]);
    await commands['obs.set-heal']({ on: true });
    expect(chosen()).toEqual([true, false]);
    await commands['obs.set-heal']({ on: false, replays: true });
    expect(chosen()).toEqual([false, true]);
  });

  it('keeps which inputs viewers do not hear on purpose, fifty at most, the latest last', async () => {
    const { commands, read } = await obsWorld();
    const mean = (input: string, on: boolean) => commands['obs.on-purpose']({ input, on });
    for (const input of ['Desktop', '소리', 'Desktop']) await mean(input, true);
    expect(read().onPurpose).toEqual(['소리', 'Desktop']);
    await mean('소리', false);
    await mean('nobody', false);
    expect(read().onPurpose).toEqual(['Desktop']);
    for (let at = 0; at < 50; at += 1) await mean(`${at}`, true);
    expect([read().onPurpose.length, read().onPurpose[0]]).toEqual([50, '0']);
  });

  it('is the scene on air, the stream, and the recording', async () => {
    const { obs, commands, settled, read, clock } = await scene();
    obs.scene('쉬는 시간');
    await settled(commands['obs.scene']({ scene: '쉬는 시간' }));
    expect(obs.model.programScene).toBe('쉬는 시간');
    await settled(commands['obs.record']({ to: 'start' }));
    await settled(commands['obs.stream']({ on: true }));
    await clock.advance(2_000);
    expect(read()).toMatchObject({
      streaming: true,
      recording: true,
      programScene: '쉬는 시간',
      strip: { stream: { state: 'live' }, record: { state: 'running' } },
    });
    await settled(commands['obs.record']({ to: 'stop' }));
    await settled(commands['obs.stream']({ on: false }));
    await clock.advance(2_000);
    expect(read()).toMatchObject({ streaming: false, recording: false });
  });

  it('is the load that the overlay puts on it', async () => {
    const { commands, read, settled } = await obsWorld();
    expect(read().load.mode).toBe('auto');
    await settled(Promise.resolve(commands['obs.load']({ mode: 'still' as never })));
    expect(read().load.mode).toBe('still');
  });

  it('is a look at the overlay, which is missing until it is set up', async () => {
    const { commands, settled, read } = await scene();
    await settled(commands['obs.check']({}));
    expect(read().proof).toMatchObject({ findings: [{ code: 'no-source' }] });
  });

  it('is the stream key of the platform, and the way back', async () => {
    const { obs, commands, settled, read } = await scene();
    const server = 'rtmp://ingest.example.com/live';
    expect(await settled(commands['obs.stream-target']({}))).toMatchObject({ server: null });
    expect(await settled(commands['obs.stream-key']({ server }))).toEqual({ changed: true });
    expect(read().streamKey).toMatchObject({ server, putAt: expect.any(Number) });
    expect(JSON.stringify(obs.model)).toContain('live_our-own-key');
    await settled(commands['obs.stream-key-back']({}));
    expect(read().streamKey).toMatchObject({ putAt: null });
    expect(JSON.stringify(obs.model)).not.toContain('live_our-own-key');
  });

  it('is the folder of its recordings, opened on this computer', async () => {
    const { ground, commands, connect, settled } = await scene();
    await settled(commands['obs.open-recordings']({}));
    expect(ground.opened).toEqual([ground.dataDir]);
    await connect('obs.local');
    await expect(settled(commands['obs.open-recordings']({}))).rejects.toThrow();
    expect(ground.opened).toHaveLength(1);
  });

  it('cannot be its folder where nothing opens folders', async () => {
    const ground = new ObsGround();
    ground.canOpen = false;
    const { commands, settled } = await scene(ground);
    const asked = settled(commands['obs.open-recordings']({}));
    await expect(asked).rejects.toMatchObject({ problem: { code: 'obs-no-folder' } });
  });

  it.each([
    ['streams', { on: true }, { to: 'stop' }, true],
    ['records', { on: false }, { to: 'start' }, true],
    ['does neither', { on: false }, { to: 'stop' }, false],
  ] as const)('is looked at by itself while it %s: %#', async (_, stream, record, isLookedAt) => {
    const { obs, commands, settled, clock } = await scene();
    await settled(commands['obs.stream'](stream));
    await settled(commands['obs.record'](record));
    await clock.advance(120_000);
    const looks = () => obs.requests.filter(({ type }) => type === 'GetGroupList').length;
    const before = looks();
    await clock.advance(95_000);
    expect(looks() - before > 1).toBe(isLookedAt);
  });
});
