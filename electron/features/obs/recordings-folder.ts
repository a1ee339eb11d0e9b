import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { MaintenanceHost } from '../../host/core-options.ts';
import type { ObsCalls } from './obs-calls.ts';
import { ObsNoFolderError } from './setup-errors.ts';

interface FolderParts {
  readonly calls: Pick<ObsCalls, 'call'>;
  /** OBS and its folder are on another computer. */
  readonly isElsewhere: () => boolean;
  /** null: this host opens no folders. */
  readonly open: MaintenanceHost['openFolder'];
}

/** Shows the streamer the folder that OBS records to. */
export async function openRecordings({ calls, isElsewhere, open }: FolderParts): Promise<void> {
  if (open === null || isElsewhere()) throw new ObsNoFolderError();
  const { recordDirectory: path } = await calls.call('GetRecordDirectory');
  if (!(await isPlainFolder(path))) throw new ObsNoFolderError();
  await open(path).catch((cause: unknown) => {
    throw new ObsNoFolderError({ cause });
  });
}

/** Opening anything else might start a program; macOS's programs are folders, too. */
async function isPlainFolder(path: unknown): Promise<boolean> {
  if (typeof path !== 'string' || !isAbsolute(path) || /\.app[/\\]?$/i.test(path)) return false;
  return stat(path).then(
    (it) => it.isDirectory(),
    () => false,
  );
}
