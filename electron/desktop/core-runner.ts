import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileVault } from '../auth/file-vault.ts';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import { problemOf } from '../base/errors.ts';
import { createFiles } from '../base/files.ts';
import type { Logger } from '../base/log.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import { type Core, type CoreOptions, startCore } from '../core.ts';
import type { Demo } from '../host/demo.ts';
import type { PageServer } from '../server/ports.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import type { Hotkeys } from './controls/hotkeys.ts';
import { type TrayStatus, type TrayStatusSource, trayStatusOf } from './controls/tray-status.ts';
import { connectOf } from './setup-service.ts';
import type { OverlayWindow } from './windows/overlay-window.ts';

const DEFAULT_PORT = 17_816;

type Application = Pick<
  CoreOptions,
  'baseUrl' | 'authUrl' | 'redirectUri' | 'clientId' | 'clientSecret'
>;
type Place = Application & Pick<CoreOptions, 'vault' | 'dataDir' | 'openBrowser' | 'demo'>;

/** What every core of the app gets. The vault, folder and browser are those of the real one. */
interface CoreRunnerOptions
  extends Omit<CoreOptions, keyof Application | 'demo' | 'port' | 'timeScale' | 'mediaDir'> {
  /** Runs before each start: finds the network route to the platform. */
  readonly prepare?: () => Promise<void>;
}

/**
 * Runs one core at a time as the settings say: the demo's simulator with a temporary data folder,
 * or the streamer's application. Without credentials the core runs too, without sign-in, so that
 * the overlay can be set up.
 */
export class CoreRunner {
  readonly #options: CoreRunnerOptions;
  readonly #changes: Emitter<void>;
  readonly onChange: Subscribe<void>;
  readonly #queue = new SerialQueue();
  #run: { readonly core: Core; readonly end: () => Promise<void> } | null = null;
  #portNotice: string | null = null;
  #closed = false;
  /** The ending run must save its sign-in first. */
  #keepsSignIn = false;

  constructor(options: CoreRunnerOptions) {
    this.#options = options;
    this.#changes = new Emitter((failure) =>
      options.log.error('a listener of the core failed', { failure }),
    );
    this.onChange = this.#changes.on;
  }

  get core(): Core | null {
    return this.#run?.core ?? null;
  }

  /** The sign-in is being renewed, so stopping waits for it; also true while a run ends. */
  get isRenewing(): boolean {
    return this.#keepsSignIn || (this.core?.isRenewing ?? false);
  }

  get pageServer(): PageServer | null {
    return this.core?.pageServer ?? null;
  }

  /** Stops the present run and starts one as the settings say. If that throws, no core runs. */
  restart(): Promise<void> {
    const { log } = this.#options;
    return this.#queue.run(async () => {
      // A failed stop must not prevent the next start.
      await this.#end().catch((failure: unknown) => log.error('a run ended badly', { failure }));
      if (!this.#closed) await this.#begin();
    });
  }

  /** Stops the present run, if any, until the next `restart`. */
  stop(): Promise<void> {
    return this.#queue.run(() => this.#end());
  }

  /** The system ends the process: the ledger is closed on return. `close` may follow. */
  writeOut(): void {
    this.#closed = true;
    this.core?.writeOut();
  }

  /** Saves everything and ends the run; no other starts afterwards. */
  close(): Promise<void> {
    this.#closed = true;
    return this.stop();
  }

  async #begin(): Promise<void> {
    await this.#options.prepare?.();
    const isDemo = this.#options.settings.get().desktop.mode === 'demo';
    const { core, end, isReady } = await (isDemo ? this.#beginDemo() : this.#beginReal());
    this.#run = { core, end };
    this.#changes.fire();
    if (isReady) void core.begin();
    else core.account.rest('not-set-up');
  }

  async #end(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    this.#keepsSignIn = run.core.isRenewing;
    this.#run = null;
    this.#changes.fire();
    await run.end().finally(() => {
      if (!this.#keepsSignIn) return;
      this.#keepsSignIn = false;
      this.#changes.fire();
    });
  }

  async #beginReal() {
    const { settings, vault, dataDir, openBrowser } = this.#options;
    const { clientId, ...addresses } = connectOf(settings.get());
    const clientSecret = (await vault.read('client-secret')) ?? '';
    const isReady =
      settings.get().desktop.mode === 'connect' && clientId !== '' && clientSecret !== '';
    const place = { ...addresses, clientId, clientSecret, vault, dataDir, openBrowser };
    const core = await this.#start({ ...place, demo: false });
    return { core, isReady, end: () => core.stop() };
  }

  async #beginDemo() {
    const { clock, random, log, redactor } = this.#options;
    // Loaded on demand: connected streamers do not need the simulator.
    const { startDemo } = await import('../host/demo.ts');
    const dataDir = await mkdtemp(join(tmpdir(), 'stagelight-demo-'));
    const forget = () => rm(dataDir, { recursive: true, force: true });
    let demo: Demo | null = null;
    try {
      demo = await startDemo(log, random, 1);
      const files = createFiles(clock);
      const vault = new FileVault({
        files,
        clock,
        redactor,
        log,
        path: join(dataDir, 'vault.json'),
        onProblem: () => undefined,
      });
      const { redirectUri, approve, simulator } = demo;
      const { baseUrl, clientId, clientSecret } = simulator;
      const core = await this.#start({
        baseUrl,
        authUrl: baseUrl,
        clientId,
        clientSecret,
        redirectUri,
        vault,
        dataDir,
        openBrowser: approve,
        demo: true,
      });
      const show = core.status.onConnection(({ state }) => {
        if (state !== 'live') return;
        show.dispose();
        simulator.show.start();
      });
      const end = async (): Promise<void> => {
        show.dispose();
        // Even if the core fails to stop, its simulator and folder are removed.
        await core.stop().finally(() => simulator.dispose().finally(forget));
      };
      return { core, isReady: true, end };
    } catch (failure) {
      await demo?.simulator.dispose();
      await forget();
      throw failure;
    }
  }

  /** Uses the port that OBS knows; if another program has it, a free one, with a notice. */
  async #start(place: Place): Promise<Core> {
    const { settings, notices, dataDir } = this.#options;
    // Rules and themes are shared with the demo, so their media are too.
    const shared = { mediaDir: join(dataDir, 'media'), timeScale: 1 };
    const port = settings.get().port ?? DEFAULT_PORT;
    if (this.#portNotice !== null) notices.dismiss(this.#portNotice);
    this.#portNotice = null;
    try {
      return await startCore({ ...this.#options, ...place, ...shared, port });
    } catch (failure) {
      const problem = problemOf(failure);
      if (problem.code !== 'port-in-use' && problem.code !== 'port-unavailable') throw failure;
      notices.add(problem, 'error');
      this.#portNotice = problem.code;
      return startCore({ ...this.#options, ...place, ...shared, port: 0 });
    }
  }
}

export interface CoreStatusParts {
  readonly runner: Pick<CoreRunner, 'core' | 'isRenewing' | 'onChange'>;
  readonly overlay: Pick<OverlayWindow, 'look' | 'onLook'>;
  readonly hotkeys: Pick<Hotkeys, 'states' | 'onChange'>;
  readonly settings: SettingsKeeper;
  readonly log: Logger;
}

/** Status of the running core for tray and badges. */
export class CoreStatus implements TrayStatusSource, Disposable {
  readonly #parts: CoreStatusParts;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<void>;
  #following: Disposable | null = null;

  constructor(parts: CoreStatusParts) {
    const { runner, overlay, hotkeys, settings, log } = parts;
    this.#parts = parts;
    this.#changes = this.#owned.add(
      new Emitter((failure) => log.error('a listener of the state failed', { failure })),
    );
    for (const subscribe of [overlay.onLook, hotkeys.onChange, settings.onChange]) {
      this.#owned.add(subscribe(() => this.#changes.fire()));
    }
    this.#owned.add(runner.onChange(() => this.#follow()));
    this.#owned.add(toDisposable(() => this.#following?.dispose()));
    this.#follow();
  }

  readonly onChange = (listener: () => void): Disposable => this.#changes.on(listener);

  read(): TrayStatus {
    const { runner, overlay, hotkeys, settings } = this.#parts;
    return trayStatusOf({
      status: runner.core?.status.read() ?? null,
      keepsSignIn: runner.core === null && runner.isRenewing,
      mode: settings.get().desktop.mode,
      look: overlay.look,
      hotkeys: hotkeys.states,
    });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #follow(): void {
    this.#following?.dispose();
    this.#following = this.#parts.runner.core?.status.onChange(() => this.#changes.fire()) ?? null;
    this.#changes.fire();
  }
}
