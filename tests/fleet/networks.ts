import { spawnSync } from 'node:child_process';
import type { NatsPlace } from '../support/nats-server.ts';

const NAME = 'stagelight-';
/** Kept free for tests of networks (RFC 2544). */
const NET = '198.18';
const RUNS = 60;

function ip(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr ?? 'not there'}`);
  return stdout;
}

/**
 * A network namespace for servers, with a cable of its own to each host: a cable that is pulled out
 * closes nothing, and nothing passes. It takes root's rights and the program `ip`.
 */
export class Networks {
  readonly #name = `${NAME}${process.pid}`;
  readonly #cables: number;

  private constructor(cables: number) {
    this.#cables = cables;
  }

  /** One more cable than `hosts`, for who watches; null: this computer does not allow it. */
  static open(hosts: number): Networks | null {
    const networks = new Networks(hosts + 1);
    try {
      removeLeftOnes();
      networks.#layCables();
      return networks;
    } catch {
      networks.dispose();
      return null;
    }
  }

  /** Where the servers run. */
  get place(): NatsPlace {
    const through = ['ip', 'netns', 'exec', this.#name] as const;
    return { through, listen: '0.0.0.0', address: this.addressFor(this.#cables - 1) };
  }

  /** The servers' address for a host, from 0 on. */
  addressFor(host: number): string {
    return `${this.#netOf(host)}.2`;
  }

  cut(host: number): void {
    this.#inside('link', 'set', `in${host}`, 'down');
  }

  heal(host: number): void {
    this.#inside('link', 'set', `in${host}`, 'up');
  }

  dispose(): void {
    // Its ends of the cables go with it, and so the other ends.
    spawnSync('ip', ['netns', 'delete', this.#name]);
  }

  #layCables(): void {
    ip('netns', 'add', this.#name);
    this.#inside('link', 'set', 'lo', 'up');
    for (let cable = 0; cable < this.#cables; cable += 1) {
      const [out, inside] = [`sl${process.pid}-${cable}`, `in${cable}`];
      ip('link', 'add', out, 'type', 'veth', 'peer', 'name', inside, 'netns', this.#name);
      ip('address', 'add', `${this.#netOf(cable)}.1/30`, 'dev', out);
      ip('link', 'set', out, 'up');
      this.#inside('address', 'add', `${this.#netOf(cable)}.2/30`, 'dev', inside);
      this.heal(cable);
    }
  }

  /** Runs beside each other have their own. */
  #netOf(cable: number): string {
    return `${NET}.${(process.pid % RUNS) * this.#cables + cable}`;
  }

  #inside(...args: string[]): void {
    ip('-n', this.#name, ...args);
  }
}

/** Those of runs that were killed. */
function removeLeftOnes(): void {
  for (const line of ip('netns', 'list').split('\n')) {
    const [name = ''] = line.split(' ');
    const pid = name.startsWith(NAME) ? Number(name.slice(NAME.length)) : Number.NaN;
    if (Number.isInteger(pid) && !isAlive(pid)) ip('netns', 'delete', name);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
