import { mkdtemp, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { languageOf } from '../shared/locales/index.ts';
import type { Translate } from '../shared/locales/translate.ts';
import type { Problem } from '../shared/problem.ts';
import { FileVault } from './auth/file-vault.ts';
import type { OpenBrowser } from './auth/ports.ts';
import { systemClock } from './base/clock.ts';
import { type Disposable, toDisposable } from './base/disposables.ts';
import { coreTexts, StagelightError, sayProblem } from './base/errors.ts';
import { createFiles } from './base/files.ts';
import { acquireFolderLock } from './base/folder-lock.ts';
import { createLogger, type Logger, LogRing, Redactor } from './base/log.ts';
import { LoopWatch } from './base/loop-watch.ts';
import { proxyOf, routeThrough, trustSystemCertificates } from './base/outbound.ts';
import { keepPrivate } from './base/private-folder.ts';
import { makeKey, systemRandom } from './base/random.ts';
import { watchForWake } from './base/wake-watch.ts';
import { type Core, RENEWAL_MOST_MS, startCore } from './core.ts';
import { applyPendingRestore } from './features/maintenance/index.ts';
import { defaultDataFolder } from './headless/data-folder.ts';
import type { ChannelHome } from './headless/fleet.ts';
import type { FleetChoice } from './headless/fleet-options.ts';
import { headlessMaintenance } from './headless/maintenance-host.ts';
import { systemBrowser } from './headless/open-browser.ts';
import { forgetSecrets, type HeadlessOptions, readOptions } from './headless/options.ts';
import {
  eventReport,
  friendlyReporter,
  gapReport,
  jsonReporter,
  type Reporter,
} from './headless/reporter.ts';
import { helpText, UsageError } from './headless/usage.ts';
import type { MaintenanceHost } from './host/core-options.ts';
import { type Demo, startDemo } from './host/demo.ts';
import { networkName } from './host/network-name.ts';
import { NoticeBoard } from './host/notice-board.ts';
import { logStrayFailures, waitForStop } from './host/process-events.ts';
import { DEFAULT_AUTH_URL, DEFAULT_BASE_URL } from './platform/platform-notes.ts';
import { SettingsFile } from './settings/settings-file.ts';

/** Where the overlay and the dashboard are when nothing else is asked for. */
const DEFAULT_PORT = 17_816;
const WRONG_USE = 2;
/** After this a stop is forced, so that it never takes two seconds. */
const STOP_LIMIT_MS = 1_800;
/** Longer only while the sign-in is being renewed, which the core waits for, or where a fleet's channels are given back. */
const RENEWAL_LIMIT_MS = RENEWAL_MOST_MS + 500;

/** The system's, which is the terminal's. */
const LANGUAGE = languageOf(Intl.DateTimeFormat().resolvedOptions().locale);

const root = join(import.meta.dirname, '..');

const redactor = new Redactor();

async function main(): Promise<number> {
  const defaults = { baseUrl: DEFAULT_BASE_URL, authUrl: DEFAULT_AUTH_URL };
  const command = await readOptions(process.argv.slice(2), process.env, defaults);
  if (command.type === 'help') {
    process.stdout.write(await helpText(LANGUAGE));
    return 0;
  }
  forgetSecrets(process.env);
  redactor.hide(command.clientSecret);
  // The limit counts from the signal, also when it comes while the host is still starting.
  let running: { readonly endsSlowly: boolean } | null = null;
  const stopped = waitForStop(process).then(() =>
    systemClock.setTimeout(
      () => process.exit(0),
      running?.endsSlowly ? RENEWAL_LIMIT_MS : STOP_LIMIT_MS,
    ),
  );
  const logs = new LogRing();
  const sink = logs.before((line, level) => {
    // A person reads sentences; what went well is not worth a line of log between them.
    if (command.friendly && (level === 'debug' || level === 'info')) return;
    process.stderr.write(`${line}\n`);
  });
  const log = createLogger(systemClock, redactor, sink);
  logStrayFailures(process, log);
  if (command.mode !== 'demo') findWayOut(log);
  const loops = new LoopWatch(systemClock, log);
  const write = (text: string) => process.stdout.write(text);
  const report = command.friendly
    ? friendlyReporter(write, await textsFor(command))
    : jsonReporter(write);
  let options = command;
  for (;;) {
    const again = Promise.withResolvers<null>();
    const maintenance = headlessMaintenance(
      logs,
      () => loops.read(),
      () => again.resolve(null),
      (text) => process.stderr.write(text),
    );
    const voice = { log, report, maintenance };
    const host = options.fleet
      ? await startFleetHost(options, options.fleet, voice)
      : await startHost(options, voice);
    if (host === null) return 0;
    running = host;
    const limit = await Promise.race([stopped, again.promise]);
    await host.stop();
    limit?.dispose();
    if (limit) {
      loops.dispose();
      return 0;
    }
    // A port that was left to chance is kept: the pages that are open find it again.
    if (options.port === 0) options = { ...options, port: host.port };
  }
}

async function textsFor({ fleet }: HeadlessOptions): Promise<Translate> {
  if (!fleet) return coreTexts(LANGUAGE);
  const { fleetTexts } = await import('./headless/fleet-texts.ts');
  return fleetTexts(LANGUAGE);
}

/** To the platform, as this computer reaches others; the demo's is on this computer. */
function findWayOut(log: Logger): void {
  trustSystemCertificates(log);
  const proxy = proxyOf(process.env);
  if (proxy !== null) routeThrough(proxy, process.env, log);
}

interface Voice {
  readonly log: Logger;
  readonly report: Reporter;
  readonly maintenance: MaintenanceHost;
}

async function startHost(options: HeadlessOptions, voice: Voice) {
  const demo =
    options.mode === 'demo' ? await startDemo(voice.log, systemRandom, options.timeScale) : null;
  const folder = await dataFolder(options);
  const files = createFiles(systemClock);
  try {
    const lock = await acquireFolderLock(folder.path, { files, clock: systemClock });
    const restored = await applyPendingRestore({
      dataDir: folder.path,
      files,
      clock: systemClock,
      log: voice.log,
    });
    await keepPrivate(folder.path, voice.log);
    const core = await buildCore(options, voice, demo, { path: folder.path, restored }).catch(
      (failure: unknown) => {
        lock.dispose();
        throw failure;
      },
    );
    const reports = follow(core, options, voice.report);
    const wakeWatch = watchForWake({
      clock: systemClock,
      network: () => networkName(networkInterfaces()),
      onWake: (reason) => {
        voice.log.info('woke up or changed networks', { reason });
        core.keeper.probe();
      },
    });
    await begin(core, options, voice, demo);
    return {
      port: core.pageServer.port,
      get endsSlowly(): boolean {
        return core.isRenewing;
      },
      async stop(): Promise<void> {
        wakeWatch.dispose();
        try {
          await core.stop();
        } finally {
          reports.dispose();
          lock.dispose();
          await demo?.simulator.dispose();
          await folder.remove();
        }
      },
    };
  } catch (failure) {
    await demo?.simulator.dispose();
    await folder.remove();
    throw failure;
  }
}

/** One of several that share many channels; null: a channel was added, and nothing runs. */
async function startFleetHost(options: HeadlessOptions, choice: FleetChoice, voice: Voice) {
  // Nobody else loads a file of it.
  const { startFleet } = await import('./headless/fleet.ts');
  const { path } = await dataFolder(options);
  const core = (home: ChannelHome) => channelCore(options, home);
  const platform = { ...platformOf(options), ...PARTS, log: voice.log };
  const door = {
    port: options.port ?? DEFAULT_PORT,
    // Nobody looks for it there.
    mayMove: options.port === null && choice.publicUrl === null,
  };
  return startFleet(choice, { ...voice, core, platform, door, dataDir: path });
}

async function dataFolder(options: HeadlessOptions) {
  if (options.dataDir === null && options.mode === 'demo') {
    const path = await mkdtemp(join(tmpdir(), 'stagelight-demo-'));
    return { path, remove: () => rm(path, { recursive: true, force: true }) };
  }
  const path = options.dataDir ?? defaultDataFolder(process.platform, process.env);
  return { path, remove: async () => undefined };
}

async function buildCore(
  options: HeadlessOptions,
  { log, maintenance }: Voice,
  demo: Demo | null,
  { path: dataDir, restored }: { readonly path: string; readonly restored: Problem | null },
): Promise<Core> {
  const notices = new NoticeBoard(systemClock, log);
  const onProblem = notices.add.bind(notices);
  if (restored) onProblem(restored);
  const base = { files: createFiles(systemClock), clock: systemClock, log, onProblem };
  const passphrase = options.vaultPassphrase;
  const vault = new FileVault({ ...base, path: join(dataDir, 'vault.json'), passphrase, redactor });
  await vault.open();
  const settings = await SettingsFile.load({ ...base, path: join(dataDir, 'settings.json') });
  const { redirectUri } = demo ?? options;
  return startCore({
    ...platformOf(demo ? simulated(demo, options) : options),
    ...PARTS,
    log,
    vault,
    settings,
    notices,
    openBrowser: demo ? demo.approve : browserOf(options),
    dataDir,
    redirectUri,
    port: options.port ?? settings.get().port ?? DEFAULT_PORT,
    demo: demo !== null,
    maintenance,
  });
}

/** The core of one channel of many: nobody sits at this computer. */
async function channelCore(
  options: HeadlessOptions,
  { attended = false, save, base, signInUrl, ...home }: ChannelHome,
): Promise<Core> {
  const { log } = home;
  const notices = new NoticeBoard(systemClock, log);
  const file = {
    files: createFiles(systemClock),
    clock: systemClock,
    log,
    onProblem: notices.add.bind(notices),
    path: join(home.dataDir, 'settings.json'),
  };
  const settings = await SettingsFile.load(file, save);
  const { redirectUri } = options;
  return startCore({
    ...platformOf(options),
    ...PARTS,
    ...home,
    settings,
    notices,
    openBrowser: attended ? browserOf(options) : null,
    redirectUri,
    port: 0,
    publicBase: base,
    signInUrl,
    dropsElsewhere: true,
    demo: false,
  });
}

const PARTS = {
  clock: systemClock,
  random: systemRandom,
  makeKey,
  redactor,
  fetch: globalThis.fetch,
  systemLanguage: LANGUAGE,
  pages: { overlay: join(root, 'overlay'), dashboard: join(root, 'dashboard') },
  workerFile: join(import.meta.dirname, 'worker.js'),
} as const;

type Platform = Pick<
  HeadlessOptions,
  'baseUrl' | 'authUrl' | 'clientId' | 'clientSecret' | 'timeScale'
>;

function platformOf({ baseUrl, authUrl, clientId, clientSecret, timeScale }: Platform): Platform {
  return { baseUrl, authUrl, clientId, clientSecret, timeScale };
}

function simulated({ simulator }: Demo, { timeScale }: HeadlessOptions): Platform {
  const { baseUrl, clientId, clientSecret } = simulator;
  return { baseUrl, authUrl: baseUrl, clientId, clientSecret, timeScale };
}

function browserOf({ openBrowser }: HeadlessOptions): OpenBrowser | null {
  return openBrowser ? systemBrowser(process.platform, process.env) : null;
}

/** Reports what the core does, from the first moment on. */
function follow(core: Core, options: HeadlessOptions, report: Reporter): Disposable {
  const { account, status, hub, keeper } = core;
  const { overlayUrl, dashboardUrl } = core.pageServer;
  report({ type: 'ready', overlayUrl, dashboardUrl });
  let lastUrl: string | null = null;
  const subscriptions = [
    account.onChange((state) => {
      const url = state.kind === 'signing-in' ? state.url : null;
      if (url !== null && url !== lastUrl) report({ type: 'sign-in', url });
      lastUrl = url;
    }),
    account.onIdentified((channelId) => report({ type: 'signed-in', channelId })),
    status.onConnection(({ state, reason }) => report({ type: 'connection', state, reason })),
    keeper.recorder.onGap((gap) => report(gapReport(gap))),
    hub.onBatch(({ events }) => {
      if (!options.events) return;
      for (const event of events) if (event.origin === 'platform') report(eventReport(event));
    }),
  ];
  return toDisposable(() => {
    for (const subscription of subscriptions) subscription.dispose();
  });
}

async function begin(core: Core, options: HeadlessOptions, { log }: Voice, demo: Demo | null) {
  if (demo) {
    // Listeners must exist before the first events of the show.
    const subscription = core.status.onConnection(({ state }) => {
      if (state !== 'live') return;
      subscription.dispose();
      demo.simulator.show.start();
    });
  }
  await core.begin();
  const browser = demo ? browserOf(options) : null;
  await browser?.(core.pageServer.dashboardUrl).catch((failure: unknown) =>
    log.warn('no browser could be opened', { failure }),
  );
}

function lineFor(failure: unknown): string {
  if (failure instanceof UsageError) return failure.say(LANGUAGE);
  if (failure instanceof StagelightError) {
    const { what, cure } = sayProblem(failure.problem, LANGUAGE);
    return `${what} ${cure}`;
  }
  return String(failure instanceof Error ? failure.stack : failure);
}

process.exitCode = await main().catch((failure: unknown) => {
  process.stderr.write(`${redactor.clean(lineFor(failure))}\n`);
  const isExpected = failure instanceof UsageError || failure instanceof StagelightError;
  return isExpected ? WRONG_USE : 1;
});
// Whatever a library still holds open must not keep a stopped host alive.
process.stdout.write('', () => process.exit());
