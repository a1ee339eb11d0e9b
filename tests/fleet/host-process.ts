import { fileURLToPath } from 'node:url';
import { systemClock } from '../../electron/base/clock.ts';
import { HeadlessProcess, type Line } from '../support/headless-process.ts';

const CLOCK = fileURLToPath(new URL('skewed-clock.mjs', import.meta.url));

export interface HostSetUp {
  readonly name: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** How far its clock is ahead. */
  readonly skewMs: number;
}

/** What a host said of a channel, by this computer's clock. */
export interface Word {
  readonly at: number;
  readonly host: string;
  /** Which process of this host it was, from 1 on. */
  readonly life: number;
  readonly state: 'started' | 'stopped' | 'lost';
  readonly channelId: string;
  readonly epoch: number;
}

/** One host of a fleet, through all its processes. */
export class FaultyHost {
  readonly words: Word[] = [];
  readonly failures: string[] = [];
  readonly #setUp: HostSetUp;
  readonly #processes: HeadlessProcess[] = [];
  #process: HeadlessProcess | null = null;
  #life = 0;

  constructor(setUp: HostSetUp) {
    this.#setUp = setUp;
  }

  get name(): string {
    return this.#setUp.name;
  }

  get skewMs(): number {
    return this.#setUp.skewMs;
  }

  get life(): number {
    return this.#life;
  }

  get pid(): number | undefined {
    return this.#process?.child.pid;
  }

  /** Channels that its process of now runs, as far as it said. */
  get running(): readonly string[] {
    return this.#process ? channelsOf(this.words, this) : [];
  }

  /** What all its processes logged. */
  get log(): string {
    return this.#processes.map(({ errors }, at) => `--- life ${at + 1}\n${errors}`).join('');
  }

  start(): void {
    const { args, environment, skewMs } = this.#setUp;
    const skewed = { NODE_OPTIONS: `--import=${CLOCK}`, SKEW_MS: String(skewMs) };
    const running = new HeadlessProcess(args, {
      ...environment,
      ...(skewMs === 0 ? {} : skewed),
    });
    this.#life += 1;
    const life = this.#life;
    running.onLine = (line) => this.#note(line, life);
    this.#process = running;
    this.#processes.push(running);
    void running.exited.then(({ code }) => {
      if (code)
        this.failures.push(`${this.name} ended with ${code}: ${running.errors.slice(-2_000)}`);
    });
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.child.kill(signal);
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const running = this.#process;
    if (!running) return;
    this.#process = null;
    running.child.kill('SIGCONT');
    await running.stop(signal);
  }

  #note({ type, state, channelId, epoch }: Line, life: number): void {
    if (type !== 'channel') return;
    if (state !== 'started' && state !== 'stopped' && state !== 'lost') return;
    this.words.push({
      at: systemClock.now(),
      host: this.name,
      life,
      state,
      channelId: String(channelId),
      epoch: Number(epoch),
    });
  }
}

/** The channels that a process of a host had in a moment, as far as it said. */
export function channelsOf(
  words: readonly Word[],
  { name, life }: { readonly name: string; readonly life: number },
  at = Number.POSITIVE_INFINITY,
): readonly string[] {
  const owned = new Set<string>();
  for (const word of words) {
    if (word.host !== name || word.life !== life || word.at > at) continue;
    if (word.state === 'started') owned.add(word.channelId);
    else owned.delete(word.channelId);
  }
  return [...owned];
}
