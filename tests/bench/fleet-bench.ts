import { readFileSync } from 'node:fs';
import { delay, systemClock } from '../../electron/base/clock.ts';
import { FleetStage } from '../fleet/fleet-stage.ts';
import type { FaultyHost } from '../fleet/host-process.ts';
import type { Sent } from '../fleet/many-channels.ts';
import { hasNats, NatsProcess } from '../support/nats-server.ts';
import { watchLedgers } from './fleet-arrivals.ts';
import { watchStream } from './fleet-stream.ts';
import { hostCpuSeconds, machineBusySeconds } from './process-time.ts';
import type { Row, Section } from './report.ts';
import { percentile } from './stats.ts';

const CHANNELS = Number(process.env['CHANNELS'] ?? 300);
const FEWER = Math.min(50, CHANNELS);
/** Of each channel: chat, and one event in twenty with a value. */
const FLOW = { rate: 5, valuedEvery: 20 };
const LONGEST_S = 60;
const START_MOST_MS = 10 * 60_000;
/** After the start: what is only needed then is let go of. */
const REST_S = 10;
const MOST_MB = 8;
const MOST_MS = 100;
const MOST_GROWTH = 1.2;
const MEGABYTE_KB = 1_000;
const MICROSECONDS = 1_000_000;

/** Of single events, milliseconds. */
interface Waits {
  readonly found: readonly number[];
  readonly missing: number;
}

/** What one host took for some channels. */
interface Load {
  readonly channels: number;
  readonly startMs: number;
  readonly memoryMb: number;
  readonly threads: number;
  /** Of a core, with nothing to do and with events. */
  readonly idleShare: number;
  readonly busyShare: number;
  readonly cpuAnEventUs: number;
  /** Of each channel, to the platform. */
  readonly callsAnHour: number;
  /** From the platform to the channel's file. */
  readonly toFile: Waits;
  /** From the platform to who reads the stream of the books. */
  readonly toStream: Waits;
  readonly simulatorShare: number;
  readonly machineShare: number;
}

/** One host with many live channels; without a nats-server nothing is measured. */
export async function benchFleet(seconds: number): Promise<Section> {
  const title = `Fleet: one host, ${FLOW.rate} events a second and channel`;
  if (!hasNats) {
    const note = 'Skipped: nats-server is not installed (`apt-get install nats-server`).';
    return { title, rows: [], notes: [note] };
  }
  const lasts = Math.min(seconds, LONGEST_S);
  const one = await loadOf(1, lasts);
  const few = await loadOf(FEWER, lasts);
  const many = await loadOf(CHANNELS, lasts);
  return {
    title,
    rows: [
      ...rowsOf(one, one),
      ...rowsOf(few, one),
      ...rowsOf(many, one),
      growthOf(few, many, one),
    ],
    notes: [
      'Host, simulator, NATS and this program share the processor: its own time stands beside the clock’s.',
    ],
    details: [one, few, many],
  };
}

async function loadOf(channels: number, seconds: number): Promise<Load> {
  const nats = await NatsProcess.start();
  const servers = [nats.address];
  const stage = await FleetStage.set({ channels, timeScale: 1, servers, replicas: 1 });
  try {
    const host = stage.host();
    host.start();
    const startMs = await stage.untilLive(START_MOST_MS);
    if (startMs === null) throw new Error(`${channels} channels did not start: ${host.log}`);
    await delay(systemClock, REST_S * 1_000);
    const idle = await during(stage, host, () => delay(systemClock, REST_S * 1_000));
    const { calls: callsBefore } = await stage.platform.ask({ type: 'record' });
    const ledgers = watchLedgers(stage.dataDir(host.name));
    const stream = await watchStream(servers, stage.stream);
    const busy = await during(stage, host, async () => {
      await stage.platform.ask({ type: 'flow', flow: FLOW });
      await delay(systemClock, seconds * 1_000);
      await stage.platform.ask({ type: 'flow', flow: null });
    });
    const { memoryMb, threads } = sizeOf(host);
    await delay(systemClock, 1_000);
    const { sent, chat, calls } = await stage.platform.ask({ type: 'record' });
    const filed = ledgers.dispose();
    const streamed = await stream.dispose();
    const watched = sent.filter(({ channelId }) => filed.channelIds.has(channelId));
    const events = sent.length + chat;
    return {
      channels,
      startMs,
      memoryMb,
      threads,
      idleShare: idle.host,
      busyShare: busy.host,
      cpuAnEventUs: ((busy.host - idle.host) * busy.seconds * MICROSECONDS) / events,
      callsAnHour: ((calls - callsBefore) / channels) * (3_600 / busy.seconds),
      toFile: waitsOf(watched, filed.at),
      toStream: waitsOf(sent, streamed),
      simulatorShare: busy.simulator,
      machineShare: busy.machine,
    };
  } finally {
    await stage.dispose();
    await nats.dispose();
  }
}

/** Shares of a core while something lasts. */
async function during({ platform }: FleetStage, host: FaultyHost, work: () => Promise<unknown>) {
  const read = () => ({
    at: systemClock.monotonic() / 1_000,
    host: hostCpuSeconds(host.pid) ?? Number.NaN,
    simulator: hostCpuSeconds(platform.pid) ?? Number.NaN,
    machine: machineBusySeconds(),
  });
  const before = read();
  await work();
  const after = read();
  const seconds = after.at - before.at;
  return {
    seconds,
    host: (after.host - before.host) / seconds,
    simulator: (after.simulator - before.simulator) / seconds,
    machine: (after.machine - before.machine) / seconds,
  };
}

function sizeOf({ pid }: FaultyHost) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);
  return { memoryMb: field('VmRSS') / MEGABYTE_KB, threads: field('Threads') };
}

function waitsOf(sent: readonly Sent[], at: ReadonlyMap<string, number>): Waits {
  const found = sent.flatMap((event) => {
    const arrived = at.get(event.mark);
    return arrived === undefined ? [] : [arrived - event.at];
  });
  return { found, missing: sent.length - found.length };
}

function rowsOf(load: Load, one: Load): Row[] {
  const { channels } = load;
  const a = `${channels} ${channels === 1 ? 'channel' : 'channels'}`;
  const memory = memoryAChannel(load, one);
  return [
    row(`${a}: all are live after`, load.startMs / 1_000, 's', 1),
    row(`${a}: memory of the host`, load.memoryMb, 'MB', 0),
    ...(channels === 1
      ? []
      : [
          {
            ...row(`${a}: memory a channel beyond the first`, memory, 'MB', 2),
            target: { kind: 'under', value: MOST_MB } as const,
          },
        ]),
    row(`${a}: threads of the host`, load.threads, '', 0),
    row(`${a}: the host’s share of a core at rest`, load.idleShare * 100, '%', 1),
    row(`${a}: the same with events`, load.busyShare * 100, '%', 1),
    row(`${a}: processor time an event beyond that at rest`, load.cpuAnEventUs, 'µs', 0),
    ...waitRows(`${a}: from the platform to the file`, load.toFile),
    ...waitRows(`${a}: from the platform to the stream`, load.toStream),
    row(`${a}: calls to the platform, a channel and hour`, load.callsAnHour, '', 0),
    row(`${a}: the simulator’s share of a core`, load.simulatorShare * 100, '%', 0),
    row(`${a}: everything on this machine, share of a core`, load.machineShare * 100, '%', 0),
  ];
}

function waitRows(name: string, { found, missing }: Waits): Row[] {
  const p95 = percentile(found, 0.95);
  return [
    {
      ...row(`${name}, p95 of ${found.length}`, p95, 'ms', 1),
      target: { kind: 'under', value: MOST_MS },
    },
    { ...row(`${name}, missing`, missing, '', 0), target: { kind: 'equal', value: 0 } },
  ];
}

/** Processor time and memory for each channel: how much more of both a channel takes among many. */
function growthOf(few: Load, many: Load, one: Load): Row {
  const time = (load: Load): number => load.busyShare / load.channels;
  const growth = Math.max(
    time(many) / time(few),
    memoryAChannel(many, one) / memoryAChannel(few, one),
  );
  return {
    name: `A channel among ${many.channels} takes as much as one among ${few.channels}, times`,
    value: growth,
    text: `${growth.toFixed(2)}×`,
    target: { kind: 'at-most', value: MOST_GROWTH },
  };
}

function memoryAChannel(load: Load, one: Load): number {
  return (load.memoryMb - one.memoryMb) / Math.max(1, load.channels - 1);
}

function row(name: string, value: number, unit: string, digits: number): Row {
  return { name, value, text: `${value.toFixed(digits)} ${unit}`.trim() };
}
