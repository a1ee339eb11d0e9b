import type { Session } from 'electron';
import { type Clock, delay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import { proxyOf, routeThrough } from '../../base/outbound.ts';

export interface SystemProxyOptions {
  readonly session: Pick<Session, 'resolveProxy'>;
  readonly address: () => string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Longest wait for a system that searches the network for its proxy. */
const LOOK_LIMIT_MS = 3_000;

/**
 * Applies the system's proxy, which only Chromium knows, to Node: a fixed one or one from a script.
 * Without one, the environment's (HTTPS_PROXY) is used, if set.
 */
export class SystemProxy implements Disposable {
  readonly #options: SystemProxyOptions;
  #used: { readonly address: string; readonly way: Disposable } | null = null;
  #looks = 0;
  #disposed = false;

  constructor(options: SystemProxyOptions) {
    this.#options = options;
  }

  /** Asks the system; resolves once its answer applies, or after three seconds. Never rejects. */
  async look(): Promise<void> {
    this.#looks += 1;
    const limit = new AbortController();
    const asked = this.#ask(this.#looks);
    await Promise.race([asked, delay(this.#options.clock, LOOK_LIMIT_MS, limit.signal)]);
    limit.abort();
  }

  dispose(): void {
    this.#disposed = true;
    this.#use(null);
  }

  async #ask(look: number): Promise<void> {
    const { session, address, environment, log } = this.#options;
    try {
      const found = proxyOfAnswer(await session.resolveProxy(address()));
      // A later lookup takes precedence.
      if (look === this.#looks && !this.#disposed) this.#use(found ?? proxyOf(environment));
    } catch (failure) {
      log.warn('the proxy of the system is not known', { failure });
    }
  }

  #use(address: string | null): void {
    const { environment, log } = this.#options;
    if (address === (this.#used?.address ?? null)) return;
    this.#used?.way.dispose();
    this.#used =
      address === null ? null : { address, way: routeThrough(address, environment, log) };
  }
}

/**
 * The address of the first entry that Node supports in an answer like `PROXY a:8080; SOCKS5 b;
 * DIRECT`; null: no proxy.
 */
export function proxyOfAnswer(answer: string): string | null {
  for (const way of answer.split(';')) {
    const [kind = '', host = ''] = way.trim().split(/\s+/);
    if (kind === 'DIRECT') return null;
    if (kind === 'PROXY' && host) return `http://${host}`;
    if (kind === 'HTTPS' && host) return `https://${host}`;
  }
  return null;
}
