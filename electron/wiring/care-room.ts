import { open } from 'node:fs/promises';
import {
  type CareDesk,
  type KeptFile,
  LOG_PAGE,
  type MAINTENANCE_COMMANDS,
} from '../../shared/contract/maintenance.ts';
import { testEvent } from '../../shared/test-play.ts';
import type { DisposableStore } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import { LogRing } from '../base/log-ring.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import type { Backups } from '../care/backups.ts';
import { CareRefusedError } from '../care/care-errors.ts';
import type { Diagnostics } from '../care/diagnostics.ts';
import { PreflightDesk } from '../care/preflight.ts';
import { preflightChecks } from '../care/preflight-checks.ts';
import type { Restore } from '../care/restore.ts';
import { contentStream } from '../media/content-stream.ts';
import type { KeptFileSource } from '../outputs/kept-file-answer.ts';
import type { CommandHandlers, FeedSources } from '../outputs/ports.ts';
import { backupParts } from './care-backup.ts';
import { diagnosticsOf } from './care-diagnostics.ts';
import { carePlace } from './care-place.ts';
import type { ControlParts } from './control-parts.ts';
import { lineTestOf } from './line-test-wiring.ts';
import { renewPageKey } from './page-keys.ts';
import { preflightPorts } from './preflight-ports.ts';

type Handlers<P extends string = string> = Pick<
  CommandHandlers<keyof typeof MAINTENANCE_COMMANDS>,
  Extract<keyof typeof MAINTENANCE_COMMANDS, `care.${P}`>
>;

export interface CareRoom {
  readonly commands: Handlers;
  readonly feed: FeedSources['care'];
  readonly keptFiles: KeptFileSource;
}

/** Settings and care: the look before going live, backups, keys, logs, the bundle for support. */
export function careRoom(parts: ControlParts, owned: DisposableStore): CareRoom {
  const { options, outputs } = parts;
  const { log } = options;
  const changes = owned.add(
    new Emitter<void>((failure) => log.error('a listener failed', { failure })),
  );
  let revision = 0;
  let bundles: readonly KeptFile[] = [];
  const changed = (): void => {
    revision += 1;
    changes.fire();
  };
  const logs = options.care?.logs ?? new LogRing();
  const diagnostics = diagnosticsOf(parts, logs, () => void look());
  const { backups, restore } = backupParts(parts, owned, changed);
  const look = async (): Promise<void> => {
    bundles = await diagnostics.files.list();
    await backups.look();
  };
  const preflight = preflightOf(parts, changed);
  const lineTest = lineTestOf(parts, owned);
  void Promise.all([backups.tidy(), diagnostics.files.tidy()]).then(look);
  owned.add(options.settings.onChange(changed));
  // The addresses open and change.
  owned.add(parts.pages.onChange(changed));
  const desk = (): CareDesk => ({
    revision,
    place: carePlace({ options, outputs }),
    preflight: preflight.desk,
    backup: backups.desk,
    restore: restore.desk,
    bundles,
  });
  return {
    commands: {
      ...preflightCommands(parts, preflight),
      ...placeCommands(parts),
      'care.test-line': async () => ({ ...(await lineTest.run()) }),
      ...backupCommands(parts, { backups, restore, diagnostics, look }),
      'care.logs': async ({ level, search, after }) => ({
        lines: logs.read({ level, search, after, most: LOG_PAGE }).map((line) => ({ ...line })),
        last: logs.last,
      }),
      'care.diagnostics': async () => {
        const { id, files } = await diagnostics.collect();
        const sized = files.map(({ name, text }) => ({
          ...{ name, text },
          bytes: Buffer.byteLength(text),
        }));
        return { id, files: sized };
      },
      'care.diagnostics-save': async ({ id }) => ({ name: await diagnostics.save(id) }),
    },
    feed: { read: desk, onChange: changes.on },
    keptFiles: keptFiles([backups.files, diagnostics.files], (failure) =>
      log.error('a kept file could not be read', { failure }),
    ),
  };
}

function preflightOf(parts: ControlParts, onChange: () => void): PreflightDesk {
  const { options, hub, outputs, serverTime } = parts;
  const { clock, log, settings, systemLanguage } = options;
  return new PreflightDesk({
    ...{ clock, log, onChange },
    checks: preflightChecks(preflightPorts(parts, serverTime)),
    canSound: () => outputs()?.canSound ?? false,
    playTest: () => {
      const language = settings.get().language ?? systemLanguage;
      hub.playTest(testEvent({ kind: 'DONATION' }, language));
    },
  });
}

function preflightCommands(
  { keeper }: ControlParts,
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
  parts: ControlParts,
): Handlers<'renew-key' | 'set-port' | 'restart' | 'open-folder'> {
  const { options, outputs, pages } = parts;
  const renewing = new SerialQueue();
  return {
    'care.renew-key': ({ place }) =>
      renewing.run(async () => {
        const opened = outputs();
        if (!opened) throw new CareRefusedError('busy');
        const key = await renewPageKey(options, `${place}-key`);
        opened.renewKey(place, key);
        pages.addressChanged();
        return { url: place === 'overlay' ? opened.overlayUrl : opened.dashboardUrl };
      }),
    'care.set-port': async ({ port }) => {
      await options.settings.update({ port });
    },
    'care.restart': async () => {
      if (!restartSoon(parts)) throw new CareRefusedError('no-restart');
    },
    'care.open-folder': async () => {
      const openFolder = options.care?.openFolder;
      if (!openFolder) throw new CareRefusedError('no-folder');
      await openFolder(options.dataDir);
    },
  };
}

interface BackupRooms {
  readonly backups: Backups;
  readonly restore: Restore;
  readonly diagnostics: Diagnostics;
  readonly look: () => Promise<void>;
}

function backupCommands(
  parts: ControlParts,
  { backups, restore, diagnostics, look }: BackupRooms,
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
      return { restarts: restartSoon(parts) };
    },
    'care.restore-cancel': async () => {
      await restore.cancel();
    },
  };
}

/** After the answer has left. false: this host cannot start itself anew. */
function restartSoon({ options }: ControlParts): boolean {
  const restart = options.care?.restart ?? null;
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
