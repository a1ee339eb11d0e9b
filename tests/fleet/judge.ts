import { channelsOf, type Word } from './host-process.ts';
import type { Claim } from './lease-watch.ts';
import type { KnownGap, LeftBooks } from './left-books.ts';
import type { Heard, PlatformRecord, Sent } from './many-channels.ts';

/** A fault that happened to a host: from then on its channels have to be somebody else's. */
export interface Blow {
  readonly kind: 'host-killed' | 'host-paused' | 'host-cut';
  readonly host: string;
  /** Its process, as in its words. */
  readonly life: number;
  readonly at: number;
}

export interface FleetRecord {
  readonly platform: PlatformRecord;
  readonly books: LeftBooks;
  readonly words: readonly Word[];
  readonly blows: readonly Blow[];
  /** As NATS had them; those of the processes that were killed before they said so are in it. */
  readonly claims: readonly Claim[];
  /** When NATS servers were killed. */
  readonly natsKills: readonly number[];
}

/** How a channel came through a blow to its host. */
export interface Recovery {
  readonly kind: Blow['kind'];
  readonly channelId: string;
  /** Until another connection heard it; null: it was not heard again. */
  readonly ms: number | null;
  /** Its next host was hit too before that. */
  readonly hitAgain: boolean;
  /** A NATS server was killed before that: the others elect leaders first. */
  readonly natsToo: boolean;
}

export interface Verdict {
  readonly sent: number;
  readonly written: number;
  /** No connection was there. */
  readonly unheard: number;
  /** Reached a connection whose host was ended before it could write it, inside a gap that the books name. */
  readonly lostInGaps: number;
  /** Of those: no host was killed in that moment. */
  readonly dropped: readonly string[];
  /** Reached a connection, is not in the books, and no gap says so. */
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  /** Reached no connection, and no gap says so. */
  readonly silent: readonly string[];
  /** Of claims, as hosts said, and in the books. */
  readonly sharedEpochs: readonly string[];
  readonly clashes: readonly string[];
  readonly recoveries: readonly Recovery[];
}

/** Edges of a gap: the clocks' own steps, and the way of a frame. */
const EDGE_MS = 250;
/** What a host has in its hands for so long at most is not on its disk. */
const KILL_MS = 1_000;
/** A claim is heard of so much later: its host may be dead by then. */
const HEARD_MS = 250;
/** What servers take to elect a leader after one of them is gone. */
const ELECTION_MS = 5_000;

export function judge(record: FleetRecord): Verdict {
  const { platform, books, words } = record;
  const gaps = Map.groupBy(books.gaps, ({ channelId }) => channelId);
  const missing = platform.sent.filter(({ mark }) => !books.events.has(mark));
  const isKnown = ({ channelId, at, kind }: Sent): boolean =>
    (gaps.get(channelId) ?? []).some((gap) => gap.kinds.includes(kind) && isIn(gap, at));
  const marks = (events: readonly Sent[]): string[] => events.map(({ mark }) => mark);
  const reached = missing.filter((event) => event.reached);
  const unheard = missing.filter((event) => !event.reached);
  return {
    sent: platform.sent.length,
    written: platform.sent.length - missing.length,
    unheard: unheard.length,
    lostInGaps: reached.filter(isKnown).length,
    dropped: marks(reached.filter((event) => isKnown(event) && !isOfKill(event, record.blows))),
    lost: marks(reached.filter((event) => !isKnown(event))),
    twice: [...books.events].filter(([, times]) => times > 1).map(([mark]) => mark),
    silent: marks(unheard.filter((event) => !isKnown(event))),
    sharedEpochs: sharedEpochs(words),
    clashes: books.clashes,
    recoveries: recoveriesOf(record),
  };
}

/** A process that is killed takes with it what it has not read. */
function isOfKill({ at }: Sent, blows: readonly Blow[]): boolean {
  return blows.some((blow) => blow.kind === 'host-killed' && Math.abs(at - blow.at) <= KILL_MS);
}

function isIn({ from, to }: KnownGap, at: number): boolean {
  return at >= from - EDGE_MS && at <= to + EDGE_MS;
}

/** Epochs of a channel that two processes had, and those that did not grow with the time. */
function sharedEpochs(words: readonly Word[]): string[] {
  const found: string[] = [];
  const latest = new Map<string, number>();
  for (const { channelId, epoch } of started(words)) {
    const before = latest.get(channelId) ?? 0;
    if (epoch <= before) found.push(`${channelId} ${epoch} after ${before}`);
    latest.set(channelId, Math.max(before, epoch));
  }
  return found;
}

function started(words: readonly Word[]): readonly Word[] {
  return words.filter(({ state }) => state === 'started').toSorted((a, b) => a.at - b.at);
}

function recoveriesOf({ platform, words, blows, claims, natsKills }: FleetRecord): Recovery[] {
  const heard = Map.groupBy(platform.heard, ({ channelId }) => channelId);
  const taken = Map.groupBy(claims, ({ channelId }) => channelId);
  const hitAt = blowsToProcesses(words, blows, claims);
  return blows.flatMap((blow) =>
    channelsOf(words, { name: blow.host, life: blow.life }, blow.at).map((channelId) => {
      const all = heard.get(channelId) ?? [];
      const ready = goneOnWith(all, words, channelId, blow);
      const next = min(heardAgain(all, blow.at), ready?.at ?? null);
      const until = next ?? Number.POSITIVE_INFINITY;
      const isStruck = blows.some((hit) => hit.host === ready?.host && isWithin(hit, blow, until));
      const hitAgain = (taken.get(channelId) ?? []).some(({ at, hostId }) =>
        (hitAt.get(hostId) ?? []).some(
          (hit) => at > blow.at && hit >= at - HEARD_MS && hit < until,
        ),
      );
      const natsToo = natsKills.some((at) => at > blow.at - ELECTION_MS && at < until);
      const ms = next === null ? null : next - blow.at;
      return { kind: blow.kind, channelId, ms, hitAgain: hitAgain || isStruck, natsToo };
    }),
  );
}

/** When each process was struck, by its name in the fleet. */
function blowsToProcesses(
  words: readonly Word[],
  blows: readonly Blow[],
  claims: readonly Claim[],
): ReadonlyMap<string, readonly number[]> {
  const idAt = new Map(claims.map((claim) => [`${claim.channelId} ${claim.epoch}`, claim.hostId]));
  const processes = new Map(
    started(words).map(({ channelId, epoch, host, life }) => [
      idAt.get(`${channelId} ${epoch}`) ?? '',
      `${host} ${life}`,
    ]),
  );
  const hits = Map.groupBy(blows, ({ host, life }) => `${host} ${life}`);
  const ids = new Set(claims.map(({ hostId }) => hostId));
  return new Map(
    [...ids].map((id) => {
      const known = processes.get(id);
      const last = claims.findLast(({ hostId }) => hostId === id)?.at ?? 0;
      // One that never said a word was killed before it could: at the first blow after its last claim.
      const silent = blows.filter(({ at }) => at >= last - HEARD_MS).slice(0, 1);
      const struck = known === undefined ? silent : (hits.get(known) ?? []);
      return [id, struck.map(({ at }) => at)] as const;
    }),
  );
}

/** When the first connection came that is not the one of before; null: none did. */
function heardAgain(heard: readonly Heard[], at: number): number | null {
  const before = heard.findLast((entry) => entry.at <= at)?.connection ?? null;
  const next = heard.find(
    (entry) => entry.at > at && entry.connection !== null && entry.connection !== before,
  );
  return next?.at ?? null;
}

/** The host that goes on with a connection that it had made ready before this one was killed; null: none. */
function goneOnWith(
  heard: readonly Heard[],
  words: readonly Word[],
  channelId: string,
  { kind, at }: Blow,
): Word | null {
  if (kind !== 'host-killed') return null;
  const next = started(words).find((word) => word.channelId === channelId && word.at > at);
  if (!next) return null;
  // A killed host's connections close with it.
  const stays = heard.findLast((entry) => entry.at <= next.at)?.connection ?? null;
  return stays === null ? null : next;
}

const isWithin = ({ at }: Blow, since: Blow, until: number): boolean => at > since.at && at < until;

function min(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
