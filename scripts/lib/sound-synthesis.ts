/** Sounds made of sums of dying sine waves, as struck metal, wood and glass are. */

/** Samples per second; every partial stays below half of it. */
export const SAMPLE_RATE = 22_050;
/** -6 dBFS: loud enough beside a voice, with headroom for mixing. */
export const PEAK = 10 ** (-6 / 20);

/** One overtone: frequency and strength relative to the note, and its decay. */
interface Partial {
  readonly ratio: number;
  readonly gain: number;
  /** Relative to the note's decay: higher overtones fade sooner. */
  readonly decay: number;
}

export interface Timbre {
  readonly partials: readonly Partial[];
  /** Seconds from silence to full strength; without an attack a note starts with a click. */
  readonly attackS: number;
}

export interface Note {
  readonly atS: number;
  /** MIDI key number: 69 is the A of 440 Hz. */
  readonly key: number;
  readonly gain: number;
  /** Seconds until the note falls to a third. */
  readonly decayS: number;
  readonly timbre: Timbre;
}

export interface Sound {
  readonly seconds: number;
  readonly notes: readonly Note[];
}

const FADE_S = 0.12;

/** To avoid aliasing. */
const HIGHEST_HZ = SAMPLE_RATE * 0.45;

/** From 0 to 1 without a corner at either end. */
function ease(share: number): number {
  const held = Math.min(1, Math.max(0, share));
  return (1 - Math.cos(Math.PI * held)) / 2;
}

function addNote(samples: Float64Array, note: Note): void {
  const first = Math.round(note.atS * SAMPLE_RATE);
  const base = 440 * 2 ** ((note.key - 69) / 12);
  for (const { ratio, gain, decay } of note.timbre.partials) {
    const hertz = base * ratio;
    if (hertz > HIGHEST_HZ) continue;
    const step = (2 * Math.PI * hertz) / SAMPLE_RATE;
    for (let index = first; index < samples.length; index += 1) {
      const t = (index - first) / SAMPLE_RATE;
      const level = ease(t / note.timbre.attackS) * Math.exp(-t / (note.decayS * decay));
      samples[index] =
        (samples[index] ?? 0) + note.gain * gain * level * Math.sin(step * (index - first));
    }
  }
}

/** Samples from -1 to 1, peaking at `PEAK`, without a DC offset. */
export function render({ seconds, notes }: Sound): Float64Array {
  const samples = new Float64Array(Math.round(seconds * SAMPLE_RATE));
  for (const note of notes) addNote(samples, note);
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const fadeFrom = samples.length - FADE_S * SAMPLE_RATE;
  const shaped = samples.map((sample, index) => {
    // The DC offset fades with the sound; removing it abruptly would click.
    const ends =
      ease(index / (0.01 * SAMPLE_RATE)) * (1 - ease((index - fadeFrom) / (FADE_S * SAMPLE_RATE)));
    return (sample - mean) * ends;
  });
  const loudest = shaped.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return shaped.map((sample) => (sample / loudest) * PEAK);
}

const HEADER = 44;

/** A WAV file: one channel of 16-bit samples. */
export function wavOf(samples: Float64Array): Buffer {
  const bytes = Buffer.alloc(HEADER + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(SAMPLE_RATE, 24);
  bytes.writeUInt32LE(SAMPLE_RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, index) => {
    bytes.writeInt16LE(Math.round(sample * 32_767), HEADER + index * 2);
  });
  return bytes;
}
