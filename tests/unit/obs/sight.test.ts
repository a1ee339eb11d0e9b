import { describe, expect, it } from 'vitest';
import type { PageFact } from '../../../electron/features/obs/proof-findings.ts';
import {
  flawOf,
  type Sight,
  sightOf,
  wasOnBroadcast,
} from '../../../electron/features/obs/sight.ts';
import type { SoundVerdict } from '../../../electron/features/obs/sound-verdict.ts';
import type { ObsFindingCode } from '../../../shared/contract/obs.ts';

type Sources = Readonly<Record<string, readonly [PageFact, readonly ObsFindingCode[]]>>;

describe('one look at OBS', () => {
  it.each<[string, Sources, Sight]>([
    ['read in the picture', { A: ['read', []] }, 'seen'],
    ['read, with a mild finding', { A: ['read', ['wrong-size', 'muted']] }, 'seen'],
    ['read beside a frozen one', { A: ['frozen', ['frozen']], B: ['read', []] }, 'seen'],
    ['hidden', { A: ['not-tested', ['hidden']] }, 'unseen'],
    ['outside', { A: ['not-tested', ['outside']] }, 'unseen'],
    ['an old address', { A: ['none', ['old-address']] }, 'unseen'],
    ['frozen', { A: ['frozen', ['frozen']] }, 'doubtful'],
    ['frozen and outside', { A: ['frozen', ['frozen', 'outside']] }, 'unseen'],
    ['not in the picture', { A: ['absent', ['not-in-picture']] }, 'doubtful'],
    ['too dark to tell', { A: ['not-tested', []] }, 'unclear'],
    [
      'hidden beside one too dark to tell',
      { A: ['not-tested', ['hidden']], B: ['not-tested', []] },
      'unclear',
    ],
    [
      'hidden beside a frozen one',
      { A: ['not-tested', ['hidden']], B: ['frozen', ['frozen']] },
      'doubtful',
    ],
    ['no source in the program', {}, 'unseen'],
  ])('%s', (_, sources, expected) => {
    const findings = Object.entries(sources).flatMap(([source, [, codes]]) =>
      codes.map((code) => ({ code, source, by: [], fixable: true })),
    );
    const facts = new Map(Object.entries(sources).map(([name, [fact]]) => [name, fact]));
    expect(sightOf(findings, facts, new Set(Object.keys(sources)))).toBe(expected);
  });
});

describe('an alert', () => {
  it.each<[Sight | null, Sight[], boolean | null]>([
    [null, [], null],
    ['seen', [], null],
    ['unseen', [], null],
    ['unseen', ['seen'], true],
    ['seen', ['seen', 'unseen'], true],
    ['seen', ['unseen'], false],
    ['seen', ['doubtful'], null],
    ['doubtful', ['doubtful'], false],
    ['unseen', ['doubtful'], false],
    [null, ['doubtful', 'doubtful'], false],
    ['unclear', ['unclear'], null],
    ['doubtful', ['unclear'], null],
  ])('with %s before and %j while it was shown was on the broadcast: %s', (...row) => {
    const [before, during, expected] = row;
    expect(wasOnBroadcast(before, during)).toBe(expected);
  });

  const HEARD: SoundVerdict = { state: 'heard', input: 'A' };
  const UNHEARD: SoundVerdict = { state: 'not-heard', code: 'muted', input: 'A' };
  const UNTOLD: SoundVerdict = { state: 'untold' };
  it.each([
    [true, HEARD, null],
    [true, null, null],
    [true, UNHEARD, 'not-heard'],
    [null, UNHEARD, 'not-heard'],
    [false, HEARD, 'not-on-broadcast'],
    [false, UNHEARD, 'not-on-broadcast'],
    [true, UNTOLD, undefined],
    [null, HEARD, undefined],
    [null, null, undefined],
  ] as const)('on the broadcast: %s, and %j: flaw %s', (onBroadcast, sound, expected) => {
    expect(flawOf(onBroadcast, sound)).toBe(expected);
  });
});
