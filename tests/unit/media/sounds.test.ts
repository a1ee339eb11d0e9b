import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SOUNDS } from '../../../scripts/lib/sound-scores.ts';
import { render, SAMPLE_RATE, wavOf } from '../../../scripts/lib/sound-synthesis.ts';
import { SHOW_SOUNDS } from '../../../shared/overlay/show-sounds.ts';

const FOLDER = join(import.meta.dirname, '../../../assets/sounds');
const ALERTS = ['donation', 'cheering', 'subscription', 'draw', 'purchase'];
/** Moments of the show kit. A tick is too short for most of what follows. */
const MOMENTS = Object.values(SHOW_SOUNDS)
  .flat()
  .filter((name) => name !== 'wheel-turn');

interface Wave {
  readonly bytes: number;
  readonly rate: number;
  readonly channels: number;
  readonly samples: Float64Array;
}

function waveOf(name: string): Wave {
  const file = readFileSync(join(FOLDER, `${name}.wav`));
  const samples = new Float64Array((file.length - 44) / 2);
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = file.readInt16LE(44 + index * 2) / 32_767;
  }
  return {
    bytes: file.length,
    rate: file.readUInt32LE(24),
    channels: file.readUInt16LE(22),
    samples,
  };
}

function peakOf(samples: Float64Array): number {
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

function rmsOf(samples: Float64Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

function decibels(share: number): number {
  return 20 * Math.log10(share);
}

/** How strong one frequency is in a stretch of sound (Goertzel's way). */
function strengthAt(samples: Float64Array, hertz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE);
  let before = 0;
  let last = 0;
  for (const sample of samples) {
    const next = sample + coefficient * last - before;
    before = last;
    last = next;
  }
  return Math.sqrt(Math.max(0, last * last + before * before - coefficient * last * before));
}

const STRETCH = 2_048;

/** Strength of every key from 48 to 108 over the whole sound, scaled to length one. */
function spectrumOf(samples: Float64Array): number[] {
  const strengths = Array.from({ length: 61 }, (_, index) => {
    let sum = 0;
    for (let at = 0; at + STRETCH <= samples.length; at += STRETCH) {
      const hertz = 440 * 2 ** ((index + 48 - 69) / 12);
      sum += strengthAt(samples.subarray(at, at + STRETCH), hertz) ** 2;
    }
    return sum;
  });
  const length = Math.hypot(...strengths);
  return strengths.map((strength) => strength / length);
}

describe.each([...ALERTS, ...MOMENTS])('the sound of a %s', (name) => {
  const wave = waveOf(name);

  it('is a small file of one channel, 0.6 to 1.4 seconds long', () => {
    const seconds = wave.samples.length / wave.rate;
    expect(wave).toMatchObject({ rate: SAMPLE_RATE, channels: 1 });
    expect(wave.bytes).toBeLessThan(80_000);
    expect(seconds).toBeGreaterThanOrEqual(0.6);
    expect(seconds).toBeLessThanOrEqual(1.4);
  });

  it('is -6 dBFS at its loudest, and neither thin nor pressed', () => {
    expect(decibels(peakOf(wave.samples))).toBeCloseTo(-6, 1);
    const loudness = decibels(rmsOf(wave.samples));
    expect(loudness).toBeGreaterThan(-26);
    expect(loudness).toBeLessThan(-12);
  });

  it('rests on zero', () => {
    const mean = wave.samples.reduce((sum, sample) => sum + sample, 0) / wave.samples.length;
    expect(Math.abs(mean)).toBeLessThan(0.0005);
  });

  it('begins and ends in silence, and jumps nowhere', () => {
    const { samples } = wave;
    expect(Math.abs(samples[0] ?? 1)).toBe(0);
    expect(peakOf(samples.subarray(-40))).toBeLessThan(0.001);
    let jump = 0;
    for (let index = 1; index < 40; index += 1) {
      jump = Math.max(jump, Math.abs((samples[index] ?? 0) - (samples[index - 1] ?? 0)));
    }
    expect(jump).toBeLessThan(0.1);
  });

  it('dies away: its last quarter is far quieter than its loudest', () => {
    const { samples } = wave;
    const quarter = Math.floor(samples.length / 4);
    const loudest = Math.max(
      ...[0, 1, 2, 3].map((at) => rmsOf(samples.subarray(at * quarter, (at + 1) * quarter))),
    );
    expect(rmsOf(samples.subarray(-quarter))).toBeLessThan(loudest / 2);
  });

  it('is what the script makes today', () => {
    const sound = SOUNDS[name];
    if (!sound) throw new Error(`No score for ${name}`);
    const made = wavOf(render(sound));
    const kept = readFileSync(join(FOLDER, `${name}.wav`));
    expect(made.length).toBe(kept.length);
    // Sines differ in their last bit from machine to machine.
    for (let at = 44; at < made.length; at += 2) {
      expect(Math.abs(made.readInt16LE(at) - kept.readInt16LE(at))).toBeLessThanOrEqual(1);
    }
  });
});

it('gives the wheel a tick that is over before the next one', () => {
  const { samples, rate, bytes } = waveOf('wheel-tick');
  expect(samples.length / rate).toBeLessThan(0.2);
  // A page takes smaller files into its scripts, where its policy lets none play.
  expect(bytes).toBeGreaterThan(4_096);
  const later = peakOf(samples.subarray(Math.round(0.07 * rate)));
  expect(later).toBeLessThan(peakOf(samples) / 4);
});

it('tells the kinds apart: no two sounds have the same spectrum', () => {
  const spectra = ALERTS.map((name) => spectrumOf(waveOf(name).samples));
  spectra.forEach((one, index) => {
    for (const other of spectra.slice(index + 1)) {
      const likeness = one.reduce((sum, share, band) => sum + share * (other[band] ?? 0), 0);
      expect(likeness).toBeLessThan(0.7);
    }
  });
});
