import { type AccountState, SIGNED_OUT_HERE } from '../../electron/auth/account.ts';
import type { Clock } from '../../electron/base/clock.ts';
import type { Random } from '../../electron/base/random.ts';
import type { Core } from '../../electron/core.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import type { ChaosVault } from './chaos-disk.ts';
import type { Diary } from './diary.ts';
import type { PassingTime } from './passing-time.ts';
import { spread } from './samples.ts';
import { type Deed, MINUTE, SECOND } from './schedule.ts';

export interface StreamerParts {
  readonly simulator: Simulator;
  /** The machine's. */
  readonly clock: Clock;
  readonly vault: ChaosVault;
  readonly random: Random;
  readonly time: PassingTime;
  readonly diary: Diary;
}

/** The person at the app: presses its buttons, and signs in when asked. */
export class Streamer {
  readonly skippedAt = new Set<number>();
  readonly #parts: StreamerParts;
  readonly #asked = new Set<string>();
  readonly #jobs = new Set<number>();
  #isSignedOutByPlatform = false;

  constructor(parts: StreamerParts) {
    this.#parts = parts;
  }

  press(core: Core, what: Extract<Deed, { do: 'press' }>['what']): void {
    const { account, alerts, keeper, pageServer } = core;
    const presses: Readonly<Record<typeof what, () => void>> = {
      pause: () => alerts.setPaused(true),
      'go-on': () => alerts.setPaused(false),
      skip: () => {
        if (alerts.current) this.skippedAt.add(this.#parts.clock.now());
        alerts.skip();
      },
      panic: () => alerts.panic(),
      clear: () => alerts.clear(),
      'replay-missed': () => alerts.replayMissed(),
      recheck: () => keeper.recheck(),
      pay: () => void this.#pay(pageServer).catch(() => undefined),
      'resume-paying': () => this.#resumePaying(pageServer),
      'sign-in': () => void this.#agreeAnew(account).catch(() => undefined),
    };
    presses[what]();
  }

  /** `isFirst`: the streamer sits there and waits to be asked to sign in. */
  accountIs(state: AccountState, isFirst: boolean): void {
    if (state.kind === 'signed-in') {
      this.#isSignedOutByPlatform = false;
      return;
    }
    if (state.kind === 'signed-out' && state.reason !== SIGNED_OUT_HERE) this.#signedOut();
    if (state.kind !== 'signing-in' || this.#asked.has(state.url)) return;
    this.#asked.add(state.url);
    const { url } = state;
    const { simulator, random } = this.#parts;
    const waitMs = isFirst ? 0 : spread(random, SECOND, 10 * MINUTE);
    simulator.clock.setTimeout(() => void this.#browse(url), waitMs);
  }

  /** As for more permissions. */
  async #agreeAnew(account: Core['account']): Promise<void> {
    const url = await account.signIn();
    const { simulator, random } = this.#parts;
    simulator.clock.setTimeout(() => void this.#browse(url), spread(random, SECOND, MINUTE));
  }

  /** As the page does: all that are unpaid, as the platform tells. */
  async #pay(pageServer: Core['pageServer']): Promise<void> {
    const query = { source: 'platform' };
    const found = (await pageServer.runCommand('drops.match', query)) as { unpaid: string[] };
    const claimIds = found.unpaid.slice(0, 100);
    if (claimIds.length === 0) return;
    const order = { claimIds, state: 'FULFILLED' };
    const { jobId } = (await pageServer.runCommand('drops.pay', order)) as { jobId: number };
    this.#jobs.add(jobId);
  }

  /** Those that are done or still run are refused. */
  #resumePaying(pageServer: Core['pageServer']): void {
    for (const jobId of this.#jobs) {
      pageServer.runCommand('drops.resume', { jobId }).catch(() => undefined);
    }
  }

  /** Asking for a sign-in is right only where the stored token would not serve any more. */
  #signedOut(): void {
    if (this.#isSignedOutByPlatform) return;
    this.#isSignedOutByPlatform = true;
    const { simulator, vault, diary } = this.#parts;
    const text = vault.read('grant');
    const grant: unknown = text === null ? null : JSON.parse(text);
    const token = (grant as { refreshToken?: unknown } | null)?.refreshToken;
    const { world, clientId } = simulator;
    const application = world.application(clientId);
    if (typeof token !== 'string' || !application) return;
    const refusal = world.authorizations.refusalOf(application, token);
    if (refusal === null) diary.fault('asked to sign in although the stored token would serve');
  }

  /** A person's browser: the platform's page, and back to the app. */
  async #browse(url: string): Promise<void> {
    const { simulator, time, diary } = this.#parts;
    try {
      const asked = await simulator.fetch(url, { redirect: 'manual' });
      const back = asked.headers.get('location');
      diary.note(`signs in: ${asked.status}`);
      if (back === null) return;
      await time.whileBrowsing(async () => {
        await (await fetch(back, { headers: { connection: 'close' } })).arrayBuffer();
      });
    } catch {
      // The app is gone.
    }
  }
}
