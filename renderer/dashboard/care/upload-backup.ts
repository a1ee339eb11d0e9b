import { BACKUP_PART_BYTES } from '../../../shared/contract/maintenance.ts';
import type { Dashboard } from '../../stores/dashboard-store.ts';
import { base64Of } from '../../stores/media-upload.ts';

/** A backup on its way to the core. */
export interface BackupUpload {
  readonly name: string;
  /** How much of it has arrived, from 0 to 1. */
  readonly share: number;
}

/**
 * Brings a backup to the core, part after part, and has it looked at. Answers its id; null when it
 * failed. The action is named `care.restore-finish`, whichever step fails.
 */
export async function uploadBackup(
  dashboard: Pick<Dashboard, 'ask' | 'read' | 'run'>,
  file: Blob & { readonly name: string },
  onShare: (upload: BackupUpload) => void,
): Promise<string | null> {
  const { name, size } = file;
  let id: string | null = null;
  const isThere = await dashboard.run('care.restore-finish', async () => {
    onShare({ name, share: 0 });
    const { upload } = await dashboard.read('care.restore-begin', {
      name: name.slice(-1_000),
      // An empty file is refused by what it holds, not by the contract.
      bytes: Math.max(1, size),
    });
    id = upload;
    for (let index = 0; index * BACKUP_PART_BYTES < size; index += 1) {
      const part = file.slice(index * BACKUP_PART_BYTES, (index + 1) * BACKUP_PART_BYTES);
      const data = base64Of(new Uint8Array(await part.arrayBuffer()));
      await dashboard.read('care.restore-part', { upload, index, data });
      onShare({ name, share: Math.min(1, ((index + 1) * BACKUP_PART_BYTES) / size) });
    }
    await dashboard.read('care.restore-finish', { upload });
  });
  return isThere ? id : null;
}
