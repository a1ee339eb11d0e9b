import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { benchConnection } from './connection-bench.ts';
import { benchCore } from './core-bench.ts';
import { benchDesktop } from './desktop-bench.ts';
import { benchDoors } from './doors-bench.ts';
import { benchDoorsPage } from './doors-page-bench.ts';
import { benchFeed } from './feed-bench.ts';
import { benchFleet } from './fleet-bench.ts';
import { benchHitches } from './hitch-bench.ts';
import { benchKit } from './kit-bench.ts';
import { benchKitPage } from './kit-page-bench.ts';
import { benchLatency } from './latency-bench.ts';
import { benchObs } from './obs-bench.ts';
import { type BenchOptions, HELP, type Part, readOptions, WrongOptionError } from './options.ts';
import { benchOverlay } from './overlay-bench.ts';
import { benchOverlayCost } from './overlay-cost.ts';
import { benchOverlayDrama } from './overlay-drama.ts';
import { benchOverlayHours } from './overlay-hours.ts';
import { type PageStage, setPageStage } from './page-stage.ts';
import { missesOf, type Section, tableOf, verdictOf } from './report.ts';
import { benchBooks } from './reports-bench.ts';
import { benchSinks } from './sinks-bench.ts';
import { benchSteps } from './steps-bench.ts';
import { benchSustained } from './sustained-bench.ts';

const WRONG_USE = 2;
/** These need a host, a browser and pages. */
const PAGE_PARTS: readonly Part[] = ['latency', 'sustained', 'overlay', 'overlay-alerts'];
const folder = resolve(import.meta.dirname, '../../.cache/bench');

function machine() {
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    loadBefore: loadavg(),
  };
}

async function measure(options: BenchOptions): Promise<Section[]> {
  const sections: Section[] = [];
  if (options.parts.includes('core')) {
    sections.push(await benchCore(), await benchSteps(), await benchHitches(options.seconds));
  }
  if (options.parts.includes('connection')) {
    sections.push(...(await benchConnection(options.seconds)));
  }
  if (options.parts.some((part) => PAGE_PARTS.includes(part))) {
    sections.push(...(await measurePages(options)));
  }
  if (options.parts.includes('overlay') || options.parts.includes('overlay-hours')) {
    sections.push(await benchOverlayHours());
  }
  if (options.parts.includes('feed')) {
    sections.push(await benchFeed(options.seconds));
  }
  if (options.parts.includes('reports')) {
    sections.push(await benchBooks());
  }
  if (options.parts.includes('kit')) {
    sections.push(await benchKit());
    const page = (stage: PageStage) => benchKitPage(stage, options.seconds);
    sections.push(...(await onStage(async (stage) => [await page(stage)])));
  }
  if (options.parts.includes('doors')) {
    sections.push(await benchDoors(options.seconds));
    sections.push(
      ...(await onStage(async (stage) => [await benchDoorsPage(stage, options.seconds)])),
    );
  }
  if (options.parts.includes('sinks')) sections.push(await benchSinks(options.seconds));
  if (options.parts.includes('fleet')) sections.push(await benchFleet(options.seconds));
  if (options.parts.includes('obs')) sections.push(await benchObs(options.seconds));
  if (options.parts.includes('desktop')) {
    sections.push(...(await benchDesktop(options.seconds)));
  }
  return sections;
}

async function measurePages(options: BenchOptions): Promise<Section[]> {
  const sections: Section[] = [];
  if (options.parts.some((part) => part === 'latency' || part === 'sustained')) {
    sections.push(...(await onStage((stage) => benchFlow(stage, options))));
  }
  // A host of its own: the last part has ended the other one.
  if (options.parts.includes('overlay')) {
    sections.push(...(await onStage((stage) => benchOverlay(stage, options.seconds))));
  } else if (options.parts.includes('overlay-cost')) {
    sections.push(
      ...(await onStage(async (stage) => [await benchOverlayCost(stage, options.seconds)])),
    );
  }
  if (options.parts.includes('overlay') || options.parts.includes('overlay-alerts')) {
    sections.push(...(await onStage(async (stage) => [await benchOverlayDrama(stage)])));
  }
  return sections;
}

async function benchFlow(stage: PageStage, options: BenchOptions): Promise<Section[]> {
  const sections: Section[] = [];
  if (options.parts.includes('latency')) {
    sections.push(await benchLatency(stage, options.seconds));
  }
  if (options.parts.includes('sustained')) {
    sections.push(await benchSustained(stage, options.seconds));
  }
  return sections;
}

async function onStage(measure: (stage: PageStage) => Promise<Section[]>): Promise<Section[]> {
  const stage = await setPageStage();
  try {
    const sections = await measure(stage);
    return sections.map((section) => ({ ...section, browser: stage.browserVersion }));
  } finally {
    await stage.dispose();
  }
}

async function save(report: object): Promise<string> {
  await mkdir(folder, { recursive: true });
  const stamp = new Date().toISOString().replaceAll(':', '').slice(0, 17);
  const file = join(folder, `bench-${stamp}.json`);
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  return file;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const before = machine();
  const startedAt = new Date().toISOString();
  const sections = await measure(options);
  const judged = sections.map((section) => ({
    ...section,
    rows: section.rows.map((row) => ({ ...row, verdict: verdictOf(row) })),
  }));
  process.stdout.write(tableOf(sections));
  const file = await save({ startedAt, options, machine: before, sections: judged });
  process.stderr.write(`Written to ${file}\n`);
  const misses = missesOf(sections);
  for (const { name, text } of misses) process.stdout.write(`MISS  ${name}: ${text}\n`);
  return misses.length > 0 && options.strict ? 1 : 0;
}

process.exitCode = await main().catch((failure: unknown) => {
  if (!(failure instanceof WrongOptionError)) throw failure;
  process.stderr.write(`${failure.message}\n`);
  return WRONG_USE;
});
