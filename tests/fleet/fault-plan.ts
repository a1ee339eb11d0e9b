import type { Random } from '../../electron/base/random.ts';

export interface Fault {
  /**
   * `host-killed`: kill -9; it comes back after `forMs` as a new process on the same folder. `host-paused`: SIGSTOP
   * and SIGCONT. `host-cut`: it reaches no NATS server. `nats-killed`: one of them is gone for `forMs`.
   */
  readonly kind: 'host-killed' | 'host-paused' | 'host-cut' | 'nats-killed';
  /** Which one of the hosts or servers. */
  readonly victim: number;
  readonly atMs: number;
  readonly forMs: number;
}

export type FaultKind = Fault['kind'];

export interface PlanWish {
  readonly hosts: number;
  readonly natsServers: number;
  readonly seconds: number;
  readonly hostKills: number;
  readonly natsKills: number;
  readonly pauses: number;
  readonly cuts: number;
}

const PAUSE_MS = 30_000;
const CUT_MS = 20_000;
const HOST_BACK_MS = 1_000;
const NATS_BACK_MS = 3_000;
/** A host that was paused or cut is left alone for a while after it. */
const REST_MS = 8_000;

/** Most kills of hosts are in the first half, those of NATS servers in the second: what each does alone is seen, too. */
const HOSTS_FIRST = 0.8;

/** The same faults for the same numbers, in the order of their time. At any moment one host at least is whole. */
export function planFaults(wish: PlanWish, random: Random): Fault[] {
  const long = longFaults(wish, random);
  const halfMs = (wish.seconds * 1_000) / 2;
  const first = Math.round(wish.hostKills * HOSTS_FIRST);
  const second = spread(wish.hostKills - first, halfMs, random).map((atMs) => halfMs + atMs);
  const kills = [...spread(first, halfMs, random), ...second].map((atMs): Fault => {
    const others = without(wish.hosts, busyAt(long, atMs));
    return { kind: 'host-killed', victim: oneOf(others, random), atMs, forMs: HOST_BACK_MS };
  });
  const nats = spread(wish.natsKills, halfMs, random).map((atMs): Fault => {
    const victim = Math.floor(random() * wish.natsServers);
    return { kind: 'nats-killed', victim, atMs: halfMs + atMs, forMs: NATS_BACK_MS };
  });
  return [...long, ...kills, ...nats].toSorted((a, b) => a.atMs - b.atMs);
}

/** Pauses and partitions one after the other, so that they never take two hosts at once. */
function longFaults({ hosts, seconds, pauses, cuts }: PlanWish, random: Random): Fault[] {
  const kinds: FaultKind[] = [];
  for (let at = 0; at < Math.max(pauses, cuts); at += 1) {
    if (at < pauses) kinds.push('host-paused');
    if (at < cuts) kinds.push('host-cut');
  }
  const slotMs = (seconds * 1_000) / Math.max(1, kinds.length);
  return kinds.map((kind, at): Fault => {
    const forMs = kind === 'host-paused' ? PAUSE_MS : CUT_MS;
    const spareMs = Math.max(0, slotMs - forMs - REST_MS);
    const atMs = Math.round(at * slotMs + random() * spareMs);
    return { kind, victim: Math.floor(random() * hosts), atMs, forMs };
  });
}

/** One in each part of the time, in the first quarter of it: two are never close to each other. */
function spread(count: number, lengthMs: number, random: Random): number[] {
  const partMs = lengthMs / Math.max(1, count);
  return Array.from({ length: count }, (_, at) => Math.round((at + random() / 4) * partMs));
}

function busyAt(long: readonly Fault[], atMs: number): readonly number[] {
  return long
    .filter((fault) => atMs > fault.atMs - REST_MS && atMs < fault.atMs + fault.forMs + REST_MS)
    .map(({ victim }) => victim);
}

function without(count: number, busy: readonly number[]): number[] {
  return Array.from({ length: count }, (_, at) => at).filter((at) => !busy.includes(at));
}

function oneOf(all: readonly number[], random: Random): number {
  return all[Math.floor(random() * all.length)] ?? 0;
}
