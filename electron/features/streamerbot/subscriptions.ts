import { z } from 'zod';
import type { StageEvent, ValuedEvent } from '../../../shared/events.ts';
import type { EventHub } from '../../events/hub.ts';
import { BadRequestError } from './streamerbot-errors.ts';
import { TOOL_EVENTS, type ToolEventName, toldOf } from './tool-events.ts';

export interface EventsAfter {
  readonly hub: Pick<EventHub, 'lastSeq' | 'since' | 'oldestSeq'>;
  /** Events with a value from the ledger, in order, above a number. */
  readonly read: (after: number, limit: number) => readonly ValuedEvent[];
}

/** Events of the ledger that are read at once, for who reads slowly. */
const PAGE = 500;

const wanted = z.record(z.string().max(100), z.array(z.string().max(100)).max(500));

/** Names by their source, as programs ask for them. */
type BySource = Readonly<Record<string, readonly string[]>>;

/** What one program hears, and up to which event it has. */
export class Subscriptions {
  readonly #events: EventsAfter;
  readonly #names = new Set<ToolEventName>();
  #at = 0;

  constructor(events: EventsAfter) {
    this.#events = events;
  }

  /** Those of them that we have. Throws a `BadRequestError`. */
  add(asked: unknown): BySource {
    const found = namesOf(asked);
    // What came before is not for it.
    if (this.#names.size === 0) this.#at = this.#events.hub.lastSeq;
    for (const name of found) this.#names.add(name);
    return bySource(found);
  }

  /** Throws a `BadRequestError`. */
  remove(asked: unknown): BySource {
    const found = namesOf(asked);
    for (const name of found) this.#names.delete(name);
    return bySource(found);
  }

  /** Hands on what is new, until `send` says that it takes no more. */
  pump(send: (bytes: Buffer) => boolean): void {
    if (this.#names.size === 0) return;
    for (let events = this.#next(); events.length > 0; events = this.#next()) {
      for (const event of events) {
        const { name, bytes } = toldOf(event);
        if (this.#names.has(name) && !send(bytes)) return;
        this.#at = event.seq;
      }
    }
  }

  /** What is no longer in memory comes from the ledger, which has everything with a value. */
  #next(): readonly StageEvent[] {
    const { hub, read } = this.#events;
    const recent = hub.since(this.#at);
    if (recent) return recent;
    const oldest = hub.oldestSeq ?? hub.lastSeq + 1;
    const kept = read(this.#at, PAGE).filter(({ seq }) => seq < oldest);
    return kept.length > 0 ? kept : (hub.since(oldest - 1) ?? []);
  }
}

/** Throws a `BadRequestError`. Names that we do not have are left out: programs ask for many. */
function namesOf(asked: unknown): readonly ToolEventName[] {
  const parsed = wanted.safeParse(asked);
  if (!parsed.success) throw new BadRequestError('events');
  const spoken = Object.entries(parsed.data).flatMap(([source, types]) =>
    types.map((type) => `${source}.${type}`.toLowerCase()),
  );
  const isAsked = (source: string, name: string) =>
    spoken.includes(name.toLowerCase()) || spoken.includes(`${source}.*`.toLowerCase());
  return Object.entries(TOOL_EVENTS).flatMap(([source, types]) =>
    types
      .map((type) => `${source}.${type}` as ToolEventName)
      .filter((name) => isAsked(source, name)),
  );
}

function bySource(names: readonly ToolEventName[]): BySource {
  const sources: Record<string, string[]> = {};
  for (const name of names) {
    const [source = '', type = ''] = name.split('.');
    const types = sources[source] ?? [];
    types.push(type);
    sources[source] = types;
  }
  return sources;
}
