import { describe, expect, it } from 'vitest';
import { donation, draw } from '../storage/support.ts';
import { marksWorld, ScriptedObs } from './marks-world.ts';

type World = Awaited<ReturnType<typeof marksWorld>>;

const replaysOf = async (world: World) => (await world.marks.commands['marks.replays']({})).replays;

/** How often OBS was asked to save since the last look. */
const savesOf = (world: World): number =>
  world.obs.asked.splice(0).filter((name) => name === 'SaveReplayBuffer').length;

describe('a rule for large donations', () => {
  it('saves the replay buffer some seconds after a donation of exactly its beams', async () => {
    const world = await marksWorld();
    await world.set({ replayFrom: 5_000 });
    world.alert(donation(1, { payAmount: 5_000 }));
    await world.clock.advance(7_999);
    expect(savesOf(world)).toBe(0);
    await world.clock.advance(1);
    expect(savesOf(world)).toBe(1);
  });

  it('saves once for donations close to each other, and again for a later one', async () => {
    const world = await marksWorld();
    await world.set({ replayFrom: 5_000 });
    world.alert(donation(1, { payAmount: 5_000 }));
    await world.clock.advance(4_000);
    world.alert(donation(2, { payAmount: 9_000 }));
    await world.clock.advance(20_000);
    expect(savesOf(world)).toBe(1);
    world.alert(donation(3, { payAmount: 9_000 }));
    await world.clock.advance(8_000);
    expect(savesOf(world)).toBe(1);
  });

  it.each<[string, number | null, (world: World) => void]>([
    ['no rule', null, (world) => world.alert(donation(1, { payAmount: 50_000 }))],
    ['a smaller donation', 5_000, (world) => world.alert(donation(1, { payAmount: 4_999 }))],
    ['a donation of unknown size', 1, (world) => world.alert(donation(1, { payAmount: null }))],
    ['small ones on one card', 1, (world) => world.alert(donation(1, { payAmount: 9_000 }), 3)],
    ['an alert that is no donation', 1, (world) => world.alert(draw(1))],
    ['a donation that no page painted', 1, (world) => world.show(donation(1))],
  ])('saves nothing after %s', async (_, replayFrom, happen) => {
    const world = await marksWorld();
    await world.set({ replayFrom });
    happen(world);
    await world.clock.advance(20_000);
    expect(savesOf(world)).toBe(0);
    expect(world.state().replayMissedAt).toBeNull();
  });

  it('that meets a buffer that is off says when, and asks nothing of OBS', async () => {
    const world = await marksWorld();
    await world.obs.tell('ReplayBufferStateChanged', { outputActive: false });
    await world.set({ replayFrom: 1 });
    world.alert(donation(1));
    expect(world.state().replayMissedAt).toBeNull();
    await world.clock.advance(8_000);
    expect(savesOf(world)).toBe(0);
    expect(world.state()).toMatchObject({ replayBuffer: 'off', replayMissedAt: world.clock.now() });
  });

  it('that OBS refused says so until a replay was saved again', async () => {
    const world = await marksWorld();
    world.obs.answers['SaveReplayBuffer'] = null;
    await world.set({ replayFrom: 1 });
    world.alert(donation(1));
    await world.clock.advance(8_000);
    expect(world.state().replayMissedAt).toBe(world.clock.now());
    delete world.obs.answers['SaveReplayBuffer'];
    world.alert(donation(2));
    await world.clock.advance(8_000);
    expect(world.state().replayMissedAt).toBeNull();
  });

  it('saves nothing once the app ended', async () => {
    const world = await marksWorld();
    await world.set({ replayFrom: 1 });
    world.alert(donation(1));
    world.owned.dispose();
    await world.clock.advance(8_000);
    expect(savesOf(world)).toBe(0);
  });
});

describe('whether the replay buffer runs', () => {
  it('is not known without OBS, and asked for at each connection', async () => {
    const world = await marksWorld();
    expect(world.state().replayBuffer).toBe('on');
    await world.obs.become('off');
    expect(world.state().replayBuffer).toBe('unknown');
    world.obs.answers['GetReplayBufferStatus'] = { outputActive: false };
    await world.obs.become('connected');
    expect(world.state().replayBuffer).toBe('off');
  });

  it('is not known before OBS was ever reached', async () => {
    const obs = new ScriptedObs();
    obs.state = { state: 'off' };
    expect((await marksWorld({ obs })).state().replayBuffer).toBe('unknown');
  });

  it.each([
    ['is not set up at all', null, 'off'],
    ['says nothing of use', { outputActive: 'yes' }, 'off'],
    ['does not run', { outputActive: false }, 'off'],
    ['runs', { outputActive: true }, 'on'],
  ])('is told where it %s', async (_, answer, replayBuffer) => {
    const obs = new ScriptedObs();
    obs.answers['GetReplayBufferStatus'] = answer;
    expect((await marksWorld({ obs })).state()).toMatchObject({ replayBuffer });
  });

  it('follows what OBS tells', async () => {
    const world = await marksWorld();
    for (const [outputActive, replayBuffer] of [
      [false, 'off'],
      [true, 'on'],
    ]) {
      await world.obs.tell('ReplayBufferStateChanged', { outputActive });
      expect(world.state()).toMatchObject({ replayBuffer });
    }
  });

  it('is what OBS told last, also where an older answer comes afterwards', async () => {
    const obs = new ScriptedObs();
    obs.answers['GetReplayBufferStatus'] = { outputActive: false };
    obs.hold();
    const world = await marksWorld({ obs });
    await obs.tell('ReplayBufferStateChanged', { outputActive: true });
    await obs.release();
    expect(world.state().replayBuffer).toBe('on');
  });

  it('is not taken from an answer of a connection that is gone', async () => {
    const obs = new ScriptedObs();
    obs.hold();
    const world = await marksWorld({ obs });
    await obs.become('off');
    await obs.release();
    expect(world.state().replayBuffer).toBe('unknown');
  });

  it('stays unknown where the connection ends before the answer: saving is up to OBS', async () => {
    const obs = new ScriptedObs();
    obs.isGone = true;
    const world = await marksWorld({ obs });
    expect(world.state().replayBuffer).toBe('unknown');
    await world.marks.commands['marks.save-replay']({});
    expect(savesOf(world)).toBe(1);
  });
});

describe('a replay', () => {
  it('is saved by hand at once; where the buffer is off that fails and says why', async () => {
    const world = await marksWorld();
    await world.marks.hands.saveReplay();
    expect(savesOf(world)).toBe(1);
    await world.obs.tell('ReplayBufferStateChanged', { outputActive: false });
    await expect(world.marks.hands.saveReplay()).rejects.toThrow(/replay buffer is off/);
    expect(savesOf(world)).toBe(0);
  });

  it('is listed with its file, on the recording too, whoever had it saved', async () => {
    const world = await marksWorld();
    await world.obs.record('STARTED', '/videos/one.mkv');
    await world.clock.advance(10_000);
    await world.obs.tell('ReplayBufferSaved', { savedReplayPath: '/replays/Replay 1.mkv' });
    const [recording] = await world.recordings();
    expect(await world.list(recording?.id ?? 0)).toMatchObject([{ kind: 'replay', at: 10_000 }]);
    expect(await replaysOf(world)).toMatchObject([{ label: { values: { file: 'Replay 1.mkv' } } }]);
  });

  it('is listed without a place where nothing records, and pages hear of it', async () => {
    const world = await marksWorld();
    const { revision } = world.state();
    await world.clock.advance(3_000);
    await world.obs.tell('ReplayBufferSaved', { savedReplayPath: '/replays/Replay 2.mkv' });
    expect(await replaysOf(world)).toMatchObject([
      { kind: 'replay', at: null, setAt: world.clock.now() },
    ]);
    expect(world.state().revision).toBeGreaterThan(revision);
  });

  it('is listed also where OBS does not tell its file', async () => {
    const world = await marksWorld();
    await world.obs.tell('ReplayBufferSaved', {});
    expect(await replaysOf(world)).toMatchObject([{ label: { key: 'marks.label-replay' } }]);
  });

  it('that the ledger refuses does no harm', async () => {
    const world = await marksWorld();
    world.ledger.close();
    await world.obs.tell('ReplayBufferSaved', { savedReplayPath: '/replays/Replay 3.mkv' });
    expect(world.state().replayBuffer).toBe('on');
  });

  it('that OBS saves after the app ended is not noted', async () => {
    const world = await marksWorld();
    world.owned.dispose();
    await world.obs.tell('ReplayBufferSaved', { savedReplayPath: '/replays/Replay 4.mkv' });
    expect(world.ledger.marks.replays(10)).toEqual([]);
  });
});
