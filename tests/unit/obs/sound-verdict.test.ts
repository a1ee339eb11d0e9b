import { describe, expect, it } from 'vitest';
import {
  PeakMeter,
  type SoundFacts,
  type SoundInput,
  soundVerdict,
} from '../../../electron/features/obs/sound-verdict.ts';

const LOUD = { arrived: 0.4, mixed: 0.4 };
const NOTHING = { arrived: 0, mixed: 0 };
/** Muted or turned down: it arrives, but the mixer does not hear it. */
const KEPT = { arrived: 0.4, mixed: 0 };

function input(changes: Partial<SoundInput> = {}): SoundInput {
  return { name: 'Desktop', muted: false, volume: 1, tracks: [1], monitorOnly: false, ...changes };
}

type Peaks = Readonly<Record<string, { arrived: number; mixed: number }>>;

const facts = (
  inputs: readonly SoundInput[],
  peaks: Peaks,
  outputs: SoundFacts['outputs'] = { stream: [1], record: [] },
): SoundFacts => ({ inputs, peaks: new Map(Object.entries(peaks)), outputs });

describe('what viewers heard of an alert', () => {
  const heard = (name = 'Desktop') => ({ state: 'heard', input: name });
  const not = (code: string, name: string | null = 'Desktop') => ({
    state: 'not-heard',
    code,
    input: name,
  });
  const UNTOLD = { state: 'untold' };
  const second = input({ name: 'Second' });

  it.each<[string, SoundFacts, object]>([
    ['the mixer hears it', facts([input()], { Desktop: LOUD }), heard()],
    [
      'OBS told no more than levels',
      facts([input({ muted: null, volume: null, tracks: null, monitorOnly: null })], {
        Desktop: LOUD,
      }),
      heard(),
    ],
    ['it is muted', facts([input({ muted: true })], { Desktop: KEPT }), not('muted')],
    ['it is muted and tells no levels', facts([input({ muted: true })], {}), not('muted')],
    [
      'it was muted only after the alert',
      facts([input({ muted: true })], { Desktop: LOUD }),
      heard(),
    ],
    ['its volume is down', facts([input({ volume: 0 })], { Desktop: KEPT }), not('turned-down')],
    [
      'its volume was moved for the alert only',
      facts([input()], { Desktop: KEPT }),
      not('turned-down'),
    ],
    ['it is on no track', facts([input({ tracks: [] })], { Desktop: LOUD }), not('no-track')],
    [
      'it is on another track than the stream',
      facts([input({ tracks: [2] })], { Desktop: LOUD }),
      not('no-track'),
    ],
    [
      'it is on the stream’s track of several',
      facts([input({ tracks: [2, 3] })], { Desktop: LOUD }, { stream: [3], record: [1] }),
      heard(),
    ],
    [
      'only the recording has its track',
      facts([input({ tracks: [2] })], { Desktop: LOUD }, { stream: [1], record: [2] }),
      not('no-track'),
    ],
    [
      'only a recording runs, with its track',
      facts([input({ tracks: [2] })], { Desktop: LOUD }, { stream: [], record: [2, 3] }),
      heard(),
    ],
    [
      'OBS tells no tracks that go out',
      facts([input({ tracks: [2] })], { Desktop: LOUD }, { stream: [], record: [] }),
      heard(),
    ],
    [
      'only the streamer hears it',
      facts([input({ monitorOnly: true })], { Desktop: LOUD }),
      not('monitor-only'),
    ],
    ['nothing arrives', facts([input()], { Desktop: NOTHING }), not('silent')],
    [
      'less than a whisper arrives',
      facts([input()], { Desktop: { arrived: 0.0005, mixed: 0.0005 } }),
      not('silent'),
    ],
    ['OBS tells no levels', facts([input()], {}), UNTOLD],
    ['there is nothing that could carry it', facts([], {}), not('silent', null)],
    [
      'one of two hears it',
      facts([input({ muted: true }), second], { Desktop: KEPT, Second: LOUD }),
      heard('Second'),
    ],
    [
      'one of two is muted, the other tells nothing',
      facts([input({ muted: true }), second], { Desktop: KEPT }),
      UNTOLD,
    ],
    [
      'it reached the second of two, which is muted',
      facts([input(), { ...second, muted: true }], { Desktop: NOTHING, Second: KEPT }),
      not('muted', 'Second'),
    ],
  ])('%s', (_, given, expected) => {
    expect(soundVerdict(given)).toEqual(expected);
  });
});

describe('the meters', () => {
  it('keep the highest level of every channel', () => {
    const meter = new PeakMeter();
    meter.take([
      {
        inputName: 'A',
        inputLevelsMul: [
          [0.1, 0.2, 0.4],
          [0, 0.3, 0.1],
        ],
      },
    ]);
    meter.take([{ inputName: 'A', inputLevelsMul: [[0.1, 0.1, 0.1]] }]);
    expect([...meter.peaks]).toEqual([['A', { arrived: 0.4, mixed: 0.3 }]]);
  });

  it('list inputs that tell no levels, and leave out what is not as expected', () => {
    const meter = new PeakMeter();
    meter.take(undefined);
    meter.take([null, 3, { inputName: 5 }, { inputName: 'Silent', inputLevelsMul: [] }]);
    meter.take([{ inputName: 'Odd', inputLevelsMul: [['x', null], 7] }]);
    meter.take([{ inputName: 'Odd', inputLevelsMul: [[0, Number.NaN, Number.POSITIVE_INFINITY]] }]);
    meter.take([{ inputName: 'Odd', inputLevelsMul: [[0, '0.5', '0.5']] }]);
    expect([...meter.listed]).toEqual(['Silent', 'Odd']);
    expect([...meter.peaks]).toEqual([['Odd', { arrived: 0, mixed: 0 }]]);
  });
});
