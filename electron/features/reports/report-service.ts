import type { CommandArgs, CommandResult } from '../../../shared/contract/index.ts';
import {
  BOOK_GAPS_MOST,
  type REPORTS_COMMANDS,
  VALUE_SORTS,
} from '../../../shared/contract/reports.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Clock } from '../../base/clock.ts';
import { createFiles } from '../../base/files.ts';
import type { CommandHandlers } from '../../server/ports.ts';
import type { Ledger } from '../../storage/ledger.ts';
import { ChunkedReports, type Pause } from './chunked-reports.ts';
import { addToFile } from './export-file.ts';
import { exportPart } from './export-parts.ts';
import { ViewerForgetter } from './forget-viewer.ts';
import { payoutCounts } from './payout-counts.ts';
import type { Period, RowFilter } from './row-pages.ts';
import type { SearchIndexer } from './search-indexer.ts';
import { groupTotals, ZoneCalendar } from './totals.ts';

/** Rows per part of a file: some milliseconds of work, some hundred thousand characters. */
const EXPORT_ROWS = 1_000;

export interface ReportServiceOptions {
  readonly ledger: Pick<Ledger, 'reading' | 'broadcasts' | 'payouts' | 'eraser'>;
  readonly search: Pick<SearchIndexer, 'catchUp' | 'look'>;
  readonly settings: {
    get(): Settings;
    update(change: { readonly chatLog: Settings['chatLog'] }): Promise<Settings>;
  };
  /** Writes pending events to the ledger. */
  readonly flush: () => void | Promise<void>;
  /** Removes a viewer from memory. */
  readonly forget: (channelId: string) => void;
  readonly pause: Pause;
  /** Folder for files that a page cannot receive. */
  readonly folder: string;
  readonly clock: Clock;
}

/** Answers the report commands. */
export class ReportService {
  readonly #options: ReportServiceOptions;
  readonly #gathered: ChunkedReports;
  readonly #forgetter: ViewerForgetter;

  constructor(options: ReportServiceOptions) {
    const { ledger, search, pause } = options;
    this.#options = options;
    this.#gathered = new ChunkedReports(ledger.reading, pause);
    this.#forgetter = new ViewerForgetter({
      ...options,
      eraser: ledger.eraser,
      onDone: () => search.look(),
    });
  }

  get commands(): CommandHandlers<keyof typeof REPORTS_COMMANDS> {
    const { ledger, settings } = this.#options;
    const { reading } = ledger;
    return {
      'books.totals': (args) => this.#totals(args),
      'books.list': async (args) => {
        const filter = await this.#filter(args);
        return reading.page(filter, args.before ?? null, args.limit);
      },
      'books.supporters': ({ by, limit, ...period }) =>
        this.#gathered.supporters(period, by, limit),
      'books.amounts': async (period) => ({ bars: await this.#gathered.amounts(period) }),
      'books.gaps': async (period) => ({
        gaps: reading.gaps(period, BOOK_GAPS_MOST),
        ...reading.countGaps(period),
      }),
      'books.receipts': async (period) => ({ counts: await this.#gathered.receipts(period) }),
      'books.payouts': async (period) => payoutCounts(ledger.payouts, period),
      'books.broadcasts': async ({ before, limit }) => ({
        broadcasts: ledger.broadcasts.list(limit, before ?? null),
      }),
      'books.export': (args) => this.#export(args),
      'books.viewer': async ({ channelId }) => {
        await this.#options.flush();
        return { ...ledger.eraser.count(channelId), name: reading.nameOf(channelId) };
      },
      'books.delete-viewer': ({ channelId }) => this.#forgetter.forget(channelId),
      'books.retention': async () => ({ chatDays: settings.get().chatLog.days }),
      'books.set-retention': async ({ chatDays }) => {
        const { chatLog } = await settings.update({ chatLog: { days: chatDays } });
        return { chatDays: chatLog.days };
      },
    };
  }

  async #totals(args: CommandArgs<'books.totals'>): Promise<CommandResult<'books.totals'>> {
    const { pause, ledger } = this.#options;
    const { reading, broadcasts } = ledger;
    await pause();
    const totals = reading.totals(args);
    await pause();
    return {
      totals,
      groups: groupTotals(reading, broadcasts, args),
      gaps: reading.countGaps(args),
      span: reading.span(),
    };
  }

  async #export(args: CommandArgs<'books.export'>): Promise<CommandResult<'books.export'>> {
    const { before, written = 0, file, format, language, zone } = args;
    const { pause, ledger } = this.#options;
    const filter = await this.#filter(args);
    const page = ledger.reading.page(filter, before ?? null, EXPORT_ROWS);
    await pause();
    const calendar = new ZoneCalendar(zone);
    const isFirst = before === undefined;
    const part = exportPart(page, { isFirst, rows: written }, { format, language, calendar });
    if (file !== undefined) {
      const { folder, clock } = this.#options;
      const place = { folder, name: file, files: createFiles(clock) };
      await addToFile(place, part, { isFirst, isLast: page.next === null });
    }
    await pause();
    return {
      part: file === undefined ? part : '',
      rows: page.rows.length,
      next: page.next,
      total: this.#countOf(filter),
    };
  }

  #countOf(period: Period & Pick<RowFilter, 'sorts'>): number {
    const totals = this.#options.ledger.reading.totals(period);
    const purchases = Object.values(totals.purchase).reduce((sum, { count }) => sum + count, 0);
    return VALUE_SORTS.filter((sort) => period.sorts.includes(sort)).reduce(
      (sum, sort) => sum + (sort === 'purchase' ? purchases : totals[sort].count),
      0,
    );
  }

  /** Prepares the filter; each step yields to other work. */
  async #filter(args: CommandArgs<'books.list'> | CommandArgs<'books.export'>): Promise<RowFilter> {
    const { pause, flush, search } = this.#options;
    const { text = null, who = null, min = null, max = null } = args;
    await pause();
    if (args.sorts.includes('chat')) await flush();
    if (text !== null && args.before === undefined) {
      search.catchUp();
      await pause();
    }
    return { from: args.from, to: args.to, sorts: args.sorts, text, who, min, max };
  }
}
