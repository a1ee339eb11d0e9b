import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from './base/clock.ts';
import { createFiles } from './base/files.ts';
import { answerWork } from './base/heavy-work.ts';
import type { HeavyJobs } from './features/heavy-jobs.ts';
import { makeBackup } from './features/maintenance/backup-maker.ts';
import { KeptFiles } from './features/maintenance/kept-files.ts';
import { stageBackup } from './features/maintenance/restore-stage.ts';
import { adoptMedia } from './features/media/adopt-media.ts';
import { fileSource } from './features/media/inspect/bytes.ts';
import { recognise } from './features/media/recognise.ts';
import { readPackage } from './features/widgets/package-reader.ts';
import { settingsText, understandSettings } from './settings/read-settings.ts';
import { adoptLedger, ForeignLedgerError } from './storage/adopt/adopt-ledger.ts';
import { copyLedger } from './storage/open-ledger.ts';

/** A thread of its own for one job that may take long; see `HeavyWork`. */

const files = createFiles(systemClock);

await answerWork<HeavyJobs>({
  'make-backup': ({ dataDir, sealed, ...parts }, onShare) =>
    makeBackup(
      {
        ...parts,
        dataDir,
        copyLedger: (target) => copyLedger(join(dataDir, 'ledger.sqlite'), target),
        keep: new KeptFiles(join(dataDir, 'backups'), 'backup', systemClock),
        clock: systemClock,
      },
      { sealed, onShare },
    ),
  'stage-backup': ({ zip, folder }) =>
    stageBackup(zip, folder, {
      understandSettings(text) {
        const understood = understandSettings(text);
        if (!understood) return null;
        const { settings, bad } = understood;
        return { text: settingsText(settings), bad, connect: settings.connect };
      },
      adoptLedger(source, target) {
        try {
          return adoptLedger(source, target, systemClock.now());
        } catch (failure) {
          if (failure instanceof ForeignLedgerError) return null;
          throw failure;
        }
      },
      adoptMedia: (media) => adoptMedia(media, files, systemClock),
    }),
  'read-widget': ({ zip, folder }) => readPackage(zip, folder),
  'recognise-media': async ({ path }) => {
    const file = await open(path, 'r');
    try {
      return await recognise(fileSource(file, (await file.stat()).size));
    } finally {
      await file.close();
    }
  },
});
