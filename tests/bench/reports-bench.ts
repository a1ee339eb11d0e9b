import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChunkedReports } from '../../electron/features/reports/chunked-reports.ts';
import type { Period, RowFilter } from '../../electron/features/reports/row-pages.ts';
import { ROWS_AT_ONCE } from '../../electron/features/reports/search-indexer.ts';
import { groupTotals } from '../../electron/features/reports/totals.ts';
import type { Ledger } from '../../electron/storage/ledger.ts';
import { REPORT_SORTS } from '../../shared/contract/reports.ts';
import type { Row, Section, Target } from './report.ts';
import {
  BOOKS_BEGIN,
  BOOKS_END,
  BookCrowd,
  buildBooks,
  idOf,
  openBooks,
  ROWS,
} from './reports-file.ts';
import { booksStartRows } from './reports-start.ts';
import { percentile } from './stats.ts';

const ROUNDS = 12;
const PAGE = 50;
/** Events that are added to the full file one by one, and how many a step of the search takes in. */
const WRITTEN = 4_000;
const STEP = ROWS_AT_ONCE;
const ZONE = 'Asia/Seoul';
const MB = 1_048_576;

const ALL: RowFilter = {
  from: BOOKS_BEGIN,
  to: BOOKS_END,
  sorts: REPORT_SORTS,
  text: null,
  who: null,
  min: null,
  max: null,
};

/** Twelve months of the ledger. */
const MONTHS: readonly Period[] = Array.from({ length: 12 }, (_, at) => ({
  from: Date.UTC(2025, 10 + at, 1),
  to: Date.UTC(2025, 11 + at, 1),
}));

const WORDS = [
  '감사',
  '응원합니다',
  'ㅋ',
  '나',
  '이겼다 아깝다',
  'world',
  '김박',
  '12345',
  '없는말이에요',
];

function took(run: () => unknown): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}

function figure(name: string, times: readonly number[], target?: Target): Row {
  const p95 = percentile(times, 0.95);
  const text = `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, most ${Math.max(...times).toFixed(1)} ms`;
  return { name, value: p95, text, ...(target ? { target } : {}) };
}

/** One million rows: from closed to the first page, searches, sums of a month. */
export async function benchBooks(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'stagelight-books-'));
  try {
    const file = join(folder, 'ledger.sqlite');
    const built = buildBooks(file);
    const size = (await stat(file)).size;
    const starts = Array.from({ length: 3 }, () => firstPage(file));
    const started = await booksStartRows(file);
    const ledger = openBooks(file);
    try {
      const rows = [
        ...started,
        ...searches(ledger),
        ...sums(ledger),
        ...(await whole(ledger)),
        ...cost(ledger),
      ];
      const first = Math.max(...starts);
      const target = { kind: 'under', value: 1_000 } as const;
      return {
        title: `The books: ${ROWS.toLocaleString('en')} events with a value`,
        rows: [
          {
            name: 'From a closed file to the first page',
            value: first,
            text: `${first.toFixed(0)} ms, slowest of 3`,
            target,
          },
          ...rows,
          {
            name: 'Making words findable, µs an event',
            value: built.searchMs,
            text: `${((built.searchMs * 1_000) / ROWS).toFixed(1)}`,
          },
          {
            name: 'Writing, µs an event',
            value: built.recordMs,
            text: ((built.recordMs * 1_000) / ROWS).toFixed(1),
          },
          { name: 'Size of the file', value: size, text: `${(size / MB).toFixed(0)} MB` },
        ],
      };
    } finally {
      ledger.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function firstPage(file: string): number {
  const began = performance.now();
  const ledger = openBooks(file);
  ledger.reading.page(ALL, null, PAGE);
  const ms = performance.now() - began;
  ledger.close();
  return ms;
}

const UNDER_100 = { kind: 'under', value: 100 } as const;

function searches(ledger: Ledger): readonly Row[] {
  const byWords: number[] = [];
  const byFilter: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const month = MONTHS[round % MONTHS.length] ?? ALL;
    for (const text of WORDS) {
      byWords.push(took(() => ledger.reading.page({ ...ALL, text }, null, PAGE)));
      byWords.push(took(() => ledger.reading.page({ ...ALL, ...month, text }, null, PAGE)));
    }
    for (const filter of [
      { ...ALL, who: idOf(round * 97) },
      { ...ALL, sorts: ['draw'] as const },
      { ...ALL, sorts: ['purchase'] as const, min: 20_000 },
      { ...ALL, min: 60_000 },
      { ...ALL, ...month },
    ]) {
      byFilter.push(took(() => ledger.reading.page(filter, null, PAGE)));
    }
  }
  return [
    figure('A search for words', byWords, UNDER_100),
    figure('A list by viewer, kind, amount or month', byFilter, UNDER_100),
  ];
}

function sums(ledger: Ledger): readonly Row[] {
  const read = (period: Period, group: 'day' | 'month') =>
    groupTotals(ledger.reading, ledger.broadcasts, { ...period, group, zone: ZONE });
  const months: number[] = [];
  const years: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const month of MONTHS) months.push(took(() => read(month, 'day')));
    years.push(took(() => read(ALL, 'day')));
  }
  return [
    figure('Totals of a month, day by day', months, UNDER_100),
    figure('Totals of all, day by day', years),
  ];
}

/** Answers that read every event: how long they take, and for how long the thread is kept. */
async function whole(ledger: Ledger): Promise<readonly Row[]> {
  let resumed = performance.now();
  let longest = 0;
  const pause = async () => {
    longest = Math.max(longest, performance.now() - resumed);
    await new Promise((resolve) => setImmediate(resolve));
    resumed = performance.now();
  };
  const gathered = new ChunkedReports(ledger.reading, pause);
  const timed = async (name: string, period: Period, ask: (period: Period) => Promise<unknown>) => {
    longest = 0;
    resumed = performance.now();
    const began = performance.now();
    await ask(period);
    const ms = performance.now() - began;
    return {
      name,
      value: ms,
      text: `${ms.toFixed(0)} ms, never more than ${longest.toFixed(0)} ms at once`,
    };
  };
  const supporters = (period: Period) => gathered.supporters(period, 'donation', 20);
  const amounts = (period: Period) => gathered.amounts(period);
  const receipts = (period: Period) => gathered.receipts(period);
  const month = MONTHS[5] ?? ALL;
  return [
    await timed('Supporters of a month', month, supporters),
    await timed('Supporters of all', ALL, supporters),
    await timed('Amounts of a month', month, amounts),
    await timed('Receipts of a month', month, receipts),
  ];
}

/** What one event costs at the end of a full file, and making a few hundred of them findable. */
function cost(ledger: Ledger): readonly Row[] {
  const crowd = new BookCrowd();
  const before = process.cpuUsage();
  for (let at = 1; at <= WRITTEN; at += 1) ledger.record([crowd.event(ROWS + at)]);
  const { user, system } = process.cpuUsage(before);
  const steps: number[] = [];
  for (let at = 0; at < WRITTEN; at += STEP) steps.push(took(() => ledger.search.takeNew(STEP)));
  const micros = (user + system) / WRITTEN;
  return [
    {
      name: 'Processor time of one event written alone, µs',
      value: micros,
      text: micros.toFixed(0),
    },
    figure(`A step of making ${STEP} events findable`, steps),
  ];
}
