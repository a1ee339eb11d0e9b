import { Archive, FlaskConical } from 'lucide-react';
import { useId, useState } from 'react';
import {
  type BackupState,
  type MaintenancePlace,
  PASSPHRASE_LIMITS,
} from '../../../shared/contract/maintenance.ts';
import { actionOf, selectReachable } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { TextField } from '../../ui/fields.tsx';
import { OwnerNote } from '../account/owner-code.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem, ProblemNote } from '../problems.tsx';
import { KeptList } from './kept-list.tsx';

const selectBackup = actionOf('maintenance.backup');

interface BackupCardProps {
  readonly backup: BackupState;
  readonly place: MaintenancePlace;
  /** A kept backup was opened under this id. */
  readonly onOpened: (upload: string) => void;
}

/** Creates backups, and lists the existing ones. */
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

/** The passphrase's fault; null if valid. */
function passphraseFault(first: string, second: string): 'short' | 'differs' | null {
  if ([...first].length < PASSPHRASE_LIMITS.min) return 'short';
  return first === second ? null : 'differs';
}

function BackupForm({ backup, place }: Omit<BackupCardProps, 'onOpened'>) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(selectBackup);
  const id = useId();
  const [withSecrets, setWithSecrets] = useState(false);
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [left, setLeft] = useState(false);
  const [leftSecond, setLeftSecond] = useState(false);
  const fault = withSecrets ? passphraseFault(first, second) : null;
  const percent = Math.round(backup.share * 100);
  const make = async () => {
    setLeft(true);
    setLeftSecond(true);
    if (fault !== null) return;
    const secrets = withSecrets ? ({ passphrase: first } as const) : (false as const);
    const begun = await dashboard.ask('maintenance.backup', { secrets });
    if (!begun) return;
    setFirst('');
    setSecond('');
    setLeft(false);
    setLeftSecond(false);
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
              left && fault === 'short' ? t('backup.passphrase-short', PASSPHRASE_LIMITS) : null
            }
            note={t('backup.passphrase-note', PASSPHRASE_LIMITS)}
            onChange={setFirst}
            onLeave={() => setLeft(first !== '')}
          />
          <TextField
            covered
            label={t('backup.repeat')}
            value={second}
            fault={leftSecond && fault === 'differs' ? t('backup.repeat-fault') : null}
            onChange={setSecond}
            onLeave={() => setLeftSecond(second !== '')}
          />
        </>
      ) : null}
      <div className="card-row">
        <Button
          icon={Archive}
          variant={backup.kept.length === 0 ? 'primary' : 'plain'}
          busy={backup.running || phase === 'pending'}
          disabled={!reachable}
          onPress={() => void make()}
        >
          {t('backup.make')}
        </Button>
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
