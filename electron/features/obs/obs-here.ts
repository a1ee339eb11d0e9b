import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { ObsLink } from './obs-link.ts';

/** What is known of this computer. */
export interface ThisComputer {
  readonly names: readonly string[];
  /** IP addresses of its own. */
  readonly addresses: readonly string[];
  /** IP addresses of a name; rejects if nobody knows it. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
}

/** As the system says. */
export function thisComputer(): ThisComputer {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return {
    names: ['localhost', hostname()],
    addresses: all.map(({ address }) => address),
    resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  };
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::)$/i;

/** Whether a program at this host runs on this computer. */
export async function isHere(host: string, computer: ThisComputer): Promise<boolean> {
  const name = plain(host);
  const isOwn = (address: string) =>
    LOOPBACK.test(address) || computer.addresses.some((own) => plain(own) === plain(address));
  if (isIP(name) !== 0) return isOwn(name);
  if (computer.names.some((own) => plain(own) === name)) return true;
  const addresses = await computer.resolve(name).catch(() => []);
  // A name that nobody knows tells nothing: then nothing is warned of.
  return addresses.length === 0 || addresses.some(isOwn);
}

/** Without letter case, a final dot, or the interface's name behind an IPv6 address. */
function plain(host: string): string {
  return host.toLowerCase().replace(/\.$/, '').replace(/%.*$/, '');
}

interface HereParts {
  readonly link: Pick<ObsLink, 'state' | 'onChange'>;
  readonly host: () => string;
  readonly computer: () => ThisComputer;
  readonly log: Logger;
}

/** Finds out, with each connection, whether OBS runs on another computer. */
export class ObsHere implements Disposable {
  readonly #parts: HereParts;
  readonly #changes: Emitter<void>;
  readonly #subscription: Disposable;
  readonly onChange;
  #elsewhere = false;
  #asking = 0;

  constructor(parts: HereParts) {
    this.#parts = parts;
    this.#changes = new Emitter((failure) =>
      parts.log.error('a listener of OBS failed', { failure }),
    );
    this.onChange = this.#changes.on;
    this.#subscription = parts.link.onChange(({ state }) => {
      if (state === 'connected') void this.#find();
    });
  }

  /** Of the present or the last connection. */
  get elsewhere(): boolean {
    return this.#elsewhere;
  }

  dispose(): void {
    this.#asking += 1;
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  async #find(): Promise<void> {
    this.#asking += 1;
    const asking = this.#asking;
    const { host, computer } = this.#parts;
    const elsewhere = !(await isHere(host(), computer()));
    if (asking !== this.#asking || elsewhere === this.#elsewhere) return;
    this.#elsewhere = elsewhere;
    this.#changes.fire();
  }
}
