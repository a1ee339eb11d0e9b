import { z } from 'zod';
import {
  WHEEL_SPINNERS,
  WHEEL_SPINS_SHOWN,
  type WheelConfig,
  type WheelProof,
  type WheelSpinRow,
  wheelConfigSchema,
} from '../../../shared/contract/wheel.ts';
import { chooseBelow, commitmentOf, seedOfPart } from '../show/index.ts';

const whole = z.number().int();
const seedSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Who asks for a spin. */
const askedSchema = z.object({
  by: z.enum(WHEEL_SPINNERS),
  /** Channel id; null: the streamer, nobody who is known, or taken out. */
  who: z.string().nullable(),
  name: z.string().nullable(),
  beams: whole.nullable(),
});
export type Asked = z.infer<typeof askedSchema>;

const spinSchema = askedSchema.extend({
  at: z.number(),
  ms: whole,
  /** Place in the list of sections, from 0. */
  section: whole,
});
export type Spin = z.infer<typeof spinSchema>;

const pastSchema = z.object({
  wheel: whole,
  n: whole,
  at: z.number(),
  by: z.enum(WHEEL_SPINNERS),
  who: z.string().nullable(),
  name: z.string().nullable(),
  beams: whole.nullable(),
  section: z.string(),
});
/** A spin of a wheel before. */
export type PastSpin = z.infer<typeof pastSchema>;

const packedSchema = z.object({
  config: wheelConfigSchema,
  /** 32 bytes as hex; secret until it is put away. */
  seed: seedSchema,
  beganAt: z.number(),
  /** All of them; the last one may still turn. */
  spins: z.array(spinSchema),
  turning: z.boolean(),
  /** The result stands until then before the next donation's spin. */
  restsUntil: z.number(),
  /** Donations whose spin comes later. */
  waiting: z.array(askedSchema),
  /** Donations for whose spin there was no room. */
  missed: whole,
  endedAt: z.number().nullable(),
  /** Spins of wheels before, the newest first. */
  past: z.array(pastSchema),
  /** The wheel before, which was put away. */
  before: z.object({ id: whole, commitment: z.string(), seed: seedSchema }).nullable(),
});

export interface Wheel extends z.infer<typeof packedSchema> {
  readonly commitment: string;
  /** For each section where it ends, counted in weights from the first one's begin. */
  readonly ends: readonly number[];
}

interface Beginning {
  readonly at: number;
  readonly seed: string;
  readonly past: readonly PastSpin[];
  readonly before: WheelProof | null;
}

export function newWheel(config: WheelConfig, beginning: Beginning): Wheel {
  const { at, seed, past, before } = beginning;
  return withDerived({
    config,
    seed,
    beganAt: at,
    spins: [],
    turning: false,
    restsUntil: 0,
    waiting: [],
    missed: 0,
    endedAt: null,
    past: past.slice(0, WHEEL_SPINS_SHOWN),
    before,
  });
}

function withDerived(kept: z.infer<typeof packedSchema>): Wheel {
  return { ...kept, commitment: commitmentOf(kept.seed), ends: endsOf(kept.config) };
}

export function endsOf({ sections }: Pick<WheelConfig, 'sections'>): readonly number[] {
  let end = 0;
  return sections.map(({ weight }) => {
    end += weight;
    return end;
  });
}

export function packWheel({ commitment: _c, ends: _e, ...kept }: Wheel): unknown {
  return kept;
}

/** Throws if it is no wheel. */
export function unpackWheel(packed: unknown): Wheel {
  return withDerived(packedSchema.parse(packed));
}

/** It turns, or what was donated for waits: nothing else begins. */
export function isBusy({ turning, waiting }: Pick<Wheel, 'turning' | 'waiting'>): boolean {
  return turning || waiting.length > 0;
}

export interface Place {
  /** From 0. */
  readonly section: number;
  /** Where on the circle the pointer stands, a share of it, inside the section. */
  readonly angle: number;
}

/** So much of a section at each end is left out: the pointer never stands on a line. */
const EDGE = 0.08;
/** Numbers that four bytes may be. */
const NUMBERS = 2 ** 32;

/** Where spin `n` (from 1) stops: nothing but seed and sections decides it. */
export function placeOf({ seed, ends }: Pick<Wheel, 'seed' | 'ends'>, n: number): Place {
  const all = ends.at(-1) ?? 0;
  const own = seedOfPart(seed, `stagelight wheel spin ${n}`);
  const { value } = chooseBelow(all, own, 0);
  const section = sectionAt(ends, value);
  const begin = ends[section - 1] ?? 0;
  const weight = (ends[section] ?? all) - begin;
  // Only for the eye: a place inside what was chosen.
  const inside = (value - begin + Number.parseInt(own.slice(0, 8), 16) / NUMBERS) / weight;
  return { section, angle: (begin + weight * (EDGE + inside * (1 - 2 * EDGE))) / all };
}

/** The first section that ends beyond the value. */
function sectionAt(ends: readonly number[], value: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Of those that have stopped, the newest first; those of wheels before follow. */
export function pastOf(id: number, wheel: Wheel): readonly PastSpin[] {
  const { spins, turning, config, past } = wheel;
  const stopped = turning ? spins.length - 1 : spins.length;
  const own = spins.slice(Math.max(0, stopped - WHEEL_SPINS_SHOWN), stopped);
  const first = stopped - own.length + 1;
  const rows = own.map(({ section, ms: _, ...spin }, at) => ({
    ...spin,
    wheel: id,
    n: first + at,
    section: config.sections[section]?.name ?? '',
  }));
  return [...rows.reverse(), ...past].slice(0, WHEEL_SPINS_SHOWN);
}

export function rowsOf(id: number, wheel: Wheel): readonly WheelSpinRow[] {
  return pastOf(id, wheel).map(({ who: _, ...row }) => row);
}
