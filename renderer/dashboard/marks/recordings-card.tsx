import { ChevronRight, Film, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { MarkView, RecordingView } from '../../../shared/contract/marks.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ActionDialog, CoreIconButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ProblemNote } from '../problems.tsx';
import { useReading } from '../query.ts';
import { ExportMarks } from './export-marks.tsx';

const PAGE = 20;
const MOST = 100;

/** Recordings, the latest open, each with its marks and its export. */
export function RecordingsCard() {
  const { t } = useWords();
  const [limit, setLimit] = useState(PAGE);
  const { value, problem } = useReading('marks', 'marks.recordings', { limit });
  const recordings = value?.recordings ?? [];
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const open = chosen === undefined ? recordings[0]?.id : chosen;
  return (
    <Card icon={Film} title={t('marks.recordings')}>
      <ProblemNote problem={problem} />
      {value && recordings.length === 0 ? (
        <Empty icon={Film} title={t('marks.empty')} text={t('marks.empty-text')} />
      ) : null}
      <ol className="marks-recordings lined-rows">
        {recordings.map((recording) => (
          <RecordingRow
            key={recording.id}
            recording={recording}
            isOpen={recording.id === open}
            onToggle={() => setChosen(recording.id === open ? null : recording.id)}
          />
        ))}
      </ol>
      {recordings.length === limit && limit < MOST ? (
        <Button variant="ghost" onPress={() => setLimit(MOST)}>
          {t('marks.older')}
        </Button>
      ) : null}
    </Card>
  );
}

interface RecordingProps {
  readonly recording: RecordingView;
}

interface RowProps extends RecordingProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function RecordingRow({ recording, isOpen, onToggle }: RowProps) {
  const { t, dateTime } = useWords();
  const id = useId();
  const { beganAt, endedAt, duration, files, marks } = recording;
  const file = files[0] ?? t('marks.file-unknown');
  return (
    <li>
      <button
        type="button"
        className="marks-recording"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <ChevronRight size={16} aria-hidden />
        <span className="words">
          <strong>{dateTime(beganAt)}</strong>
          <bdi className="card-note marks-file clamp" title={file}>
            {files.length > 1 ? `${file} · ${t('marks.files', { count: files.length })}` : file}
          </bdi>
        </span>
        <span className="marks-sum card-note">
          {endedAt === null ? <Badge tone="live">{t('marks.running')}</Badge> : clockText(duration)}
          <span>{t('marks.count', { count: marks })}</span>
        </span>
      </button>
      <div id={id} className="marks-open stack" hidden={!isOpen}>
        {isOpen ? <OpenRecording recording={recording} /> : null}
      </div>
    </li>
  );
}

function OpenRecording({ recording }: RecordingProps) {
  const { t } = useWords();
  const { value, problem } = useReading('marks', 'marks.list', { recording: recording.id });
  const marks = value?.marks ?? [];
  return (
    <>
      {recording.exact ? null : <p className="card-note">{t('marks.inexact')}</p>}
      <ProblemNote problem={problem} />
      {value && marks.length === 0 ? (
        <p className="card-note">{t('marks.list-empty')}</p>
      ) : (
        <section
          className="marks-list scroll-rows"
          aria-label={t('marks.list')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with keys
          tabIndex={0}
        >
          <ol className="lined-rows">
            {marks.map((mark) => (
              <MarkRow key={mark.id} mark={mark} />
            ))}
          </ol>
        </section>
      )}
      <ExportMarks recording={recording} marks={marks.length} />
      <RemoveRecording recording={recording} />
    </>
  );
}

const TONES: Readonly<Record<MarkView['kind'], Tone>> = {
  alert: 'money',
  draw: 'accent',
  'chat-peak': 'live',
  hand: 'accent',
  replay: 'neutral',
  'vote-end': 'accent',
  'show-draw': 'accent',
  'subathon-end': 'accent',
};

function MarkRow({ mark: { id, kind, at, label } }: { readonly mark: MarkView }) {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const [isAsked, setAsked] = useState(false);
  const name = pick(label);
  return (
    <li className="marks-mark">
      <time className="marks-at">{clockText(at ?? 0)}</time>
      <span className="words">
        <bdi className="clamp" title={name}>
          {name}
        </bdi>
      </span>
      <Badge tone={TONES[kind]}>{t(`marks.kind-${kind}`)}</Badge>
      <CoreIconButton
        icon={Trash2}
        label={t('marks.remove', { label: name })}
        onPress={() => setAsked(true)}
      />
      {isAsked ? (
        <ActionDialog
          action={`marks.remove#${id}`}
          title={t('marks.remove-mark-title')}
          name={name}
          text={t('marks.remove-mark-text')}
          confirm={t('marks.remove-mark-sure')}
          cancel={t('marks.cancel')}
          icon={Trash2}
          onConfirm={() => void dashboard.ask('marks.remove', { id }, id)}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </li>
  );
}

function RemoveRecording({ recording: { id, beganAt, marks } }: RecordingProps) {
  const { t, dateTime } = useWords();
  const dashboard = useDashboard();
  const [isAsked, setAsked] = useState(false);
  const remove = async () => {
    const gone = await dashboard.ask('marks.remove-recording', { recording: id });
    if (gone) setAsked(false);
  };
  return (
    <div className="card-row">
      <Button variant="ghost" icon={Trash2} onPress={() => setAsked(true)}>
        {t('marks.remove-recording')}
      </Button>
      {isAsked ? (
        <ActionDialog
          action="marks.remove-recording"
          title={t('marks.remove-title')}
          name={dateTime(beganAt)}
          text={t('marks.remove-text', { count: marks })}
          confirm={t('marks.remove-sure')}
          cancel={t('marks.cancel')}
          icon={Trash2}
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </div>
  );
}

/** `1:02:03` */
export function clockText(ms: number): string {
  const all = Math.floor(ms / 1_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(all / 3_600)}:${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`;
}
