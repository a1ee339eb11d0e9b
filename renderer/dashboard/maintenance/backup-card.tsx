import { Archive, FlaskConical } from 'lucide-react';
import { useId, useState } from 'react';
import {
  type BackupState,
  type MaintenancePlace,
  PASSPHRASE_LIMITS,
} from '../../../shared/contract/maintenance.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { TextField } from '../../ui/fields.tsx';
import { OwnerNote } from '../account/owner-code.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem, ProblemNote } from '../problems.tsx';
import { KeptList } from './kept-list.tsx';

interface BackupCardProps {
  readonly backup: BackupState;
  readonly place: MaintenancePlace;
  /** A kept backup was opened under this id. */
  readonly onOpened: (upload: string) => void;
}

export function BackupCard({ backup, place, onOpened }: BackupCardProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const open = async (name: string) => {
    const opened = await dashboard.ask('maintenance.restore-open', { name });
    if (opened) onOpened(opened.upload);
  };
  return (
    <Card icon={Archive} title={t('backup.title')}>
      <p className="card-text">{t('backup.text')}</p>
      {place.demo ? (
        <Callout tone="neutral" icon={FlaskConical} title={t('backup.demo')} />
      ) : (
        <BackupForm backup={backup} place={place} />
      )}
      <ProblemNote problem={backup.problem} />
      <h3>{t('backup.kept')}</h3>
      {backup.kept.length === 0 ? (
        <p className="card-note">{t('backup.empty')}</p>
      ) : (
        <>
          <KeptList
            label={t('backup.kept')}
            files={backup.kept}
            onRestore={place.demo ? null : (name) => void open(name)}
          />
          <p className="card-note">{t('backup.in-folder')}</p>
        </>
      )}
      <ActionProblem action="maintenance.restore-open" />
    </Card>
  );
}

const NOTHING_TYPED = { first: '', second: '', firstLeft: false, secondLeft: false };

function BackupForm({ backup, place }: Omit<BackupCardProps, 'onOpened'>) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const id = useId();
  const [withSecrets, setWithSecrets] = useState(false);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const type = (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change }));
  const { first, second } = typed;
  const isShort = withSecrets && [...first].length < PASSPHRASE_LIMITS.min;
  const differs = withSecrets && !isShort && first !== second;
  const percent = Math.round(backup.share * 100);
  const make = async () => {
    type({ firstLeft: true, secondLeft: true });
    if (isShort || differs) return;
    const secrets = withSecrets ? ({ passphrase: first } as const) : (false as const);
    if (await dashboard.ask('maintenance.backup', { secrets })) setTyped(NOTHING_TYPED);
  };
  return (
    <>
      <Switch
        label={t('backup.secrets')}
        text={t('backup.secrets-text')}
        on={withSecrets}
        onChange={setWithSecrets}
      />
      {withSecrets ? (
        <>
          <OwnerNote place={place} />
          <TextField
            covered
            label={t('backup.passphrase')}
            value={first}
            fault={
              typed.firstLeft && isShort ? t('backup.passphrase-short', PASSPHRASE_LIMITS) : null
            }
            note={t('backup.passphrase-note', PASSPHRASE_LIMITS)}
            onChange={(value) => type({ first: value })}
            onLeave={() => type({ firstLeft: first !== '' })}
          />
          <TextField
            covered
            label={t('backup.repeat')}
            value={second}
            fault={typed.secondLeft && differs ? t('backup.repeat-fault') : null}
            onChange={(value) => type({ second: value })}
            onLeave={() => type({ secondLeft: second !== '' })}
          />
        </>
      ) : null}
      <div className="card-row">
        <CoreButton
          action="maintenance.backup"
          icon={Archive}
          variant={backup.kept.length === 0 ? 'primary' : 'plain'}
          busy={backup.running}
          onPress={() => void make()}
        >
          {t('backup.make')}
        </CoreButton>
      </div>
      {backup.running ? (
        <div className="upload-progress" role="status">
          <label htmlFor={id}>{t('backup.running', { percent })}</label>
          <progress id={id} max={1} value={backup.share} />
        </div>
      ) : null}
      <ActionProblem action="maintenance.backup" />
    </>
  );
}
