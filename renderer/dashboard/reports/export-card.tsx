import { CircleX, Download, FileCheck, FileDown, FolderOpen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { BOOK_FORMATS } from '../../../shared/contract/reports.ts';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useWords } from '../context.ts';
import type { Period } from './period.ts';
import { type ExportState, useExport } from './use-export.ts';
import type { Narrowed } from './use-records.ts';

interface ExportCardProps {
  readonly period: Period;
  readonly narrowed: Narrowed;
}

/** The list as a file. */
export function ExportCard({ period, narrowed }: ExportCardProps) {
  const { t } = useWords();
  const { state, begin, cancel } = useExport(period, narrowed);
  return (
    <Card icon={FileDown} title={t('books.export')}>
      <p className="card-note">{t('books.export-text')}</p>
      {state.phase === 'running' ? (
        <Running state={state} onCancel={cancel} />
      ) : (
        <div className="card-row">
          {BOOK_FORMATS.map((format) => (
            <Button key={format} icon={Download} onPress={() => begin(format)}>
              {t(`books.export-${format}`)}
            </Button>
          ))}
        </div>
      )}
      <Outcome state={state} />
    </Card>
  );
}

interface RunningProps {
  readonly state: Extract<ExportState, { phase: 'running' }>;
  readonly onCancel: () => void;
}

function Running({ state: { rows, total }, onCancel }: RunningProps) {
  const { t } = useWords();
  return (
    <div className="books-progress">
      <progress aria-label={t('books.export')} value={rows} max={Math.max(rows, total, 1)} />
      <span role="status">{t('books.export-rows', { count: rows })}</span>
      <Button onPress={onCancel}>{t('books.export-cancel')}</Button>
    </div>
  );
}

function Outcome({ state }: { readonly state: ExportState }) {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  if (state.phase === 'failed') {
    return (
      <Callout
        tone="error"
        icon={CircleX}
        role="alert"
        title={pick(whatOf(state.problem))}
        text={pick(cureOf(state.problem))}
      />
    );
  }
  if (state.phase !== 'done') return null;
  const { name, rows, address } = state;
  return (
    <Callout
      tone="live"
      icon={FileCheck}
      role="status"
      title={t('books.export-done', { count: rows })}
      text={address === null ? t('books.export-kept', { name: `exports/${name}` }) : name}
    >
      {address === null ? (
        <div className="card-row">
          <Button icon={FolderOpen} onPress={() => void dashboard.ask('care.open-folder', {})}>
            {t('books.open-folder')}
          </Button>
        </div>
      ) : (
        <SaveLink name={name} address={address} />
      )}
    </Callout>
  );
}

/** Saves at once, and can be pressed once more. */
function SaveLink({ name, address }: { readonly name: string; readonly address: string }) {
  const { t } = useWords();
  const link = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every file
  useEffect(() => link.current?.click(), [address]);
  return (
    <div className="card-row">
      <a ref={link} className="button button-plain" href={address} download={name}>
        <Download size={16} aria-hidden />
        <span>{t('books.save-again')}</span>
      </a>
    </div>
  );
}
