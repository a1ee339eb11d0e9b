import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Answer, Order } from './player.ts';

const USAGE = `npm run test:chaos -- --seeds N [--from S] [--hours H] [--log] [--keep]
  --seeds N   how many schedules; 25 if left out
  --from S    the number of the first; 1 if left out
  --hours H   how long each is; 24 to 72 by its number if left out
  --log       everything that happens, one schedule after the other
  --keep      a failing schedule is not shrunk`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '25' },
    from: { type: 'string', default: '1' },
    hours: { type: 'string' },
    log: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Plays the schedules in as many processes as there are cores. Answers the exit code. */
async function run(): Promise<number> {
  const from = Number(values.from);
  const seeds = Number(values.seeds);
  const hours = values.hours === undefined ? null : Number(values.hours);
  if (![from, seeds, hours ?? 1].every((given) => Number.isInteger(given) && given > 0)) {
    say(USAGE);
    return 2;
  }
  const { log, keep } = values;
  const orders = Array.from({ length: seeds }, (_, at) => ({ seed: from + at, hours, log, keep }));
  const startedAt = performance.now();
  const players = log ? 1 : Math.min(seeds, availableParallelism());
  const played = (await Promise.all(Array.from({ length: players }, () => player(orders)))).flat();
  const seconds = (performance.now() - startedAt) / 1_000;
  const sum = played.reduce((all, each) => all + each.hours, 0);
  const failed = played.filter(({ failed: isFailed }) => isFailed).map(({ seed }) => seed);
  say(
    `${played.length} of ${seeds} schedules, ${sum} simulated hours, ${(sum / seconds).toFixed(1)} of them a second; failed: ${failed.join(', ') || 'none'}`,
  );
  return failed.length === 0 && played.length === seeds ? 0 : 1;
}

type Done = Extract<Answer, { type: 'done' }>;

/** One process, which plays what is left of the orders one by one. */
async function player(orders: Order[]): Promise<readonly Done[]> {
  const child = fork(new URL('player.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const done: Done[] = [];
  child.on('message', (answer: Answer) => {
    if (answer.type === 'line') return say(answer.line);
    done.push(answer);
    next(child, orders);
  });
  next(child, orders);
  await once(child, 'exit');
  return done;
}

function next(child: ChildProcess, orders: Order[]): void {
  const order = orders.shift();
  if (order) child.send(order);
  else child.disconnect();
}

if (values.help) say(USAGE);
else process.exitCode = await run();
