import { z } from 'zod';
import {
  DRAW_ENTRANTS_MOST,
  DRAW_EXCEPT_MOST,
  type DrawConfig,
  type DrawPhase,
  drawConfigSchema,
} from '../../../shared/contract/draw.ts';
import { chatCommandOf, commitmentOf, sameLook } from '../show/index.ts';

const whole = z.number().int();

export interface Entrant {
  /** Channel id; of a list, what the name looks like. */
  readonly who: string;
  /** null: taken out. */
  readonly name: string | null;
  /** The event by which they entered; null: from a list or the queue of players. */
  readonly seq: number | null;
}

const drawnSchema = z.object({
  /** Place in the list of entrants, from 0. */
  entrant: whole,
  /** `hidden`: the overlay still draws. */
  state: z.enum(['hidden', 'waiting', 'won', 'missed']),
  until: z.number().nullable(),
});
export type Drawn = z.infer<typeof drawnSchema>;

const keptSchema = z.object({
  /** Without the names of a list: they are the entrants. */
  config: drawConfigSchema,
  /** 32 bytes as hex; secret until it is over. */
  seed: z.string().regex(/^[0-9a-f]{64}$/),
  /** Events up to this one came before it began. */
  after: whole,
  beganAt: z.number(),
  closesAt: z.number().nullable(),
  closedAt: z.number().nullable(),
  /** Of the next block of the seed's stream. */
  counter: whole,
  drawn: z.array(drawnSchema),
  /** When viewers see who was drawn. */
  revealAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  cleared: z.boolean(),
  /** Winners of draws before, the latest first. */
  past: z.array(z.array(z.string())),
});

const packedSchema = keptSchema.extend({
  entrants: z.array(z.tuple([z.string(), z.string().nullable(), whole.nullable()])),
  given: z.array(z.tuple([z.string(), whole])),
});

export interface Draw extends z.infer<typeof keptSchema> {
  readonly commitment: string;
  /** What a message has to look like, for entry by keyword. */
  readonly look: string;
  /** The keyword is a command, which words may follow. */
  readonly command: string | null;
  readonly entrants: Entrant[];
  /** Each one's place in the list. */
  readonly places: Map<string, number>;
  /** Beams of those who have not given enough yet. */
  readonly given: Map<string, number>;
  /** Who cannot enter. */
  readonly barred: ReadonlySet<string>;
}

interface Beginning {
  readonly at: number;
  readonly seed: string;
  /** The last event before it. */
  readonly after: number;
  /** Winners of draws before, the latest first. */
  readonly past: Draw['past'];
}

/**
 * A draw as it begins. Names of a list have entered, each look once, and nobody else can; who waits
 * in the queue of players has to be entered.
 */
export function newDraw(config: DrawConfig, { at, seed, after, past }: Beginning): Draw {
  const { entry, seconds } = config;
  const byList = entry.by === 'list';
  const isOpen = !byList && entry.by !== 'queue';
  const draw = withDerived({
    config: byList ? { ...config, answer: false, entry: { ...entry, names: [] } } : config,
    seed,
    after,
    beganAt: at,
    closesAt: seconds === null || !isOpen ? null : at + seconds * 1_000,
    closedAt: isOpen ? null : at,
    counter: 0,
    drawn: [],
    revealAt: null,
    endedAt: null,
    cleared: false,
    past: past.slice(0, DRAW_EXCEPT_MOST),
    entrants: [],
    given: [],
  });
  if (byList) for (const name of entry.names) enterByName(draw, name);
  return draw;
}

function enterByName(draw: Draw, name: string): void {
  const who = `name:${sameLook(name)}`;
  if (who !== 'name:' && !draw.barred.has(who)) enter(draw, { who, name, seq: null });
}

/** Once each. */
export function enter(draw: Draw, entrant: Entrant): void {
  if (draw.places.has(entrant.who) || isFull(draw)) return;
  draw.places.set(entrant.who, draw.entrants.length);
  draw.entrants.push(entrant);
}

export function isFull({ entrants }: Pick<Draw, 'entrants'>): boolean {
  return entrants.length >= DRAW_ENTRANTS_MOST;
}

function withDerived({ entrants, given, ...kept }: z.infer<typeof packedSchema>): Draw {
  const { entry, exceptLast } = kept.config;
  const keyword = entry.by === 'keyword' ? entry.keyword : '';
  const command = chatCommandOf(keyword);
  return {
    ...kept,
    commitment: commitmentOf(kept.seed),
    look: sameLook(keyword),
    command: command?.rest === '' ? command.name : null,
    entrants: entrants.map(([who, name, seq]) => ({ who, name, seq })),
    places: new Map(entrants.map(([who], at) => [who, at])),
    given: new Map(given),
    barred: new Set(kept.past.slice(0, exceptLast).flat()),
  };
}

export function packDraw(draw: Draw): unknown {
  const { commitment: _c, look: _l, command: _m, places: _p, barred: _b, ...kept } = draw;
  return {
    ...kept,
    entrants: draw.entrants.map(({ who, name, seq }) => [who, name, seq]),
    given: [...draw.given],
  };
}

/** Throws if it is no draw. */
export function unpackDraw(packed: unknown): Draw {
  return withDerived(packedSchema.parse(packed));
}

export function phaseOf({ endedAt, revealAt, drawn, closedAt }: Draw): DrawPhase {
  if (endedAt !== null) return 'over';
  if (revealAt !== null) return 'drawing';
  if (drawn.length > 0) return 'waiting';
  return closedAt === null ? 'open' : 'closed';
}

/** Channel ids of the winners. */
export function winnersOf({ drawn, entrants }: Draw): string[] {
  return drawn.flatMap(({ entrant, state }) =>
    state === 'won' ? (entrants[entrant]?.who ?? []) : [],
  );
}
