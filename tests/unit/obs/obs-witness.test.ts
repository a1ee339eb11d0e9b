import { describe, expect, it, onTestFinished } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { CardMoment } from '../../../electron/features/alerts/index.ts';
import { type Looked, ObsWitness, sounds } from '../../../electron/features/obs/obs-witness.ts';
import type { Sight } from '../../../electron/features/obs/sight.ts';
import type { SoundVerdict } from '../../../electron/features/obs/sound-verdict.ts';
import { PLAIN_LOOK } from '../../../shared/overlay/alert-look.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation } from '../storage/support.ts';

const HEARD: SoundVerdict = { state: 'heard', input: 'Desktop' };
const UNHEARD: SoundVerdict = { state: 'not-heard', code: 'muted', input: 'Desktop' };
const SILENT_LOOK = { ...PLAIN_LOOK, sound: null };
const SHOWN_MS = 5_000;

const rethrow = (failure: unknown): never => {
  throw failure;
};

function cardOf(seqs: readonly number[], isReplay = false): CardMoment['card'] {
  const cards = seqs.map((seq) => ({
    event: donation(seq),
    tally: null,
    queuedAt: 0,
    paintedAt: null,
    isReplay,
    isLate: false,
    expectedMs: 1,
  }));
  return cards as unknown as CardMoment['card'];
}

function world() {
  const clock = new VirtualClock();
  const moments = new Emitter<CardMoment>(rethrow);
  const looks = new Emitter<Looked>(rethrow);
  const state = { live: true, canSound: true, sound: HEARD, looked: null as Looked | null };
  const told = { flaws: [] as unknown[], requests: 0, listened: 0, open: 0, ends: [] as number[] };
  const witness = new ObsWitness({
    onCard: moments.on,
    setFlaw: (alertIds, flaw) => told.flaws.push([alertIds, flaw]),
    watch: {
      get looked() {
        return state.looked;
      },
      onLook: looks.on,
      request: () => {
        told.requests += 1;
      },
    },
    heard: {
      listen: () => {
        told.listened += 1;
        told.open += 1;
        const dispose = () => {
          told.open -= 1;
        };
        return {
          dispose,
          end: async (soundedMs) => {
            dispose();
            told.ends.push(soundedMs);
            return state.sound;
          },
        };
      },
    },
    canSound: () => state.canSound,
    isOnAir: () => state.live,
    clock,
    log: silentLogger,
  });
  onTestFinished(() => witness.dispose());
  const look = (sight: Sight, begunAt = clock.monotonic()) => {
    state.looked = { sight, begunAt };
    looks.fire(state.looked);
  };
  const tell = (moment: CardMoment['moment'], card = cardOf([1]), alertLook = PLAIN_LOOK) =>
    moments.fire({ moment, card, look: alertLook });
  /** One alert from its beginning to its end, with these looks in between. */
  const play = async (sights: readonly Sight[], card = cardOf([1]), alertLook = PLAIN_LOOK) => {
    tell('begun', card, alertLook);
    tell('painted', card, alertLook);
    for (const sight of sights) {
      await clock.advance(100);
      look(sight);
    }
    await clock.advance(SHOWN_MS);
    tell('ended', card, alertLook);
    await clock.advance(10_000);
  };
  return { witness, clock, state, told, look, tell, play };
}

describe('the witness of alerts in OBS', () => {
  it('marks every alert of a card that was not on the broadcast', async () => {
    const { play, told } = world();
    await play(['unseen'], cardOf([1, 2, 3]));
    expect(told.flaws).toEqual([[[1, 2, 3], 'not-on-broadcast']]);
    expect(told.requests).toBe(1);
  });

  it('marks one that was seen and not heard, and none that was both', async () => {
    const { play, told, state } = world();
    await play(['seen']);
    expect(told.flaws).toEqual([]);
    state.sound = UNHEARD;
    await play(['seen']);
    expect(told.flaws).toEqual([[[1], 'not-heard']]);
  });

  it('marks nothing where OBS sends nothing; what it hears is found all the same', async () => {
    const { play, told, state } = world();
    Object.assign(state, { live: false, sound: UNHEARD });
    await play(['unseen']);
    expect(told).toMatchObject({ flaws: [], requests: 0, listened: 1, open: 0 });
  });

  it('counts no look from before the alert as proof, and no later one', async () => {
    const { play, look, told, clock, tell } = world();
    look('seen');
    await clock.advance(10);
    await play(['unseen']);
    expect(told.flaws).toEqual([[[1], 'not-on-broadcast']]);
    told.flaws.length = 0;
    tell('begun');
    tell('painted');
    await clock.advance(SHOWN_MS);
    tell('ended');
    await clock.advance(500);
    look('unseen');
    await clock.advance(10_000);
    expect(told.flaws).toEqual([]);
  });

  it('waits for a look that began while the alert was on screen', async () => {
    const { tell, look, told, clock } = world();
    tell('begun');
    tell('painted');
    await clock.advance(SHOWN_MS);
    const begunAt = clock.monotonic();
    await clock.advance(1);
    tell('ended');
    await clock.advance(2_000);
    look('unseen', begunAt);
    await clock.advance(1_000);
    expect(told.flaws).toEqual([[[1], 'not-on-broadcast']]);
  });

  it('takes a flaw away when a replay was seen and heard, and adds none to it', async () => {
    const { play, told } = world();
    await play(['unseen'], cardOf([7], true));
    expect(told.flaws).toEqual([]);
    await play(['seen'], cardOf([7], true));
    expect(told.flaws).toEqual([[[7], null]]);
  });

  it('listens only to alerts that sound, until they leave the screen', async () => {
    const { play, tell, told, witness, clock } = world();
    await play(['seen'], cardOf([1]), SILENT_LOOK);
    expect(told.listened).toBe(0);
    tell('begun');
    tell('ended');
    await clock.advance(10_000);
    expect([told.listened, told.open, told.flaws]).toEqual([1, 0, []]);
    tell('begun');
    expect(told.open).toBe(1);
    witness.dispose();
    expect(told.open).toBe(0);
  });

  it('hears one whose page came after it began, and takes no silence of it for a fault', async () => {
    const { tell, told, state, clock } = world();
    state.canSound = false;
    tell('begun');
    state.canSound = true;
    tell('painted');
    await clock.advance(SHOWN_MS);
    tell('ended');
    await clock.advance(10_000);
    expect(told.ends).toEqual([0]);
    tell('begun');
    tell('painted');
    await clock.advance(SHOWN_MS);
    tell('ended');
    await clock.advance(10_000);
    expect(told.ends).toEqual([0, SHOWN_MS]);
  });

  it('stops listening once a page paints that cannot sound', async () => {
    const { tell, told, state } = world();
    state.canSound = false;
    tell('begun');
    tell('painted');
    expect([told.open, told.ends]).toEqual([0, []]);
  });
});

describe('an alert sounds', () => {
  it.each([
    ['with its sound', PLAIN_LOOK, true],
    ['without one', SILENT_LOOK, false],
    ['with a voice', { ...SILENT_LOOK, voice: { clip: 'a', volume: 1 } }, true],
    ['with a video that is heard', { ...SILENT_LOOK, videoVolume: 0.5 }, true],
    ['with a silent video', { ...SILENT_LOOK, videoVolume: 0 }, false],
  ])('%s', (_, look, expected) => {
    expect(sounds(look)).toBe(expected);
  });
});
