import { join } from 'node:path';
import type { DisposableStore } from '../../base/disposables.ts';
import { createFiles } from '../../base/files.ts';
import type { TheirConnection } from '../../host/core-options.ts';
import { settingsText } from '../../settings/read-settings.ts';
import type { Services } from '../feature.ts';
import { Backups } from './backups.ts';
import { Restore } from './restore.ts';

/** Far longer than a full library and a large ledger take on a slow disk. */
const MAKE_LIMIT_MS = 60 * 60_000;
const STAGE_LIMIT_MS = 20 * 60_000;

/** Backups and restore for this host's files. Long work runs in its own thread. */
export function backupParts(
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
