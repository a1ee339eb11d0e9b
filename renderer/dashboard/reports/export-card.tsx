import { Download, FileCheck, FileDown, FolderOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CommandArgs } from '../../../shared/contract/index.ts';
import { type ExportFormat, REPORT_FORMATS } from '../../../shared/contract/reports.ts';
import type { Problem } from '../../../shared/problem.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';
import { type Dashboard, selectDesktop, selectLanguage } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ProblemCallout } from '../problems.tsx';
import { dateText, ownZone, type Period } from './period.tsx';
import { type Narrowed, narrowArgs } from './use-records.ts';

interface ExportCardProps {
  readonly period: Period;
  readonly narrowed: Narrowed;
}

export function ExportCard(props: ExportCardProps) {
  const { t } = useWords();
  const { state, begin, cancel } = useExport(props);
  return (
    <Card icon={FileDown} title={t('reports.export')}>
      <p className="card-note">{t('reports.export-text')}</p>
      {state.phase === 'running' ? (
        <div className="reports-progress card-row">
          <progress
            aria-label={t('reports.export')}
            value={state.rows}
            max={Math.max(state.rows, state.total, 1)}
          />
          <span role="status">{t('reports.export-rows', { count: state.rows })}</span>
          <Button onPress={cancel}>{t('reports.export-cancel')}</Button>
        </div>
      ) : (
        <div className="card-row">
          {REPORT_FORMATS.map((format) => (
            <Button key={format} icon={Download} onPress={() => begin(format)}>
              {t(`reports.export-${format}`)}
            </Button>
          ))}
        </div>
      )}
      <Outcome state={state} />
    </Card>
  );
}

function Outcome({ state }: { readonly state: ExportState }) {
  const { t } = useWords();
  if (state.phase === 'failed') return <ProblemCallout problem={state.problem} />;
  if (state.phase !== 'done') return null;
  const { name, rows, address } = state;
  return (
    <ExportedFile title={t('reports.export-done', { count: rows })} name={name} address={address} />
  );
}

interface ExportedFileProps {
  readonly title: string;
  readonly name: string;
  /** Of the file in the page; null if it is in the data folder. */
  readonly address: string | null;
}

/** What became of an export: a file that the browser saves, or one in the app's data folder. */
export function ExportedFile({ title, name, address }: ExportedFileProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <Callout
      tone="live"
      icon={FileCheck}
      role="status"
      title={title}
      text={address === null ? t('reports.export-kept', { name: `exports/${name}` }) : name}
    >
      <div className="card-row answers">
        {address === null ? (
          <Button
            icon={FolderOpen}
            onPress={() => void dashboard.ask('maintenance.open-folder', {})}
          >
            {t('reports.open-folder')}
          </Button>
        ) : (
          <SaveLink name={name} address={address} />
        )}
      </div>
    </Callout>
  );
}

/** Saves a file of the page at once, and again on request. */
function SaveLink({ name, address }: { readonly name: string; readonly address: string }) {
  const { t } = useWords();
  const link = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every file
  useEffect(() => link.current?.click(), [address]);
  return (
    <a ref={link} className="button button-plain" href={address} download={name}>
      <Download size={16} aria-hidden />
      <span>{t('reports.save-again')}</span>
    </a>
  );
}

type ExportState =
  | { readonly phase: 'idle' }
  /** `total` counts all events with a value and may exceed the rows exported. */
  | { readonly phase: 'running'; readonly rows: number; readonly total: number }
  /** `address`: of the file in the page; null if it is in the data folder. */
  | {
      readonly phase: 'done';
      readonly rows: number;
      readonly name: string;
      readonly address: string | null;
    }
  | { readonly phase: 'failed'; readonly problem: Problem; readonly rows: number };

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
};

/** Requests the list part by part, each from the end of the previous one. */
async function* exportParts(
  dashboard: Pick<Dashboard, 'read'>,
  wanted: CommandArgs<'reports.export'>,
) {
  let part = await dashboard.read('reports.export', wanted);
  let written = part.rows;
  yield part;
  while (part.next !== null) {
    part = await dashboard.read('reports.export', { ...wanted, before: part.next, written });
    written += part.rows;
    yield part;
  }
}

/** Writes the list to a file, part by part: in a browser a download, in the app its data folder. */
function useExport({ period, narrowed }: ExportCardProps) {
  const dashboard = useDashboard();
  const { clock } = usePage().host;
  const language = useSelect(selectLanguage);
  const inApp = useSelect(selectDesktop) !== null;
  const [state, setState] = useState<ExportState>({ phase: 'idle' });
  const turn = useRef(0);
  const address = useRef<string | null>(null);
  const forget = () => {
    if (address.current !== null) URL.revokeObjectURL(address.current);
    address.current = null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the end of the page only
  useEffect(
    () => () => {
      turn.current += 1;
      forget();
    },
    [],
  );

  // In the app, the core writes the file.
  const target = (file: string) => (inApp ? { file } : {});
  const run = async (format: ExportFormat) => {
    turn.current += 1;
    const mine = turn.current;
    forget();
    const name = fileName(period, clock.now(), format);
    const parts: Blob[] = [];
    let rows = 0;
    setState({ phase: 'running', rows: 0, total: 0 });
    const list = { ...period, ...narrowArgs(narrowed), format, language, zone: ownZone() };
    try {
      for await (const part of exportParts(dashboard, { ...list, ...target(name) })) {
        if (turn.current !== mine) return;
        // Blobs are managed by the browser, on disk if large.
        if (!inApp) parts.push(new Blob([part.part]));
        rows += part.rows;
        setState({ phase: 'running', rows, total: part.total });
      }
    } catch (failure) {
      if (turn.current === mine) {
        setState({ phase: 'failed', problem: problemOfFailure(failure), rows });
      }
      return;
    }
    if (!inApp) address.current = URL.createObjectURL(new Blob(parts, { type: TYPES[format] }));
    setState({ phase: 'done', rows, name, address: address.current });
  };

  return {
    state,
    begin: (format: ExportFormat) => void run(format),
    cancel: () => {
      turn.current += 1;
      setState({ phase: 'idle' });
    },
  };
}

/** Contains the days and the export time, so names are unique. */
export function fileName(period: Period, now: number, format: ExportFormat): string {
  const days = `${dateText(period.from)}_${dateText(period.to - 1)}`;
  return `stagelight-books-${days}-${now}.${format}`;
}
