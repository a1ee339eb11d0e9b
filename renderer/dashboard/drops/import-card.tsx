import { Check, ListPlus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { IMPORT_CHARACTERS_MAX, IMPORT_FILE_BYTES_MAX } from '../../../shared/contract/drops.ts';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeField } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { JobNote } from './job-note.tsx';
import { PayDialog } from './pay-dialog.tsx';

type Imported = CommandResult<'drops.import'>;
/** Invalid lines listed; the rest are only counted. */
const BAD_SHOWN = 10;

export function ImportCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [text, setText] = useState('');
  const [found, setFound] = useState<Imported | null>(null);
  /** The job that was started last. */
  const [jobId, setJobId] = useState<number | null>(null);
  const [isFileTooLarge, setFileTooLarge] = useState(false);
  const isTooLong = text.length > IMPORT_CHARACTERS_MAX;
  const read = async (list: string) => {
    setFound(null);
    setJobId(null);
    if (list.trim() === '' || list.length > IMPORT_CHARACTERS_MAX) return;
    setFound(await dashboard.ask('drops.import', { text: list }));
  };
  const open = async (file: File) => {
    setFileTooLarge(file.size > IMPORT_FILE_BYTES_MAX);
    if (file.size > IMPORT_FILE_BYTES_MAX) return;
    const list = await file.text();
    setText(list);
    await read(list);
  };
  const take = (begun: number) => {
    setText('');
    setFound(null);
    setJobId(begun);
  };
  return (
    <Card icon={ListPlus} title={t('drops.import')}>
      <p className="card-text">{t('drops.import-text')}</p>
      <FileButton
        text={t('drops.import-file')}
        accept=".csv,.txt,text/csv,text/plain"
        onFiles={([file]) => void open(file)}
      />
      {isFileTooLarge ? (
        <Callout tone="warn" role="alert" title={t('drops.import-file-too-large')} />
      ) : null}
      <CodeField
        label={t('drops.import-paste')}
        value={text}
        rows={3}
        faulty={isTooLong}
        note={isTooLong ? t('drops.import-too-long', { most: IMPORT_CHARACTERS_MAX }) : null}
        placeholder="claimId"
        onChange={(list) => {
          setText(list);
          setFound(null);
        }}
      />
      <div className="card-row">
        <CoreButton
          action="drops.import"
          icon={Check}
          disabled={isTooLong || text.trim() === ''}
          onPress={() => void read(text)}
        >
          {t('drops.import-read')}
        </CoreButton>
      </div>
      <ActionProblem action="drops.import" />
      {found ? <Found found={found} onTaken={take} /> : null}
      {jobId === null ? null : (
        <JobNote key={jobId} jobId={jobId} onFollowed={() => setJobId(null)} />
      )}
    </Card>
  );
}

interface FoundProps {
  readonly found: Imported;
  readonly onTaken: (jobId: number) => void;
}

function Found({ found, onTaken }: FoundProps) {
  const { t } = useWords();
  const [asking, setAsking] = useState(false);
  const { claimIds, duplicates, bad, badCount } = found;
  const count = claimIds.length;
  return (
    <>
      <Callout
        tone={count > 0 ? 'live' : 'warn'}
        icon={count > 0 ? Check : TriangleAlert}
        role="status"
        title={count > 0 ? t('drops.import-found', { count }) : t('drops.import-none')}
        text={duplicates > 0 ? t('drops.import-duplicates', { count: duplicates }) : null}
      />
      {badCount > 0 ? (
        <Callout tone="warn" role="status" title={t('drops.import-bad', { count: badCount })}>
          <ul className="drops-bad">
            {bad.slice(0, BAD_SHOWN).map(({ line, reason }) => (
              <li key={line}>
                {t('drops.import-line', { line, reason: t(`drops.import-${reason}`) })}
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {count > 0 ? (
        <div className="card-row">
          <CoreButton icon={Check} variant="primary" onPress={() => setAsking(true)}>
            {t('drops.pay', { count })}
          </CoreButton>
        </div>
      ) : null}
      {asking ? (
        <PayDialog
          wish={{ claimIds, state: 'FULFILLED' }}
          onTaken={onTaken}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
