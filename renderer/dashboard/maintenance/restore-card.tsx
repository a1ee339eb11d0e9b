import { CircleCheck, CircleX, FileUp, History, LoaderCircle } from 'lucide-react';
import { useId, useState } from 'react';
import {
  BACKUP_PART_BYTES,
  type MaintenancePlace,
  type RestoreState,
} from '../../../shared/contract/maintenance.ts';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import { actionOf, type Dashboard, selectReachable } from '../../stores/dashboard-store.ts';
import { base64Of } from '../../stores/media-upload.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { OwnerNote } from '../account/owner-code.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { RestartButton } from './restart-button.tsx';
import { RestoreReady } from './restore-ready.tsx';

interface RestoreCardProps {
  readonly restore: RestoreState;
  readonly place: MaintenancePlace;
  /** The upload that this page started last; null if none. */
  readonly upload: string | null;
  readonly onOpened: (upload: string) => void;
}

/** Restores everything from one backup file, after checking its contents. */
export function RestoreCard({ restore, place, upload, onOpened }: RestoreCardProps) {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const cancel = () => void dashboard.ask('maintenance.restore-cancel', {});
  return (
    <Card icon={History} title={t('restore.title')}>
      <p className="card-text">{t('restore.text')}</p>
      {place.demo ? (
        <p className="card-note">{t('backup.demo')}</p>
      ) : (
        <>
          <OwnerNote place={place} />
          <ChooseFile restore={restore} onOpened={onOpened} />
        </>
      )}
      {restore.phase === 'checking' ? (
        <>
          <Callout
            tone="accent"
            icon={LoaderCircle}
            role="status"
            title={t('restore.checking')}
            text={<bdi>{restore.name}</bdi>}
          />
          <div className="card-row">
            <Button variant="ghost" onPress={cancel}>
              {t('restore.drop')}
            </Button>
          </div>
        </>
      ) : null}
      {restore.phase === 'failed' ? (
        <Callout tone="error" icon={CircleX} role="alert" title={t('restore.failed')}>
          <p className="callout-text">
            <bdi>{restore.name}</bdi>
          </p>
          <p className="callout-text">{pick(whatOf(restore.problem))}</p>
          <p className="callout-text">{pick(cureOf(restore.problem))}</p>
        </Callout>
      ) : null}
      {restore.phase === 'ready' ? (
        <RestoreReady
          name={restore.name}
          contents={restore.contents}
          place={place}
          upload={upload}
          onCancel={cancel}
        />
      ) : null}
      {restore.phase === 'waits-for-restart' ? (
        <>
          <Callout
            tone="live"
            icon={CircleCheck}
            role="status"
            title={t('restore.waits')}
            text={t('restore.waits-text')}
          />
          <RestartButton place={place} />
          <div className="card-row">
            <Button variant="ghost" onPress={cancel}>
              {t('restore.drop')}
            </Button>
          </div>
        </>
      ) : null}
      <ActionProblem action="maintenance.restore-cancel" />
    </Card>
  );
}

const selectFinish = actionOf('maintenance.restore-finish');

function ChooseFile({ restore, onOpened }: Pick<RestoreCardProps, 'restore' | 'onOpened'>) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(selectFinish);
  const id = useId();
  const [upload, setUpload] = useState<BackupUpload | null>(null);
  const busy = upload !== null || phase === 'pending' || restore.phase === 'checking';
  const Icon = busy ? LoaderCircle : FileUp;
  const take = async (file: File | undefined) => {
    if (!file) return;
    const id = await uploadBackup(dashboard, file, setUpload);
    if (id !== null) onOpened(id);
    setUpload(null);
  };
  return (
    <>
      <div className="card-row">
        <label
          className="button button-plain upload"
          htmlFor={`${id}file`}
          data-disabled={busy || !reachable}
        >
          <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} />
          <span>{t('restore.choose')}</span>
          <input
            id={`${id}file`}
            type="file"
            accept=".zip,application/zip"
            disabled={busy || !reachable}
            onChange={(event) => {
              void take(event.currentTarget.files?.[0]);
              // Lets the same file be chosen again.
              event.currentTarget.value = '';
            }}
          />
        </label>
      </div>
      {upload ? (
        <div className="upload-progress">
          <label htmlFor={`${id}share`}>{t('restore.uploading', { name: upload.name })}</label>
          <progress id={`${id}share`} max={1} value={upload.share} />
        </div>
      ) : null}
      <ActionProblem action="maintenance.restore-finish" />
    </>
  );
}

/** A backup being uploaded. */
interface BackupUpload {
  readonly name: string;
  /** Progress from 0 to 1. */
  readonly share: number;
}

/**
 * Uploads a backup in parts and has it checked. Returns its id; null if it failed. Any failed step
 * is reported as `maintenance.restore-finish`.
 */
async function uploadBackup(
  dashboard: Pick<Dashboard, 'ask' | 'read' | 'run'>,
  file: Blob & { readonly name: string },
  onShare: (upload: BackupUpload) => void,
): Promise<string | null> {
  const { name, size } = file;
  let id: string | null = null;
  const isThere = await dashboard.run('maintenance.restore-finish', async () => {
    onShare({ name, share: 0 });
    const { upload } = await dashboard.read('maintenance.restore-begin', {
      name: name.slice(-1_000),
      // The contract requires at least 1; an empty file is refused for its contents.
      bytes: Math.max(1, size),
    });
    id = upload;
    for (let index = 0; index * BACKUP_PART_BYTES < size; index += 1) {
      const part = file.slice(index * BACKUP_PART_BYTES, (index + 1) * BACKUP_PART_BYTES);
      const data = base64Of(new Uint8Array(await part.arrayBuffer()));
      await dashboard.read('maintenance.restore-part', { upload, index, data });
      onShare({ name, share: Math.min(1, ((index + 1) * BACKUP_PART_BYTES) / size) });
    }
    await dashboard.read('maintenance.restore-finish', { upload });
  });
  return isThere ? id : null;
}
