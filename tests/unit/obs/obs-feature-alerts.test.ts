import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CardMoment } from '../../../electron/features/alerts/index.ts';
import type { BeaconPage } from '../../../electron/server/beacon-pages.ts';
import { EMPTY_DESK, type ListedAlert } from '../../../shared/contract/alerts.ts';
import { PLAIN_LOOK } from '../../../shared/overlay/alert-look.ts';
import { newInput } from '../../support/fake-obs-model.ts';
import { ObsServer } from '../../support/obs-server.ts';
import { donation } from '../storage/support.ts';
import { ObsGround, obsWorld } from './obs-world.ts';
import { ADDRESS, GAME, OLD_ADDRESS, OLD_KEY, RIGHT } from './setup-world.ts';

const OURS = 'Stagelight';
const DESKTOP = 'Desktop Audio';
const LOUD = [[0.2, 0.5, 0.5]];
/** As of an input that is muted. */
const KEPT = [[0, 0, 0.5]];

type World = Awaited<ReturnType<typeof obsWorld>>;

/** An overlay page in OBS, which answers as long as it lives. */
function enter({ page, pagesChanged }: World) {
  const { beacons } = page;
  const state = { lives: true };
  const own: BeaconPage = {
    showBeacon(beacon) {
      if (!beacon || !state.lives) return;
      beacons.answered(own, beacon.id, 'heard');
      beacons.answered(own, beacon.id, 'painted');
    },
  };
  const joined = beacons.join(own);
  pagesChanged.fire();
  const leave = () => {
    joined.dispose();
    pagesChanged.fire();
  };
  return { own, state, leave };
}

async function connected(ground = new ObsGround()): Promise<World> {
  ground.obs.scene('Live', [GAME, RIGHT]);
  ground.obs.model.programScene = 'Live';
  ground.obs.model.inputs.set(DESKTOP, newInput(DESKTOP, 'pulse_output_capture', {}));
  ground.obs.model.desktop = DESKTOP;
  await ground.settings.update(({ obs }) => ({ obs: { ...obs, heals: true } }));
  const world = await obsWorld(ground);
  await world.connect();
  onTestFinished(() => world.owned.dispose());
  return world;
}

describe('an alert that sounds', () => {
  /** One for five seconds, with both inputs as loud as each other. */
  const play = async ({ cards, obs, clock }: World, levels = LOUD) => {
    const card = [{ event: donation(7), isReplay: false }] as unknown as CardMoment['card'];
    const look = { ...PLAIN_LOOK, voice: { text: '안녕', url: '/voice' } as never };
    cards.fire({ moment: 'begun', card, look });
    cards.fire({ moment: 'painted', card, look });
    const inputs = [DESKTOP, OURS].map((inputName) => ({ inputName, inputLevelsMul: levels }));
    obs.emit('InputVolumeMeters', { inputs });
    await clock.advance(5_000);
    cards.fire({ moment: 'ended', card, look });
    await clock.advance(5_000);
  };

  it('is heard in our source where a page in OBS plays it, else with the desktop', async () => {
    const world = await connected();
    await play(world);
    expect(world.read().heard).toMatchObject({ state: 'heard', input: DESKTOP });
    const { leave } = enter(world);
    await play(world);
    expect(world.read().heard).toMatchObject({ state: 'heard', input: OURS });
    leave();
    await play(world);
    expect(world.read().heard).toMatchObject({ state: 'heard', input: DESKTOP });
  });

  it('is marked as not heard while OBS is on air, and only where a page can sound', async () => {
    const world = await connected();
    const { obs, commands, settled, clock, alerts, page } = world;
    obs.input(DESKTOP).muted = true;
    obs.input(OURS).muted = true;
    enter(world);
    await play(world, KEPT);
    expect(alerts.flaws).toEqual([]);
    await settled(commands['obs.stream']({ on: true }));
    await clock.advance(2_000);
    page.canSound = false;
    await play(world, KEPT);
    expect(alerts.flaws).toEqual([]);
    page.canSound = true;
    await play(world, KEPT);
    expect(alerts.flaws).toEqual([[[7], 'not-heard']]);
  });
});

describe('the overlay in OBS', () => {
  it('is refreshed once its page went, and what nobody saw is played again', async () => {
    const world = await connected();
    const { obs, clock, alerts, notes, page } = world;
    const { own, leave } = enter(world);
    await clock.advance(10_000);
    const stop = obs.on('test:refreshed', () => void enter(world));
    const ended = (seq: number, afterMs: number) =>
      ({ event: donation(seq), endedAt: clock.now() + afterMs }) as unknown as ListedAlert;
    page.beacons.receipt(own, 4, 'painted');
    alerts.desk = { ...EMPTY_DESK, over: [ended(5, 50), ended(4, 40), ended(3, -600_000)] };
    leave();
    await clock.advance(10_000);
    stop();
    expect(notes).toEqual([
      'overlay-refresh overlay-not-connected',
      'overlay-healed overlay-not-connected',
    ]);
    expect(alerts.replayed).toEqual([[5]]);
    expect(world.read().heal.last).toMatchObject({ step: 'refresh', healed: true, replayed: 1 });
  });

  it('is refreshed, and nothing is played again where nobody missed anything', async () => {
    const world = await connected();
    const { obs, clock, alerts } = world;
    const { leave } = enter(world);
    await clock.advance(10_000);
    obs.on('test:refreshed', () => void enter(world));
    leave();
    await clock.advance(10_000);
    expect(world.read().heal.last).toMatchObject({ healed: true, replayed: 0 });
    expect(alerts.replayed).toEqual([]);
  });

  it('is left as it is while it shows an alert', async () => {
    const world = await connected();
    const { clock, alerts, notes, page } = world;
    const { own, state } = enter(world);
    await clock.advance(10_000);
    alerts.current = { alertId: 12 };
    page.beacons.receipt(own, 12, 'painted');
    state.lives = false;
    await clock.advance(20_000);
    expect(notes).toEqual([]);
    alerts.current = null;
    await clock.advance(10_000);
    expect(notes[0]).toBe('overlay-fresh-address overlay-frozen');
  });

  it('is not healed where the streamer switches it off', async () => {
    const world = await connected();
    const { clock, notes, commands } = world;
    const { leave } = enter(world);
    await clock.advance(10_000);
    await commands['obs.set-heal']({ on: false });
    leave();
    await clock.advance(30_000);
    expect(notes).toEqual([]);
    await commands['obs.set-heal']({ on: true });
    await clock.advance(30_000);
    expect(notes).not.toEqual([]);
  });

  it('gets its present address, except where another app serves the old one', async () => {
    const server = createServer((request, answer) => {
      answer.statusCode = request.url?.includes('theirs') ? 200 : 404;
      answer.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const there = `http://127.0.0.1:${port}/overlay/${OLD_KEY}/`;
    const addresses = {
      Theirs: `${there}?at=theirs`,
      Missing: `${there}?at=missing`,
      // Nothing listens on this one's port.
      Nowhere: `http://127.0.0.1:1/overlay/${OLD_KEY}/?at=nowhere`,
      Secure: `https://127.0.0.1:1/overlay/${OLD_KEY}/?at=secure`,
    };
    const ground = new ObsGround();
    ground.formerAddresses = [OLD_ADDRESS];
    const others = Object.entries(addresses).map(([source, url]) => ({
      ...RIGHT,
      source,
      settings: { ...RIGHT.settings, url },
    }));
    ground.obs.scene('Live', others);
    const { obs, until } = await connected(ground);
    const urls = () => Object.keys(addresses).map((name) => obs.input(name).settings['url']);
    // The server answers in its own time.
    await until(() => urls().filter((url) => String(url).startsWith(ADDRESS)).length === 3, 100);
    expect(urls().map((url) => String(url).replace(/&fresh=.*/, ''))).toEqual([
      addresses.Theirs,
      `${ADDRESS}?at=missing`,
      `${ADDRESS}?at=nowhere`,
      `${ADDRESS}?at=secure`,
    ]);
  });

  it('is known at an address that it had in an earlier run', async () => {
    const former = ADDRESS.replaceAll('k', 'f');
    const first = await obsWorld();
    const { ground, page, pagesChanged, until } = first;
    page.overlayUrl = former;
    pagesChanged.fire();
    const path = join(ground.dataDir, 'obs-addresses.json');
    const digests = async () => JSON.parse(await readFile(path, 'utf8')).digests.length;
    // It is written to the disk in its own time.
    await until(async () => (await digests()) === 2);
    first.owned.dispose();
    const settings = { ...RIGHT.settings, url: former };
    ground.obs.scene('Live', [{ ...RIGHT, source: 'Former', settings }]);
    const { obs } = await connected(ground);
    const url = () => String(obs.input('Former').settings['url']);
    await until(() => url() !== former, 100);
    expect(url()).toBe(ADDRESS);
  });
});

describe('what was begun in OBS', () => {
  it('is taken back at the next connection, where OBS died in the middle of a set-up', async () => {
    const ground = new ObsGround();
    ground.obs.scene('Live', [GAME]);
    ground.obs.model.programScene = 'Live';
    const { obs, commands, settled, connect, until } = await obsWorld(ground);
    await connect();
    const before = obs.picture();
    obs.dieAtWrite(2, true);
    const wish = { scenes: [], audio: 'obs' } as const;
    await expect(settled(commands['obs.set-up']({ ...wish, scenes: [] }))).rejects.toThrow();
    await ground.hangUp();
    expect(obs.picture()).not.toEqual(before);
    obs.revive();
    // Its journal is on the disk, which takes its own time.
    await until(() => obs.model.inputs.size === 1);
    expect(obs.picture()).toEqual(before);
  });

  it('is the key put into it, which can be taken out after a restart too', async () => {
    const first = await obsWorld();
    await first.connect();
    const { ground } = first;
    const server = 'rtmp://ingest.example.com/live';
    await first.settled(first.commands['obs.stream-key']({ server }));
    const { streamKey } = first.read();
    first.owned.dispose();
    const next = await obsWorld(ground);
    await ground.clock.advance(100);
    expect(next.read().streamKey).toEqual(streamKey);
    expect(streamKey.putAt).not.toBeNull();
  });
});

it('OBS on this computer is reached over its own wire, and known to be here', async () => {
  const ground = new ObsGround();
  ground.isWired = true;
  const server = await ObsServer.start(ground.obs);
  onTestFinished(() => server.stop(null).catch(() => undefined));
  const { commands, read, until, owned } = await obsWorld(ground);
  onTestFinished(() => owned.dispose());
  const asked = commands['obs.connect']({ host: '127.0.0.1', port: server.port, password: null });
  await until(() => read().link.state === 'connected', 1);
  await asked;
  expect(read()).toMatchObject({ link: { version: '29.0.2' }, elsewhere: false });
});
