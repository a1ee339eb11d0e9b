import { open } from 'node:fs/promises';
import {
  type KeptFile,
  LOG_PAGE,
  type MAINTENANCE_COMMANDS,
  type MaintenancePlace,
  type MaintenanceState,
} from '../../../shared/contract/maintenance.ts';
import { testEvent } from '../../../shared/test-play.ts';
import { contentStream } from '../../base/content-stream.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { LogRing } from '../../base/log.ts';
import { isLoopbackAddress } from '../../base/loopback.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { KeptFileSource } from '../../server/file-answers.ts';
import { renewPageKey } from '../../server/page-keys.ts';
import type { CommandHandlers } from '../../server/ports.ts';
import { ConnectionTest } from '../../session/connection-test.ts';
import { socketOpener } from '../../session/socket.ts';
import { sessionTimes } from '../../session/times.ts';
import type { AccountFeature } from '../account/index.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Feature, Services } from '../feature.ts';
import { backupParts } from './backup-parts.ts';
import type { Backups } from './backups.ts';
import { type Diagnostics, diagnosticsOf } from './diagnostics.ts';
import { MaintenanceRefusedError } from './errors.ts';
import { PreflightState } from './preflight.ts';
import { preflightChecks, preflightPorts } from './preflight-checks.ts';
import type { Restore } from './restore.ts';

type Handlers<P extends string = string> = Pick<
  CommandHandlers<keyof typeof MAINTENANCE_COMMANDS>,
  Extract<keyof typeof MAINTENANCE_COMMANDS, `maintenance.${P}`>
>;

export interface MaintenanceFeature extends Feature<typeof MAINTENANCE_COMMANDS, 'maintenance'> {
  /** Files that a dashboard may download. */
  readonly keptFiles: KeptFileSource;
}

/** Preflight checks cover the whole app, so this feature needs more services than any other. */
interface MaintenanceServices extends Services {
  readonly alerts: AlertsFeature;
  readonly status: AccountFeature['status'];
}

/** Starts maintenance: preflight, backups, keys, logs and the support bundle. */
export function startMaintenance(
  services: MaintenanceServices,
  owned: DisposableStore,
): MaintenanceFeature {
  const { maintenance, settings, log } = services;
  const changes = owned.add(
    new Emitter<void>((failure) => log.error('a listener failed', { failure })),
  );
  let revision = 0;
  let bundles: readonly KeptFile[] = [];
  const changed = (): void => {
    revision += 1;
    changes.fire();
  };
  const logs = maintenance?.logs ?? new LogRing();
  const diagnostics = diagnosticsOf(services, logs, () => void look());
  const { backups, restore } = backupParts(services, owned, changed);
  const look = async (): Promise<void> => {
    bundles = await diagnostics.files.list();
    await backups.look();
  };
  const preflight = preflightOf(services, changed);
  const connectionTest = connectionTestOf(services, owned);
  void Promise.all([backups.tidy(), diagnostics.files.tidy()]).then(look);
  owned.add(settings.onChange(changed));
  // The page addresses become available and may change.
  owned.add(services.alerts.pages.onChange(changed));
  const desk = (): MaintenanceState => ({
    revision,
    place: maintenancePlace(services),
    preflight: preflight.desk,
    backup: backups.desk,
    restore: restore.desk,
    bundles,
  });
  return {
    commands: {
      ...preflightCommands(services, preflight),
      ...placeCommands(services),
      'maintenance.test-line': async () => ({ ...(await connectionTest.run()) }),
      ...backupCommands(services, { backups, restore, diagnostics, look }),
      'maintenance.logs': async ({ level, search, after }) => ({
        lines: logs.read({ level, search, after, most: LOG_PAGE }).map((line) => ({ ...line })),
        last: logs.last,
      }),
      'maintenance.diagnostics': async () => {
        const { id, files } = await diagnostics.collect();
        const sized = files.map(({ name, text }) => ({
          name,
          text,
          bytes: Buffer.byteLength(text),
        }));
        return { id, files: sized };
      },
      'maintenance.diagnostics-save': async ({ id }) => ({ name: await diagnostics.save(id) }),
    },
    feeds: { maintenance: { read: desk, onChange: changes.on } },
    keptFiles: keptFiles([backups.files, diagnostics.files], (failure) =>
      log.error('a kept file could not be read', { failure }),
    ),
  };
}

function preflightOf(services: MaintenanceServices, onChange: () => void): PreflightState {
  const { hub, pageServer, clock, log, language } = services;
  return new PreflightState({
    clock,
    log,
    onChange,
    checks: preflightChecks(preflightPorts(services)),
    canSound: () => pageServer()?.canSound ?? false,
    playTest: () => {
      hub.playTest(testEvent({ kind: 'DONATION' }, language.current));
    },
  });
}

function preflightCommands(
  { keeper }: MaintenanceServices,
  preflight: PreflightState,
): Handlers<'preflight' | 'test-sound' | 'sound-heard' | 'reconnect'> {
  return {
    'maintenance.preflight': async () => {
      // The outcome appears in the state, so the command does not wait for the platform.
      void preflight.run();
    },
    'maintenance.test-sound': async () => {
      preflight.testSound();
    },
    'maintenance.sound-heard': async ({ heard }) => {
      preflight.soundHeard(heard);
    },
    'maintenance.reconnect': async () => {
      keeper.probe();
    },
  };
}

function placeCommands(
  services: MaintenanceServices,
): Handlers<'renew-key' | 'set-port' | 'restart' | 'open-folder'> {
  const { alerts, maintenance, settings, dataDir, pageServer } = services;
  const renewing = new SerialQueue();
  return {
    'maintenance.renew-key': ({ place }) =>
      renewing.run(async () => {
        const opened = pageServer();
        if (!opened) throw new MaintenanceRefusedError('busy');
        const key = await renewPageKey(services, `${place}-key`);
        opened.renewKey(place, key);
        alerts.pages.addressChanged();
        return { url: place === 'overlay' ? opened.overlayUrl : opened.dashboardUrl };
      }),
    'maintenance.set-port': async ({ port }) => {
      await settings.update({ port });
    },
    'maintenance.restart': async () => {
      if (!restartSoon(services)) throw new MaintenanceRefusedError('no-restart');
    },
    'maintenance.open-folder': async () => {
      const openFolder = maintenance?.openFolder;
      if (!openFolder) throw new MaintenanceRefusedError('no-folder');
      await openFolder(dataDir);
    },
  };
}

interface BackupParts {
  readonly backups: Backups;
  readonly restore: Restore;
  readonly diagnostics: Diagnostics;
  readonly look: () => Promise<void>;
}

function backupCommands(
  services: MaintenanceServices,
  { backups, restore, diagnostics, look }: BackupParts,
): Handlers<'backup' | 'remove-file' | `restore-${string}`> {
  return {
    'maintenance.backup': async ({ secrets }) => {
      void backups.begin(secrets === false ? null : secrets.passphrase);
    },
    'maintenance.remove-file': async ({ name }) => {
      if (await diagnostics.files.remove(name)) await look();
      else await backups.remove(name);
    },
    'maintenance.restore-begin': async ({ name, bytes }) => ({
      upload: await restore.beginUpload(name, bytes),
    }),
    'maintenance.restore-part': async ({ upload, index, data }) => {
      await restore.addPart(upload, index, data);
    },
    'maintenance.restore-finish': async ({ upload }) => {
      await restore.finishUpload(upload);
    },
    'maintenance.restore-open': async ({ name }) => ({ upload: await restore.open(name) }),
    'maintenance.restore-apply': async ({ passphrase, connection, upload }) => {
      if (upload !== null) restore.assertLookedAt(upload);
      await restore.apply(passphrase, connection);
      return { restarts: restartSoon(services) };
    },
    'maintenance.restore-cancel': async () => {
      await restore.cancel();
    },
  };
}

/** Restarts after the answer was sent. Returns false if this host cannot restart itself. */
function restartSoon({ maintenance }: MaintenanceServices): boolean {
  const restart = maintenance?.restart ?? null;
  if (restart) setImmediate(restart);
  return restart !== null;
}

interface Finder {
  find(name: string): Promise<{ readonly path: string; readonly bytes: number } | null>;
}

function keptFiles(
  folders: readonly Finder[],
  onFailure: (failure: unknown) => void,
): KeptFileSource {
  return {
    async open(name) {
      for (const folder of folders) {
        const found = await folder.find(name);
        if (!found) continue;
        const { path, bytes } = found;
        return { bytes, read: () => contentStream(() => open(path, 'r'), onFailure, [0, bytes]) };
      }
      return null;
    },
  };
}

/** Characters of the client id shown at each end. */
const SHOWN = 4;

/** The app's addresses and folders; null until the page addresses are open. */
function maintenancePlace(services: MaintenanceServices): MaintenancePlace | null {
  const opened = services.pageServer();
  if (!opened) return null;
  const { maintenance, settings, dataDir, demo } = services;
  const { clientId, clientSecret, baseUrl, authUrl, redirectUri } = services;
  return {
    host: maintenance?.kind ?? 'headless',
    version: maintenance?.version ?? '',
    dataDir,
    demo,
    overlayUrl: opened.overlayUrl,
    dashboardUrl: opened.dashboardUrl,
    port: opened.port,
    portSetting: settings.get().port,
    application: {
      clientId: masked(clientId),
      hasSecret: clientSecret !== '',
      baseUrl,
      authUrl,
      redirectUri,
    },
    canRestart: (maintenance?.restart ?? null) !== null,
    canOpenFolder: (maintenance?.openFolder ?? null) !== null,
  };
}

/** `abcd••••wxyz`; a short id is masked completely. */
export function masked(id: string): string {
  if (id === '') return '';
  return id.length < SHOWN * 4 ? '••••••••' : `${id.slice(0, SHOWN)}••••${id.slice(-SHOWN)}`;
}

/** Tests the connection to the platform over the same sockets as the stream. */
function connectionTestOf(services: MaintenanceServices, owned: DisposableStore): ConnectionTest {
  const { client, baseUrl, clock, redactor, openSocket, timeScale } = services;
  return owned.add(
    new ConnectionTest({
      sessions: client.sessions,
      openSocket: openSocket ?? socketOpener(clock, isLoopbackAddress(baseUrl)),
      times: sessionTimes(timeScale),
      redactor,
      clock,
    }),
  );
}

export { MaintenanceDiskError } from './errors.ts';
export { applyPendingRestore, restoreNotice } from './restore-apply.ts';
