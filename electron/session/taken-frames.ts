import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SubscriptionKind } from '../../shared/connection-history.ts';
import { parseJson } from '../../shared/json.ts';
import type { Clock } from '../base/clock.ts';
import { parseFrame } from '../platform/frames.ts';
import { SUBSCRIBABLE_EVENTS } from '../platform/operations.ts';
import { type Content, contentOf, OverlapFilter } from './overlap.ts';
import type { OpenSocket } from './socket.ts';

/** What a stream has brought: the content of each event and when, on a clock that both sides share. */
export interface Brought extends Content {
  readonly at: number;
}

/** So many are told to another host at most: the latest. */
const TOLD_MOST = 10_000;

/**
 * Listens to a stream's sockets while another host makes its own ready: what this one has brought, the
 * other one leaves out.
 */
export class FrameRecord {
  readonly #clock: Clock;
  #brought: Brought[] | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(): void {
    this.#brought = [];
  }

  /** Ends the record. Times count from `since`, monotonic milliseconds. */
  take(since: number): readonly Brought[] {
    const brought = this.#brought ?? [];
    this.#brought = null;
    return brought.slice(-TOLD_MOST).map((one) => ({ ...one, at: Math.round(one.at - since) }));
  }

  listen(open: OpenSocket): OpenSocket {
    return (url, handlers) =>
      open(url, {
        ...handlers,
        onText: (text) => {
          this.#note(text);
          handlers.onText(text);
        },
      });
  }

  #note(text: string): void {
    if (!this.#brought) return;
    const content = sameContent(text);
    if (content) this.#brought.push({ ...content, at: this.#clock.monotonic() });
  }
}

/** The content of a frame's event under a short name; null: it is none. */
function sameContent(text: string): Content | null {
  const content = contentOf(parseFrame(text));
  return (
    content && { ...content, key: createHash('sha256').update(content.key).digest('base64url') }
  );
}

const broughtSchema = z.array(
  z.object({
    at: z.number(),
    kind: z.enum(SUBSCRIBABLE_EVENTS),
    key: z.string(),
    hasTime: z.boolean(),
  }),
);

/** null: it is no list of what was brought. */
export function readBrought(text: string): readonly Brought[] | null {
  const read = broughtSchema.safeParse(parseJson(text));
  return read.success ? read.data : null;
}

/** A copy of this session may be so much earlier than that of the other one, as far as is known. */
const SHIFT_MS = 100;

interface TakenFramesOptions {
  readonly clock: Clock;
  /** How much later than one session the other one brings a copy at most. */
  readonly lateMs: number;
}

/** A frame as it came, and when, in monotonic milliseconds. */
export interface Waiting {
  readonly text: string;
  readonly at: number;
}

interface Compared extends Waiting {
  readonly content: Content | null;
}

type Step =
  | { readonly type: 'begin'; readonly at: number; readonly kind: SubscriptionKind }
  | { readonly type: 'old'; readonly at: number; readonly content: Content }
  | { readonly type: 'next'; readonly at: number; readonly frame: Compared };

const ORDER: readonly Step['type'][] = ['begin', 'old', 'next'];

/**
 * The frames of a session that was ready before its host had the channel: they wait, and in the end
 * those are left out that the host before had from its own session. Like a roll-over on one host,
 * only that one side is told afterwards.
 */
export class TakenFrames {
  readonly #clock: Clock;
  readonly #lateMs: number;
  readonly #filter: OverlapFilter;
  readonly #begins: Extract<Step, { type: 'begin' }>[] = [];
  #waiting: Waiting[] = [];
  /** The moment that is gone through again; null: the present. */
  #replayed: number | null = null;
  #comparesUntil = Number.NEGATIVE_INFINITY;
  /** What decides instead of what the other side has brought. */
  #isWanted: ((frame: Waiting) => boolean) | null = null;

  constructor({ clock, lateMs }: TakenFramesOptions) {
    this.#clock = clock;
    this.#lateMs = lateMs;
    this.#filter = new OverlapFilter({ monotonic: () => this.#now() }, lateMs);
  }

  /** This session may deliver the kind from now on. */
  begin(kind: SubscriptionKind): void {
    this.#begins.push({ type: 'begin', at: this.#clock.monotonic(), kind });
  }

  wait(text: string): void {
    this.#waiting.push({ text, at: this.#clock.monotonic() });
  }

  /** What is new of those that waited, where the host before has told what it had. */
  without(brought: readonly Brought[]): readonly string[] {
    const waiting = this.#waiting.map((frame) => ({ ...frame, content: sameContent(frame.text) }));
    // First the one side, then the other, as in a roll-over; and what the one had in the first moments
    // of the other counts as shared.
    const late = lateness(brought, waiting) - SHIFT_MS;
    const steps: Step[] = [
      ...this.#begins.map((begin) => ({ ...begin, at: begin.at - 2 * SHIFT_MS })),
      ...brought.map(({ at, ...content }): Step => ({ type: 'old', at: at + late, content })),
      ...waiting.map((frame): Step => ({ type: 'next', at: frame.at, frame })),
    ];
    steps.sort((a, b) => a.at - b.at || ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
    const taken = this.#replay(steps);
    this.#waiting = [];
    this.#comparesUntil = this.#clock.monotonic() + this.#lateMs;
    return waiting.filter((frame) => taken.has(frame)).map(({ text }) => text);
  }

  /** Those that are wanted, where the host before could not tell what it had. */
  only(isWanted: (frame: Waiting) => boolean): readonly string[] {
    const taken = this.#waiting.filter(isWanted).map(({ text }) => text);
    this.#waiting = [];
    this.#isWanted = isWanted;
    this.#comparesUntil = this.#clock.monotonic() + this.#lateMs;
    return taken;
  }

  /** For what comes afterwards: a copy of the host before may still be on its way. */
  admits(text: string): boolean {
    const at = this.#clock.monotonic();
    if (at > this.#comparesUntil) return true;
    if (this.#isWanted) return this.#isWanted({ text, at });
    const content = sameContent(text);
    return content === null || !this.#isOld(content);
  }

  #replay(steps: readonly Step[]): ReadonlySet<Compared> {
    const taken = new Set<Compared>();
    /** Those of `taken` that the other side has not brought, by content, oldest first. */
    const alone = new Map<string, Compared[]>();
    for (const step of steps) {
      this.#replayed = step.at;
      if (step.type === 'begin') this.#filter.begin(step.kind);
      else if (step.type === 'next') this.#next(step.frame, taken, alone);
      else if (this.#filter.judgeContent('old', step.content) === 'copy') {
        const copied = alone.get(step.content.key)?.shift();
        if (copied) taken.delete(copied);
      }
    }
    this.#replayed = null;
    return taken;
  }

  #next(frame: Compared, taken: Set<Compared>, alone: Map<string, Compared[]>): void {
    const { content } = frame;
    if (content && this.#isOld(content)) return;
    taken.add(frame);
    if (!content) return;
    const same = alone.get(content.key) ?? [];
    same.push(frame);
    alone.set(content.key, same);
  }

  /** The host before had it. One that newer ones have passed there counts as another one. */
  #isOld(content: Content): boolean {
    const verdict = this.#filter.judgeContent('next', content);
    return verdict === 'copy' || verdict === 'perhaps';
  }

  #now(): number {
    return this.#replayed ?? this.#clock.monotonic();
  }
}

/**
 * How much later the same events came here, by those that came once on both sides: words from host to
 * host take an unknown time, and events decide better. 0: there are none.
 */
function lateness(brought: readonly Brought[], waiting: readonly Compared[]): number {
  const there = onlyOnes(brought.map(({ key, at }) => ({ key, at })));
  const here = onlyOnes(
    waiting.flatMap(({ content, at }) => (content ? [{ ...content, at }] : [])),
  );
  const differences = [...here].flatMap(([key, at]) => {
    const before = there.get(key);
    return before === undefined ? [] : [at - before];
  });
  return differences.sort((a, b) => a - b)[Math.floor(differences.length / 2)] ?? 0;
}

/** When each content came that came once only. */
function onlyOnes(all: readonly { readonly key: string; readonly at: number }[]) {
  const found = new Map<string, number>();
  const several = new Set<string>();
  for (const { key, at } of all) {
    if (found.has(key)) several.add(key);
    found.set(key, at);
  }
  for (const key of several) found.delete(key);
  return found;
}
