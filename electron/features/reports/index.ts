import { join } from 'node:path';
import type { CommandArgs, CommandResult } from '../../../shared/contract/index.ts';
import {
  REPORT_GAPS_MOST,
  type REPORTS_COMMANDS,
  VALUE_SORTS,
} from '../../../shared/contract/reports.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { createFiles } from '../../base/files.ts';
import { Turns } from '../../base/slices.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Feature, Services } from '../feature.ts';
import type { ShowFeature } from '../show/index.ts';
import { ChunkedReports, type Pause } from './chunked-reports.ts';
import { addToFile } from './export-file.ts';
import { exportPart } from './export-parts.ts';
import { viewerForgetter } from './forget-viewer.ts';
import { payoutCounts } from './payout-counts.ts';
import type { RowFilter } from './row-pages.ts';
import { SearchIndexer } from './search-indexer.ts';
import { groupTotals, ZoneCalendar } from './totals.ts';

export type ReportsFeature = Feature<typeof REPORTS_COMMANDS>;

type ReportsServices = Pick<
  Services,
  'ledger' | 'chat' | 'hub' | 'settings' | 'dataDir' | 'clock' | 'log'
> & { readonly alerts: AlertsFeature; readonly show: Pick<ShowFeature, 'forget'> };

/** Starts reports: totals, charts, records, exports, and erasing a viewer. */
export function startReports(services: ReportsServices, owned: DisposableStore): ReportsFeature {
  const { ledger, chat, hub, alerts, show, settings, dataDir, clock, log } = services;
  const search = owned.add(new SearchIndexer({ clock, log, repository: ledger.search }));
  owned.add(hub.onBatch(() => search.look()));
  const turns = new Turns();
  const commands = reportCommands({
    ledger,
    search,
    settings,
    flush: () => hub.handedOn().then(chat.flush),
    forget: (channelId) => {
      hub.forget(channelId);
      alerts.queue.forget(channelId);
      show.forget(channelId);
    },
    pause: () => turns.next(),
    clock,
    folder: join(dataDir, 'exports'),
  });
  return { commands, feeds: {} };
}

/** Rows per part of a file: some milliseconds of work, some hundred thousand characters. */
const EXPORT_ROWS = 1_000;

interface ReportOptions extends Pick<Services, 'clock'> {
  readonly ledger: Pick<Services['ledger'], 'reading' | 'broadcasts' | 'payouts' | 'eraser'>;
  readonly search: Pick<SearchIndexer, 'catchUp' | 'look'>;
  readonly settings: Pick<Services['settings'], 'get' | 'update'>;
  readonly flush: () => void | Promise<void>;
  readonly forget: (channelId: string) => void;
  readonly pause: Pause;
  /** Folder for files that a page cannot receive. */
  readonly folder: string;
}

export function reportCommands(options: ReportOptions): ReportsFeature['commands'] {
  const { ledger, settings, search, pause } = options;
  const { reading, eraser } = ledger;
  const chunked = new ChunkedReports(reading, pause);
  const forgetViewer = viewerForgetter({ ...options, eraser, onDone: () => search.look() });
  return {
    'reports.totals': (args) => totals(options, args),
    'reports.list': async (args) => {
      const filter = await filterOf(options, args);
      return reading.page(filter, args.before ?? null, args.limit);
    },
    'reports.supporters': ({ by, limit, ...period }) => chunked.supporters(period, by, limit),
    'reports.amounts': async (period) => ({ bars: await chunked.amounts(period) }),
    'reports.gaps': async (period) => ({
      gaps: reading.gaps(period, REPORT_GAPS_MOST),
      ...reading.countGaps(period),
    }),
    'reports.receipts': async (period) => ({ counts: await chunked.receipts(period) }),
    'reports.payouts': async (period) => payoutCounts(ledger.payouts, period),
    'reports.broadcasts': async ({ before, limit }) => ({
      broadcasts: ledger.broadcasts.list(limit, before ?? null),
    }),
    'reports.export': (args) => exported(options, args),
    'reports.viewer': async ({ channelId }) => {
      await options.flush();
      return { ...eraser.count(channelId), name: reading.nameOf(channelId) };
    },
    'reports.delete-viewer': ({ channelId }) => forgetViewer(channelId),
    'reports.retention': async () => ({ chatDays: settings.get().chatLog.days }),
    'reports.set-retention': async ({ chatDays }) => {
      const { chatLog } = await settings.update({ chatLog: { days: chatDays } });
      return { chatDays: chatLog.days };
    },
  };
}

async function totals(
  { pause, ledger: { reading, broadcasts } }: ReportOptions,
  args: CommandArgs<'reports.totals'>,
): Promise<CommandResult<'reports.totals'>> {
  await pause();
  const all = reading.totals(args);
  await pause();
  const { count, ms } = reading.countGaps(args);
  return {
    totals: all,
    groups: groupTotals(reading, broadcasts, args),
    gaps: { count, ms },
    span: reading.span(),
  };
}

async function exported(
  options: ReportOptions,
  args: CommandArgs<'reports.export'>,
): Promise<CommandResult<'reports.export'>> {
  const { before, written = 0, file, format, language, zone } = args;
  const { pause, folder, clock } = options;
  const { reading } = options.ledger;
  const filter = await filterOf(options, args);
  const page = reading.page(filter, before ?? null, EXPORT_ROWS);
  await pause();
  const calendar = new ZoneCalendar(zone);
  const isFirst = before === undefined;
  const part = exportPart(page, { isFirst, rows: written }, { format, language, calendar });
  if (file !== undefined) {
    const place = { folder, name: file, files: createFiles(clock) };
    await addToFile(place, part, { isFirst, isLast: page.next === null });
  }
  await pause();
  return {
    part: file === undefined ? part : '',
    rows: page.rows.length,
    next: page.next,
    total: countOf(reading, filter),
  };
}

function countOf(reading: Services['ledger']['reading'], filter: RowFilter): number {
  const { purchase, ...sums } = reading.totals(filter);
  const purchases = Object.values(purchase).reduce((sum, { count }) => sum + count, 0);
  return VALUE_SORTS.filter((sort) => filter.sorts.includes(sort)).reduce(
    (sum, sort) => sum + (sort === 'purchase' ? purchases : sums[sort].count),
    0,
  );
}

/** Prepares the filter; each step yields to other work. */
async function filterOf(
  { pause, flush, search }: ReportOptions,
  args: CommandArgs<'reports.list'> | CommandArgs<'reports.export'>,
): Promise<RowFilter> {
  const { from, to, sorts, text = null, who = null, min = null, max = null, flaw } = args;
  await pause();
  if (sorts.includes('chat')) await flush();
  if (text !== null && args.before === undefined) {
    search.catchUp();
    await pause();
  }
  const filter = { from, to, sorts, text, who, min, max };
  return flaw === undefined ? filter : { ...filter, flaw };
}
