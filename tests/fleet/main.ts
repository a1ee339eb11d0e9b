import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemClock } from '../../electron/base/clock.ts';
import { type RunWish, runFaults } from './fault-run.ts';
import { outcomeOf } from './table.ts';

/** A number of the environment, so that a run can be made longer, shorter or other. */
function given(name: string, usual: number): number {
  const text = process.env[name];
  return text === undefined ? usual : Number(text);
}

/** The last run's record and its hosts' logs, to look for causes in. */
const folder = resolve(import.meta.dirname, '../../.cache/fleet');
const withMaps = (_: string, value: unknown): unknown =>
  value instanceof Map ? Object.fromEntries(value) : value;

const began = systemClock.monotonic();
const say = (line: string): void => {
  const s = ((systemClock.monotonic() - began) / 1_000).toFixed(0);
  process.stderr.write(`${s.padStart(4)} s  ${line}\n`);
};

const wish: RunWish = {
  seed: given('SEED', 17),
  channels: given('CHANNELS', 60),
  seconds: given('SECONDS', 300),
  timeScale: given('TIME_SCALE', 150),
  hostKills: given('KILLS', 30),
  natsKills: given('NATS_KILLS', 20),
  pauses: given('PAUSES', 3),
  cuts: given('CUTS', 3),
  skewMs: given('SKEW_S', 60) * 1_000,
  say,
};
const result = await runFaults(wish);
const { promises, lines } = outcomeOf(wish, result);
process.stdout.write(`${lines.join('\n')}\n`);
await mkdir(folder, { recursive: true });
const { logs, ...seen } = result;
await writeFile(join(folder, 'record.json'), JSON.stringify(seen, withMaps));
for (const { name, log } of logs) await writeFile(join(folder, `${name}.log`), log);
const broken = promises.filter(({ kept }) => !kept);
process.stdout.write(`${promises.length - broken.length} passed, ${broken.length} failed\n`);
process.exit(broken.length > 0 ? 1 : 0);
