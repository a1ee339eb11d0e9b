import { History, LoaderCircle } from 'lucide-react';
import { useId, useState } from 'react';
import {
  BACKUP_PART_BYTES,
  type BackupConnection,
  type BackupContents,
  type MaintenancePlace,
  type RestoreState,
} from '../../../shared/contract/maintenance.ts';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import { type Dashboard, selectReachable } from '../../stores/dashboard-store.ts';
import { sendParts } from '../../stores/media-upload.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { AskDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { OwnerNote } from '../account/owner-code.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, usePending, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { sizeText } from './kept-list.tsx';
import { Fact, RestartButton } from './place-card.tsx';

interface RestoreCardProps {
  readonly restore: RestoreState;
  readonly place: MaintenancePlace;
  /** The upload that this page started last; null if none. */
  readonly upload: string | null;
  readonly onOpened: (upload: string) => void;
}

export function RestoreCard({ restore, place, upload, onOpened }: RestoreCardProps) {
  const { t, pick } = useWords();
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
            <CancelButton />
          </div>
        </>
      ) : null}
      {restore.phase === 'failed' ? (
        <Callout tone="error" role="alert" title={t('restore.failed')}>
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
        />
      ) : null}
      {restore.phase === 'waits-for-restart' ? (
        <>
          <Callout
            tone="live"
            role="status"
            title={t('restore.waits')}
            text={t('restore.waits-text')}
          />
          <RestartButton place={place} />
          <div className="card-row">
            <CancelButton />
          </div>
        </>
      ) : null}
      <ActionProblem action="maintenance.restore-cancel" />
    </Card>
  );
}

function CancelButton() {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <Button variant="ghost" onPress={() => void dashboard.ask('maintenance.restore-cancel', {})}>
      {t('restore.drop')}
    </Button>
  );
}

function ChooseFile({ restore, onOpened }: Pick<RestoreCardProps, 'restore' | 'onOpened'>) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const pending = usePending('maintenance.restore-finish');
  const id = useId();
  const [upload, setUpload] = useState<BackupUpload | null>(null);
  const busy = upload !== null || pending || restore.phase === 'checking';
  const take = async (file: File) => {
    const opened = await uploadBackup(dashboard, file, setUpload);
    if (opened !== null) onOpened(opened);
    setUpload(null);
  };
  return (
    <>
      <div className="card-row">
        <FileButton
          text={t('restore.choose')}
          accept=".zip,application/zip"
          busy={busy}
          disabled={!reachable}
          onFiles={([file]) => void take(file)}
        />
      </div>
      {upload ? (
        <div className="upload-progress">
          <label htmlFor={id}>{t('restore.uploading', { name: upload.name })}</label>
          <progress id={id} max={1} value={upload.share} />
        </div>
      ) : null}
      <ActionProblem action="maintenance.restore-finish" />
    </>
  );
}

interface BackupUpload {
  readonly name: string;
  /** Progress from 0 to 1. */
  readonly share: number;
}

/** Returns the upload's id; null if a step failed, reported as `maintenance.restore-finish`. */
async function uploadBackup(
  dashboard: Dashboard,
  file: File,
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
    await sendParts(file, BACKUP_PART_BYTES, async (index, data) => {
      await dashboard.read('maintenance.restore-part', { upload, index, data });
      onShare({ name, share: Math.min(1, ((index + 1) * BACKUP_PART_BYTES) / size) });
    });
    await dashboard.read('maintenance.restore-finish', { upload });
  });
  return isThere ? id : null;
}

interface RestoreReadyProps extends Pick<RestoreCardProps, 'place' | 'upload'> {
  readonly name: string;
  readonly contents: BackupContents;
}

function RestoreReady({ name, contents, place, upload }: RestoreReadyProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const pending = usePending('maintenance.restore-apply');
  const [withSecrets, setWithSecrets] = useState(contents.hasSecrets);
  const [passphrase, setPassphrase] = useState('');
  const [takes, setTakes] = useState(false);
  const [asking, setAsking] = useState(false);
  const apply = async () => {
    const answer = await dashboard.ask('maintenance.restore-apply', {
      passphrase: withSecrets ? passphrase : null,
      connection: takes ? 'take' : 'keep',
      upload,
    });
    // Also on failure: the reason appears beside the input.
    setAsking(false);
    if (answer) setPassphrase('');
  };
  return (
    <>
      <Callout tone="live" role="status" title={t('restore.ready')} text={<bdi>{name}</bdi>} />
      <Contents contents={contents} />
      {contents.hasSecrets ? (
        <Switch
          label={t('restore.take-secrets')}
          text={t('restore.take-secrets-text')}
          on={withSecrets}
          onChange={setWithSecrets}
        />
      ) : null}
      {contents.hasSecrets && withSecrets ? (
        <TextField
          covered
          label={t('backup.passphrase')}
          value={passphrase}
          onChange={setPassphrase}
        />
      ) : null}
      {contents.connection ? (
        <Switch
          label={t('restore.take-connection')}
          text={t('restore.take-connection-text', {
            api: contents.connection.baseUrl,
            client: contents.connection.clientId,
          })}
          on={takes}
          onChange={setTakes}
        />
      ) : null}
      <ActionProblem action="maintenance.restore-apply" />
      <div className="card-row">
        <CoreButton
          action="maintenance.restore-apply"
          variant="primary"
          icon={History}
          disabled={withSecrets && passphrase === ''}
          onPress={() => setAsking(true)}
        >
          {t('restore.apply')}
        </CoreButton>
        <CancelButton />
      </div>
      {asking ? (
        <AskDialog
          title={t('restore.apply-ask')}
          name={name}
          text={t(place.canRestart ? 'restore.apply-text' : 'restore.apply-text-yourself')}
          confirm={t('restore.apply')}
          cancel={t('upkeep.cancel')}
          icon={History}
          busy={pending}
          onConfirm={() => void apply()}
          onClose={() => setAsking(false)}
        >
          {takes && contents.connection ? <Addresses connection={contents.connection} /> : null}
        </AskDialog>
      ) : null}
    </>
  );
}

/** Where sign-in and secret will be sent after the restore, shown beforehand. */
function Addresses({ connection }: { readonly connection: BackupConnection }) {
  const { t } = useWords();
  return (
    <>
      <Callout tone="warn" title={t('restore.take-connection-ask')} />
      <dl className="facts stack">
        <Fact name={t('own-app.platform')} code={connection.baseUrl} />
        <Fact name={t('own-app.sign-in-at')} code={connection.authUrl} />
        <Fact name={t('own-app.client-id')} code={connection.clientId} />
      </dl>
    </>
  );
}

function Contents({ contents }: { readonly contents: BackupContents }) {
  const words = useWords();
  const { t, dateTime } = words;
  const { events, mediaFiles, hasSecrets, badSettings, badRows, badMedia } = contents;
  const names = badSettings.join(', ');
  return (
    <>
      <dl className="facts stack">
        <Fact name={t('restore.made')} value={dateTime(contents.createdAt)} />
        {contents.app === '' ? null : <Fact name={t('restore.app')} value={contents.app} />}
        <Fact name={t('restore.events')} value={t('restore.events-value', { count: events })} />
        <Fact name={t('restore.media')} value={t('restore.media-value', { count: mediaFiles })} />
        <Fact name={t('restore.size')} value={sizeText(contents.bytes, words)} />
        <Fact
          name={t('restore.secrets')}
          value={t(hasSecrets ? 'restore.secrets-yes' : 'restore.secrets-no')}
        />
      </dl>
      {badRows > 0 ? <Unusable title={t('restore.bad-rows', { count: badRows })} /> : null}
      {badMedia > 0 ? <Unusable title={t('restore.bad-media', { count: badMedia })} /> : null}
      {badSettings.length > 0 ? (
        <Unusable title={t('restore.bad', { count: badSettings.length, names })} />
      ) : null}
    </>
  );
}

/** A part of the backup that cannot be restored. */
function Unusable({ title }: { readonly title: string }) {
  return <Callout tone="warn" title={title} />;
}
