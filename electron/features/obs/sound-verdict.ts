import type { ObsSoundCode } from '../../../shared/contract/obs.ts';

/** What OBS does with the sound of an input. null: it was not told. */
export interface SoundInput {
  readonly name: string;
  readonly muted: boolean | null;
  /** A factor; 1 changes nothing. */
  readonly volume: number | null;
  /** The tracks it is on, from 1. */
  readonly tracks: readonly number[] | null;
  readonly monitorOnly: boolean | null;
}

/** The highest levels of an input while an alert sounded, from 0 to 1. */
export interface Peak {
  /** As it arrives: before its volume and mute. */
  readonly arrived: number;
  /** As the mixer hears it. */
  readonly mixed: number;
}

/** The tracks that OBS sends. Empty: not active, or not told. */
export interface OutputTracks {
  readonly stream: readonly number[];
  readonly record: readonly number[];
}

export interface SoundFacts {
  /** The inputs that can carry the alert's sound. */
  readonly inputs: readonly SoundInput[];
  /** By input; one that is missing told no levels. */
  readonly peaks: ReadonlyMap<string, Peak>;
  readonly outputs: OutputTracks;
}

export type SoundVerdict =
  | { readonly state: 'heard'; readonly input: string }
  /** `input` null: OBS has none that could carry it. */
  | { readonly state: 'not-heard'; readonly code: ObsSoundCode; readonly input: string | null }
  /** OBS tells no levels of an input from which nothing else keeps the sound. */
  | { readonly state: 'untold' };

/** -60 dB: less is silence. */
const AUDIBLE = 0.001;

/** Whether viewers heard the alert, and what kept it from them. */
export function soundVerdict(facts: SoundFacts): SoundVerdict {
  const each = facts.inputs.map((input) => ({ input, verdict: verdictOf(input, facts) }));
  const heard = each.find(({ verdict }) => verdict === 'heard');
  if (heard) return { state: 'heard', input: heard.input.name };
  if (each.some(({ verdict }) => verdict === 'untold')) return { state: 'untold' };
  const arrived = ({ name }: SoundInput): number => facts.peaks.get(name)?.arrived ?? 0;
  // The one that the sound reached is the one to mend.
  const [first] = each.toSorted((a, b) => arrived(b.input) - arrived(a.input));
  if (!first) return { state: 'not-heard', code: 'silent', input: null };
  return { state: 'not-heard', code: first.verdict as ObsSoundCode, input: first.input.name };
}

function verdictOf(input: SoundInput, facts: SoundFacts): 'heard' | 'untold' | ObsSoundCode {
  const peak = facts.peaks.get(input.name);
  const isMixed = peak !== undefined && peak.mixed >= AUDIBLE;
  // It may have been muted or turned down only after the alert was heard.
  const settings = settingsFault(input, facts.outputs);
  if (settings !== null && !(isMixed && isOfMixer(settings))) return settings;
  if (isMixed) return 'heard';
  if (!peak) return 'untold';
  return peak.arrived < AUDIBLE ? 'silent' : 'turned-down';
}

const isOfMixer = (code: ObsSoundCode): boolean => code === 'muted' || code === 'turned-down';

/** What in the settings of an input keeps its sound from viewers; null: nothing. */
export function settingsFault(input: SoundInput, outputs: OutputTracks): ObsSoundCode | null {
  const { muted, volume, monitorOnly } = input;
  if (muted === true) return 'muted';
  if (volume !== null && volume < AUDIBLE) return 'turned-down';
  if (lacksTrack(input, outputs)) return 'no-track';
  return monitorOnly === true ? 'monitor-only' : null;
}

/** Viewers of the stream come first: a recording counts only beside none. */
function lacksTrack({ tracks }: SoundInput, { stream, record }: OutputTracks): boolean {
  if (tracks === null) return false;
  const sent = stream.length > 0 ? stream : record;
  return sent.length > 0 && !sent.some((track) => tracks.includes(track));
}

/** Levels as OBS tells them: for each channel magnitude, peak, and peak before volume and mute. */
export class PeakMeter {
  readonly #peaks = new Map<string, Peak>();
  readonly #listed = new Set<string>();

  get peaks(): ReadonlyMap<string, Peak> {
    return this.#peaks;
  }

  /** Inputs that are part of the mix now; OBS lists no others. Some tell no levels. */
  get listed(): ReadonlySet<string> {
    return this.#listed;
  }

  /** Takes one `InputVolumeMeters`. What is not as expected is left out. */
  take(inputs: unknown): void {
    for (const input of Array.isArray(inputs) ? inputs : []) {
      const { inputName: name, inputLevelsMul: levels } = (input ?? {}) as Record<string, unknown>;
      if (typeof name !== 'string') continue;
      this.#listed.add(name);
      if (!Array.isArray(levels) || levels.length === 0) continue;
      const { arrived = 0, mixed = 0 } = this.#peaks.get(name) ?? {};
      const highest = (index: number, than: number): number =>
        Math.max(than, ...levels.map((channel: unknown) => levelAt(channel, index)));
      this.#peaks.set(name, { arrived: highest(2, arrived), mixed: highest(1, mixed) });
    }
  }
}

function levelAt(channel: unknown, index: number): number {
  const level: unknown = Array.isArray(channel) ? channel[index] : null;
  return typeof level === 'number' && Number.isFinite(level) ? level : 0;
}
