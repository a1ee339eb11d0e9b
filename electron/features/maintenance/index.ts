import { open } from 'node:fs/promises';
import {
  type CareDesk,
  type CarePlace,
  type KeptFile,
  LOG_PAGE,
  type MAINTENANCE_COMMANDS,
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
import { LineTest } from '../../session/line-test.ts';
import { socketOpener } from '../../session/socket.ts';
import { sessionTimes } from '../../session/times.ts';
import type { AccountFeature } from '../account/index.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Feature, Services } from '../feature.ts';
import { backupParts } from './backup-parts.ts';
import type { Backups } from './backups.ts';
import { type Diagnostics, diagnosticsOf } from './diagnostics.ts';
import { CareRefusedError } from './errors.ts';
import { PreflightDesk } from './preflight.ts';
import { preflightChecks, preflightPorts } from './preflight-checks.ts';
import type { Restore } from './restore.ts';

type Handlers<P extends string = string> = Pick<
  CommandHandlers<keyof typeof MAINTENANCE_COMMANDS>,
  Extract<keyof typeof MAINTENANCE_COMMANDS, `care.${P}`>
>;

export interface MaintenanceFeature extends Feature<typeof MAINTENANCE_COMMANDS, 'care'> {
  /** What a dashboard may download. */
  readonly keptFiles: KeptFileSource;
}

/** What a check of the whole app needs: more than any other feature. */
interface MaintenanceServices extends Services {
  readonly alerts: AlertsFeature;
  readonly status: AccountFeature['status'];
}

/** Settings and care: the look before going live, backups, keys, logs, the bundle for support. */
export function startMaintenance(
  services: MaintenanceServices,
  owned: DisposableStore,
): MaintenanceFeature {
  const { care, settings, log } = services;
  const changes = owned.add(
    new Emitter<void>((failure) => log.error('a listener failed', { failure })),
  );
  let revision = 0;
  let bundles: readonly KeptFile[] = [];
  const changed = (): void => {
    revision += 1;
    changes.fire();
  };
  const logs = care?.logs ?? new LogRing();
  const diagnostics = diagnosticsOf(services, logs, () => void look());
  const { backups, restore } = backupParts(services, owned, changed);
  const look = async (): Promise<void> => {
    bundles = await diagnostics.files.list();
    await backups.look();
  };
  const preflight = preflightOf(services, changed);
  const lineTest = lineTestOf(services, owned);
  void Promise.all([backups.tidy(), diagnostics.files.tidy()]).then(look);
  owned.add(settings.onChange(changed));
  // The addresses open and change.
  owned.add(services.alerts.pages.onChange(changed));
  const desk = (): CareDesk => ({
    revision,
    place: carePlace(services),
    preflight: preflight.desk,
    backup: backups.desk,
    restore: restore.desk,
    bundles,
  });
  return {
    commands: {
      ...preflightCommands(services, preflight),
      ...placeCommands(services),
      'care.test-line': async () => ({ ...(await lineTest.run()) }),
      ...backupCommands(services, { backups, restore, diagnostics, look }),
      'care.logs': async ({ level, search, after }) => ({
        lines: logs.read({ level, search, after, most: LOG_PAGE }).map((line) => ({ ...line })),
        last: logs.last,
      }),
      'care.diagnostics': async () => {
        const { id, files } = await diagnostics.collect();
        const sized = files.map(({ name, text }) => ({
          name,
          text,
          bytes: Buffer.byteLength(text),
        }));
        return { id, files: sized };
      },
      'care.diagnostics-save': async ({ id }) => ({ name: await diagnostics.save(id) }),
    },
    feeds: { care: { read: desk, onChange: changes.on } },
    keptFiles: keptFiles([backups.files, diagnostics.files], (failure) =>
      log.error('a kept file could not be read', { failure }),
    ),
  };
}

function preflightOf(services: MaintenanceServices, onChange: () => void): PreflightDesk {
  const { hub, outputs, clock, log, language } = services;
  return new PreflightDesk({
    clock,
    log,
    onChange,
    checks: preflightChecks(preflightPorts(services)),
    canSound: () => outputs()?.canSound ?? false,
    playTest: () => {
      hub.playTest(testEvent({ kind: 'DONATION' }, language.current));
    },
  });
}

function preflightCommands(
  { keeper }: MaintenanceServices,
  preflight: PreflightDesk,
): Handlers<'preflight' | 'test-sound' | 'sound-heard' | 'reconnect'> {
  return {
    'care.preflight': async () => {
      // Its outcome is part of the desk: nobody waits for the platform here.
      void preflight.run();
    },
    'care.test-sound': async () => {
      preflight.testSound();
    },
    'care.sound-heard': async ({ heard }) => {
      preflight.soundHeard(heard);
    },
    'care.reconnect': async () => {
      keeper.probe();
    },
  };
}

function placeCommands(
  services: MaintenanceServices,
): Handlers<'renew-key' | 'set-port' | 'restart' | 'open-folder'> {
  const { alerts, care, settings, dataDir, outputs } = services;
  const renewing = new SerialQueue();
  return {
    'care.renew-key': ({ place }) =>
      renewing.run(async () => {
        const opened = outputs();
        if (!opened) throw new CareRefusedError('busy');
        const key = await renewPageKey(services, `${place}-key`);
        opened.renewKey(place, key);
        alerts.pages.addressChanged();
        return { url: place === 'overlay' ? opened.overlayUrl : opened.dashboardUrl };
      }),
    'care.set-port': async ({ port }) => {
      await settings.update({ port });
    },
    'care.restart': async () => {
      if (!restartSoon(services)) throw new CareRefusedError('no-restart');
    },
    'care.open-folder': async () => {
      const openFolder = care?.openFolder;
      if (!openFolder) throw new CareRefusedError('no-folder');
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
    'care.backup': async ({ secrets }) => {
      void backups.begin(secrets === false ? null : secrets.passphrase);
    },
    'care.remove-file': async ({ name }) => {
      if (await diagnostics.files.remove(name)) await look();
      else await backups.remove(name);
    },
    'care.restore-begin': async ({ name, bytes }) => ({
      upload: await restore.beginUpload(name, bytes),
    }),
    'care.restore-part': async ({ upload, index, data }) => {
      await restore.addPart(upload, index, data);
    },
    'care.restore-finish': async ({ upload }) => {
      await restore.finishUpload(upload);
    },
    'care.restore-open': async ({ name }) => ({ upload: await restore.open(name) }),
    'care.restore-apply': async ({ passphrase, connection, upload }) => {
      if (upload !== null) restore.assertLookedAt(upload);
      await restore.apply(passphrase, connection);
      return { restarts: restartSoon(services) };
    },
    'care.restore-cancel': async () => {
      await restore.cancel();
    },
  };
}

/** After the answer has left. false: this host cannot start itself anew. */
function restartSoon({ care }: MaintenanceServices): boolean {
  const restart = care?.restart ?? null;
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

/** So much of the client id is shown at either end. */
const SHOWN = 4;

/** Where everything is; null until the addresses are open. */
function carePlace(services: MaintenanceServices): CarePlace | null {
  const opened = services.outputs();
  if (!opened) return null;
  const { care, settings, dataDir, demo } = services;
  const { clientId, clientSecret, baseUrl, authUrl, redirectUri } = services;
  return {
    host: care?.kind ?? 'headless',
    version: care?.version ?? '',
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
    canRestart: (care?.restart ?? null) !== null,
    canOpenFolder: (care?.openFolder ?? null) !== null,
  };
}

/** `abcd••••wxyz`; a short one is covered as a whole. */
export function masked(id: string): string {
  if (id === '') return '';
  return id.length < SHOWN * 4 ? '••••••••' : `${id.slice(0, SHOWN)}••••${id.slice(-SHOWN)}`;
}

/** The test of the way to the platform, over the sockets that the stream itself uses. */
function lineTestOf(services: MaintenanceServices, owned: DisposableStore): LineTest {
  const { client, baseUrl, clock, redactor, openSocket, timeScale } = services;
  return owned.add(
    new LineTest({
      sessions: client.sessions,
      openSocket: openSocket ?? socketOpener(clock, isLoopbackAddress(baseUrl)),
      times: sessionTimes(timeScale),
      redactor,
      clock,
    }),
  );
}

export { CareDiskError } from './errors.ts';
export { applyPendingRestore, restoreNotice } from './restore-apply.ts';
