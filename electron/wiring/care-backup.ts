import { join } from 'node:path';
import { createFiles } from '../base/files.ts';
import { Backups } from '../care/backups.ts';
import { Restore } from '../care/restore.ts';
import { copyLedger, inspectLedger } from '../ledger/copy-ledger.ts';
import { settingsText } from '../settings/read-settings.ts';
import { understandSettings } from '../settings/understand-settings.ts';
import type { ControlParts } from './control-parts.ts';

/** Backups and their restore on this host's files. */
export function backupParts(
  { options, chat }: Pick<ControlParts, 'options' | 'chat'>,
  onChange: () => void,
): { readonly backups: Backups; readonly restore: Restore } {
  const { dataDir, clock, log, vault, settings, redactor, demo: isDemo } = options;
  const backups = new Backups({
    ...{ dataDir, clock, log, isDemo, onChange },
    mediaDir: options.mediaDir ?? join(dataDir, 'media'),
    settingsText: () => settingsText(settings.get()),
    async copyLedger(target) {
      // What was said a moment ago is still on its way to the books.
      chat.flush();
      await copyLedger(join(dataDir, 'ledger.sqlite'), target);
    },
    readSecret: (name) => vault.read(name),
    appVersion: options.care?.version ?? '',
  });
  const restore = new Restore({
    ...{ dataDir, clock, log, isDemo, onChange, inspectLedger },
    files: createFiles(clock),
    kept: backups.files,
    understandSettings(text) {
      const understood = understandSettings(text);
      return understood && { text: settingsText(understood.settings), bad: understood.bad };
    },
    vault: {
      read: (name) => vault.read(name),
      async write(name, value) {
        redactor.hideAlways(value);
        await vault.write(name, value);
      },
      remove: (name) => vault.remove(name),
    },
  });
  return { backups, restore };
}
