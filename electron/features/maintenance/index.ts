import { open } from 'node:fs/promises';
import { join } from 'node:path';
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
import { createFiles } from '../../base/files.ts';
import { LogRing } from '../../base/log.ts';
import { isLoopbackAddress } from '../../base/loopback.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { TheirConnection } from '../../host/core-options.ts';
import type { KeptFileSource } from '../../server/file-answers.ts';
import { renewPageKey } from '../../server/page-keys.ts';
import { ConnectionTest } from '../../session/connection-test.ts';
import { socketOpener } from '../../session/socket.ts';
import { sessionTimes } from '../../session/times.ts';
import { settingsText } from '../../settings/read-settings.ts';
import type { AccountFeature } from '../account/index.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Feature, Services } from '../feature.ts';
import type { ObsFeature } from '../obs/index.ts';
import { Backups } from './backups.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { MaintenanceRefusedError } from './errors.ts';
import type { KeptFiles } from './kept-files.ts';
import { PreflightState } from './preflight.ts';
import { preflightChecks, preflightPorts } from './preflight-checks.ts';
import { Restore } from './restore.ts';

export interface MaintenanceFeature extends Feature<typeof MAINTENANCE_COMMANDS, 'maintenance'> {
  /** Files that a dashboard may download. */
  readonly keptFiles: KeptFileSource;
}

type Commands = Partial<MaintenanceFeature['commands']>;

/** Preflight checks cover the whole app, so this feature needs more services than any other. */
interface MaintenanceServices extends Services {
  readonly alerts: AlertsFeature;
  readonly status: AccountFeature['status'];
  readonly obs: Pick<ObsFeature, 'feeds'>;
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
  const read = (): MaintenanceState => ({
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
      ...restoreCommands(services, restore),
      'maintenance.test-line': async () => ({ ...(await connectionTest.run()) }),
      'maintenance.backup': async ({ secrets }) => {
        void backups.begin(secrets === false ? null : secrets.passphrase);
      },
      'maintenance.remove-file': async ({ name }) => {
        if (await diagnostics.files.remove(name)) await look();
        else await backups.remove(name);
      },
      'maintenance.logs': async (query) => ({
        lines: [...logs.read({ ...query, most: LOG_PAGE })],
        last: logs.last,
      }),
      'maintenance.diagnostics': () => diagnostics.collect(),
      'maintenance.diagnostics-save': async ({ id }) => ({ name: await diagnostics.save(id) }),
    },
    feeds: { maintenance: { read, onChange: changes.on } },
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

function preflightCommands({ keeper }: MaintenanceServices, preflight: PreflightState) {
  return {
    // The outcome appears in the state, so the command does not wait for the platform.
    'maintenance.preflight': async () => void preflight.run(),
    'maintenance.test-sound': async () => preflight.testSound(),
    'maintenance.sound-heard': async ({ heard }) => preflight.soundHeard(heard),
    'maintenance.reconnect': async () => keeper.probe(),
  } satisfies Commands;
}

function placeCommands(services: MaintenanceServices) {
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
  } satisfies Commands;
}

function restoreCommands(services: MaintenanceServices, restore: Restore) {
  return {
    'maintenance.restore-begin': async ({ name, bytes }) => ({
      upload: await restore.beginUpload(name, bytes),
    }),
    'maintenance.restore-part': ({ upload, index, data }) => restore.addPart(upload, index, data),
    'maintenance.restore-finish': ({ upload }) => restore.finishUpload(upload),
    'maintenance.restore-open': async ({ name }) => ({ upload: await restore.open(name) }),
    'maintenance.restore-apply': async ({ passphrase, connection, upload }) => {
      if (upload !== null) restore.assertLookedAt(upload);
      await restore.apply(passphrase, connection);
      return { restarts: restartSoon(services) };
    },
    'maintenance.restore-cancel': () => restore.cancel(),
  } satisfies Commands;
}

/** Restarts after the answer was sent. Returns false if this host cannot restart itself. */
function restartSoon({ maintenance }: MaintenanceServices): boolean {
  const restart = maintenance?.restart ?? null;
  if (restart) setImmediate(restart);
  return restart !== null;
}

function keptFiles(
  folders: readonly Pick<KeptFiles, 'find'>[],
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

/** Far longer than a full library and a large ledger take on a slow disk. */
const MAKE_LIMIT_MS = 60 * 60_000;
const STAGE_LIMIT_MS = 20 * 60_000;

/** Backups and restore for this host's files. Long work runs in its own thread. */
function backupParts(
  services: Services,
  owned: DisposableStore,
  onChange: () => void,
): { readonly backups: Backups; readonly restore: Restore } {
  const { dataDir, clock, vault, settings, redactor, maintenance, chat, work } = services;
  const backups = new Backups({
    ...services,
    onChange,
    make({ sealed, onShare }) {
      // Recent messages may not be in the ledger yet.
      chat.flush();
      const args = {
        dataDir,
        mediaDir: services.mediaDir ?? join(dataDir, 'media'),
        appVersion: maintenance?.version ?? '',
        sealed,
        settings: settingsText(settings.get()),
      };
      return work.run('make-backup', args, { limitMs: MAKE_LIMIT_MS, onShare });
    },
  });
  const restore = owned.add(
    new Restore({
      ...services,
      onChange,
      files: createFiles(clock),
      kept: backups.files,
      stage: (zip, folder, signal) =>
        work.run('stage-backup', { zip, folder }, { limitMs: STAGE_LIMIT_MS, signal }),
      connectionOf: (connect) => maintenance?.connectionOf?.(connect) ?? FROM_ELSEWHERE,
      vault: {
        read: (name) => vault.read(name),
        async write(name, value) {
          redactor.hideAlways(value);
          await vault.write(name, value);
        },
        remove: (name) => vault.remove(name),
      },
    }),
  );
  return { backups, restore };
}

/** Hosts with a connection from outside the settings never take a backup's connection or secret. */
const FROM_ELSEWHERE: TheirConnection = { isSame: false, other: null };

export { MaintenanceDiskError } from './errors.ts';
export { applyPendingRestore } from './restore-apply.ts';
