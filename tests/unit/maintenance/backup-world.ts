import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFiles } from '../../../electron/base/files.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { LEDGER } from '../../../electron/features/maintenance/backup-format.ts';
import type { BackupParts } from '../../../electron/features/maintenance/backup-maker.ts';
import { KeptFiles } from '../../../electron/features/maintenance/kept-files.ts';
import type { StagingParts } from '../../../electron/features/maintenance/restore-stage.ts';
import { adoptMedia } from '../../../electron/features/media/adopt-media.ts';
import { settingsText, understandSettings } from '../../../electron/settings/read-settings.ts';
import { adoptLedger, ForeignLedgerError } from '../../../electron/storage/adopt/adopt-ledger.ts';
import { copyLedger } from '../../../electron/storage/open-ledger.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { hashOf } from '../media/library-world.ts';
import { png } from '../media/samples.ts';
import { openForTest, temporaryFolder } from '../storage/support.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

/** A picture of the library, and its SHA-256. */
export const MOON_BYTES = png({ salt: 'moon' });
export const MOON = hashOf(MOON_BYTES);

/** A data folder with everything in it, its books open as in a running app. */
export function dataWorld(settings: Partial<Settings> = {}) {
  const dataDir = temporaryFolder();
  const clock = new VirtualClock(NOW);
  const files = createFiles(clock);
  const text = settingsText({ ...DEFAULT_SETTINGS, ...settings });
  writeFileSync(join(dataDir, 'settings.json'), text);
  const { ledger } = openForTest(join(dataDir, LEDGER), clock);
  const backup: BackupParts = {
    dataDir,
    mediaDir: join(dataDir, 'media'),
    settings: text,
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
    if (!understood) return null;
    const { settings, bad } = understood;
    return { text: settingsText(settings), bad, connect: settings.connect };
  },
  adoptLedger(source, target) {
    try {
      return adoptLedger(source, target, NOW);
    } catch (failure) {
      if (failure instanceof ForeignLedgerError) return null;
      throw failure;
    }
  },
  adoptMedia(folder) {
    const clock = new VirtualClock(NOW);
    return adoptMedia(folder, createFiles(clock), clock);
  },
};

/** Puts a file into the media library, under whatever name. */
export function addMedia(dataDir: string, name: string, content: string | Buffer): void {
  mkdirSync(join(dataDir, 'media'), { recursive: true });
  writeFileSync(join(dataDir, 'media', name), content);
}
