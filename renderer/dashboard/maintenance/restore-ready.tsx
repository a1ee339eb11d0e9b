import { CircleCheck, History, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type {
  BackupConnection,
  BackupContents,
  MaintenancePlace,
} from '../../../shared/contract/maintenance.ts';
import { actionOf, selectReachable } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Switch } from '../../ui/choices.tsx';
import { AskDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { Fact } from './application-card.tsx';
import { sizeText } from './kept-list.tsx';

interface RestoreReadyProps {
  readonly name: string;
  readonly contents: BackupContents;
  readonly place: MaintenancePlace;
  readonly upload: string | null;
  readonly onCancel: () => void;
}

const selectApply = actionOf('maintenance.restore-apply');

/** A checked backup's contents, and whether to restore it. */
export function RestoreReady(props: RestoreReadyProps) {
  const { name, contents, place, upload, onCancel } = props;
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(selectApply);
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
      <Callout
        tone="live"
        icon={CircleCheck}
        role="status"
        title={t('restore.ready')}
        text={<bdi>{name}</bdi>}
      />
      <Contents contents={contents} />
      {contents.hasSecrets ? (
        <>
          <Switch
            label={t('restore.take-secrets')}
            text={t('restore.take-secrets-text')}
            on={withSecrets}
            onChange={setWithSecrets}
          />
          {withSecrets ? (
            <TextField
              covered
              label={t('backup.passphrase')}
              value={passphrase}
              fault={null}
              onChange={setPassphrase}
              onLeave={() => undefined}
            />
          ) : null}
        </>
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
        <Button
          variant="primary"
          icon={History}
          busy={phase === 'pending'}
          disabled={!reachable || (withSecrets && passphrase === '')}
          onPress={() => setAsking(true)}
        >
          {t('restore.apply')}
        </Button>
        <Button variant="ghost" onPress={onCancel}>
          {t('restore.drop')}
        </Button>
      </div>
      {asking ? (
        <AskDialog
          title={t('restore.apply-ask')}
          name={name}
          text={t(place.canRestart ? 'restore.apply-text' : 'restore.apply-text-yourself')}
          confirm={t('restore.apply')}
          cancel={t('upkeep.cancel')}
          icon={History}
          busy={phase === 'pending'}
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
      <Callout tone="warn" icon={TriangleAlert} title={t('restore.take-connection-ask')} />
      <dl className="facts">
        <Fact name={t('own-app.platform')}>
          <code>{connection.baseUrl}</code>
        </Fact>
        <Fact name={t('own-app.sign-in-at')}>
          <code>{connection.authUrl}</code>
        </Fact>
        <Fact name={t('own-app.client-id')}>
          <code>{connection.clientId}</code>
        </Fact>
      </dl>
    </>
  );
}

function Contents({ contents }: { readonly contents: BackupContents }) {
  const words = useWords();
  const { t, dateTime } = words;
  const { badSettings, badRows, badMedia } = contents;
  return (
    <>
      <dl className="facts">
        <Fact name={t('restore.made')}>{dateTime(contents.createdAt)}</Fact>
        {contents.app === '' ? null : <Fact name={t('restore.app')}>{contents.app}</Fact>}
        <Fact name={t('restore.events')}>
          {t('restore.events-value', { count: contents.events })}
        </Fact>
        <Fact name={t('restore.media')}>
          {t('restore.media-value', { count: contents.mediaFiles })}
        </Fact>
        <Fact name={t('restore.size')}>{sizeText(contents.bytes, words)}</Fact>
        <Fact name={t('restore.secrets')}>
          {t(contents.hasSecrets ? 'restore.secrets-yes' : 'restore.secrets-no')}
        </Fact>
      </dl>
      {badRows === 0 ? null : (
        <Callout
          tone="warn"
          icon={TriangleAlert}
          title={t('restore.bad-rows', { count: badRows })}
        />
      )}
      {badMedia === 0 ? null : (
        <Callout
          tone="warn"
          icon={TriangleAlert}
          title={t('restore.bad-media', { count: badMedia })}
        />
      )}
      {badSettings.length === 0 ? null : (
        <Callout
          tone="warn"
          icon={TriangleAlert}
          title={t('restore.bad', { count: badSettings.length, names: badSettings.join(', ') })}
        />
      )}
    </>
  );
}
