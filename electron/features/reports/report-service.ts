import type { CommandArgs, CommandResult } from '../../../shared/contract/index.ts';
import {
  BOOK_GAPS_MOST,
  type REPORTS_COMMANDS,
  VALUE_SORTS,
} from '../../../shared/contract/reports.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Clock } from '../../base/clock.ts';
import { createFiles } from '../../base/files.ts';
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
export const EXPORT_ROWS = 1_000;

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

type Commands = {
  readonly [N in keyof typeof REPORTS_COMMANDS]: (
    args: CommandArgs<N>,
  ) => Promise<CommandResult<N>>;
};

/** Answers the report commands. */
export class ReportService {
  readonly #options: ReportServiceOptions;
  readonly #gathered: ChunkedReports;
  readonly #forgetter: ViewerForgetter;

  constructor(options: ReportServiceOptions) {
    const { ledger, search, flush, forget, pause } = options;
    this.#options = options;
    this.#gathered = new ChunkedReports(ledger.reading, pause);
    this.#forgetter = new ViewerForgetter({
      eraser: ledger.eraser,
      pause,
      flush,
      forget,
      onDone: () => search.look(),
    });
  }

  get commands(): Commands {
    const { ledger, settings } = this.#options;
    const { reading } = ledger;
    return {
      'books.totals': (args) => this.#totals(args),
      'books.list': async (args) => {
        const { before, limit } = args;
        const filter = await this.#filter(args);
        return reading.page(filter, before ?? null, limit);
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

  async #totals({
    from,
    to,
    group,
    zone,
  }: CommandArgs<'books.totals'>): Promise<CommandResult<'books.totals'>> {
    const { pause, ledger } = this.#options;
    const { reading, broadcasts } = ledger;
    const period = { from, to };
    await pause();
    const totals = reading.totals(period);
    await pause();
    return {
      totals,
      groups: groupTotals(reading, broadcasts, { ...period, group, zone }),
      gaps: reading.countGaps(period),
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
    const { from, to, sorts, text, who, min, max } = args;
    const filter = {
      from,
      to,
      sorts,
      text: text ?? null,
      who: who ?? null,
      min: min ?? null,
      max: max ?? null,
    };
    await pause();
    if (sorts.includes('chat')) await flush();
    if (filter.text !== null && args.before === undefined) {
      search.catchUp();
      await pause();
    }
    return filter;
  }
}
