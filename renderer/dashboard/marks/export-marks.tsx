import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  MARK_ENDINGS,
  MARK_FORMATS,
  type MarkFormat,
  type RecordingView,
} from '../../../shared/contract/marks.ts';
import { selectDesktop, selectLanguage } from '../../stores/dashboard-store.ts';
import { CoreButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { ExportedFile } from '../reports/export-card.tsx';
import { dateText } from '../reports/period.tsx';

interface ExportMarksProps {
  readonly recording: RecordingView;
  readonly marks: number;
}

type Exported =
  | { readonly kind: 'text'; readonly text: string }
  /** `address` null: it is in the data folder. */
  | { readonly kind: 'file'; readonly name: string; readonly address: string | null };

type Done = Exported & { readonly marks: number };

/** Files for an editor; YouTube's chapters are text to paste. */
export function ExportMarks({ recording, marks }: ExportMarksProps) {
  const { t } = useWords();
  const { done, run } = useExport(recording);
  const action = `marks.export#${recording.id}` as const;
  return (
    <section className="stack" aria-label={t('marks.export')}>
      <p className="card-text">{t('marks.export')}</p>
      <ul className="marks-formats fit">
        {MARK_FORMATS.map((format) => (
          <li key={format}>
            <CoreButton icon={Download} disabled={marks === 0} onPress={() => void run(format)}>
              {t(`marks.export-${format}`)}
            </CoreButton>
            <span className="card-note">{t(`marks.export-${format}-text`)}</span>
          </li>
        ))}
      </ul>
      <ActionProblem action={action} />
      {done ? <Outcome done={done} /> : null}
    </section>
  );
}

function Outcome({ done }: { readonly done: Done }) {
  const { t } = useWords();
  if (done.kind === 'text') {
    return <AddressField label={t('marks.export-youtube')} address={done.text} />;
  }
  const { name, address, marks } = done;
  return (
    <ExportedFile title={t('marks.exported', { count: marks })} name={name} address={address} />
  );
}

/** In a browser a download, in the app a file of its data folder. */
function useExport({ id, beganAt }: RecordingView) {
  const dashboard = useDashboard();
  const { clock } = usePage().host;
  const language = useSelect(selectLanguage);
  const inApp = useSelect(selectDesktop) !== null;
  const [done, setDone] = useState<Done | null>(null);
  const address = done?.kind === 'file' ? done.address : null;
  useEffect(() => {
    if (address === null) return;
    return () => URL.revokeObjectURL(address);
  }, [address]);
  const run = async (format: MarkFormat) => {
    setDone(null);
    const isText = format === 'youtube';
    const day = dateText(beganAt);
    const name = `stagelight-marks-${day}-${id}-${clock.now()}.${MARK_ENDINGS[format]}`;
    const target = inApp && !isText ? { file: name } : {};
    const args = { recording: id, format, language, ...target };
    const answer = await dashboard.ask('marks.export', args, id);
    if (!answer) return;
    const { text, marks } = answer;
    if (isText) return setDone({ kind: 'text', text, marks });
    const made = inApp ? null : URL.createObjectURL(new Blob([text]));
    setDone({ kind: 'file', name, address: made, marks });
  };
  return { done, run };
}
