import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFiles } from '../../../electron/base/files.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { LEDGER } from '../../../electron/care/backup-format.ts';
import type { BackupParts } from '../../../electron/care/backup-maker.ts';
import { KeptFiles } from '../../../electron/care/kept-files.ts';
import type { StagingParts } from '../../../electron/care/restore-stage.ts';
import { copyLedger, inspectLedger } from '../../../electron/ledger/copy-ledger.ts';
import { settingsText } from '../../../electron/settings/read-settings.ts';
import { understandSettings } from '../../../electron/settings/understand-settings.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { openForTest, temporaryFolder } from '../ledger/support.ts';

/** SHA-256 of `moon`. */
export const MOON = '9e78b43ea00edcac8299e0cc8df7f6f913078171335f733a21d5d911b6999132';

/** A data folder with everything in it, its books open as in a running app. */
export function dataRig(settings: Partial<Settings> = {}) {
  const dataDir = temporaryFolder();
  const clock = new VirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5));
  const files = createFiles(clock);
  const text = settingsText({ ...DEFAULT_SETTINGS, ...settings });
  writeFileSync(join(dataDir, 'settings.json'), text);
  const { ledger } = openForTest(join(dataDir, LEDGER), clock);
  const backup: BackupParts = {
    dataDir,
    mediaDir: join(dataDir, 'media'),
    settingsText: () => text,
    copyLedger: (target) => copyLedger(join(dataDir, LEDGER), target),
    appVersion: '1.2.3',
    keep: new KeptFiles(join(dataDir, 'backups'), 'backup', clock),
    clock,
  };
  return { dataDir, clock, files, log: silentLogger, ledger, backup };
}

export const STAGING: StagingParts = {
  understandSettings(text) {
    const understood = understandSettings(text);
    return understood && { text: settingsText(understood.settings), bad: understood.bad };
  },
  inspectLedger,
};

/** Puts a file into the media library, under whatever name. */
export function addMedia(dataDir: string, name: string, content: string): void {
  mkdirSync(join(dataDir, 'media'), { recursive: true });
  writeFileSync(join(dataDir, 'media', name), content);
}
