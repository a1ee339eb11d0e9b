import { viewerOf } from '../../../shared/anonymous.ts';
import { type ExportFormat, sortOf } from '../../../shared/contract/reports.ts';
import { assertNever, type StageEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { toIsoTime } from '../../base/clock.ts';
import { csvHead, csvLine } from '../../base/spreadsheet.ts';
import { COLUMNS, columnNames, sortNames } from './export-words.ts';
import type { ReportPage, ReportRow } from './row-pages.ts';
import type { ZoneCalendar } from './totals.ts';

export interface ExportShape {
  readonly format: ExportFormat;
  readonly language: Language;
  readonly calendar: ZoneCalendar;
}

/** The part of the file written so far. */
export interface Written {
  readonly isFirst: boolean;
  /** Rows of all parts before this one. */
  readonly rows: number;
}

/** Values of one row; null: empty. Money and beams have separate columns. */
interface ExportRow {
  readonly seq: number;
  readonly time: string;
  readonly localTime: string;
  readonly sort: string;
  readonly donationType: string | null;
  readonly channelId: string | null;
  readonly name: string | null;
  readonly beams: number | null;
  readonly cheeringBeams: number | null;
  readonly money: number | null;
  readonly currency: string | null;
  readonly winners: number | null;
  readonly month: number | null;
  readonly tier: number | null;
  readonly item: string | null;
  readonly itemCount: number | null;
  readonly text: string;
  readonly alert: string | null;
  readonly alertNote: string | null;
  readonly shownAt: string | null;
  readonly endedAt: string | null;
}

/** A part of the file; the first has the header, the last the end. */
export function exportPart(
  page: Pick<ReportPage, 'rows' | 'next'>,
  written: Written,
  shape: ExportShape,
): string {
  switch (shape.format) {
    case 'csv':
      return csvPart(page.rows, written.isFirst, shape);
    case 'json':
      return jsonPart(page, written, shape);
    default:
      return assertNever(shape.format);
  }
}

function csvPart(rows: readonly ReportRow[], isFirst: boolean, shape: ExportShape): string {
  const head = isFirst ? csvHead(columnNames(shape.language)) : '';
  const sorts = sortNames(shape.language);
  const lines = rows.map((row) => {
    const told = rowOf(row, shape.calendar);
    const named = { ...told, sort: sorts[sortOf(row.event)] };
    return csvLine(COLUMNS.map((column) => named[column]));
  });
  return head + lines.join('');
}

/** A JSON array with one object per line, so that it can be read line by line. */
function jsonPart(
  { rows, next }: Pick<ReportPage, 'rows' | 'next'>,
  written: Written,
  shape: ExportShape,
): string {
  const begun = written.isFirst ? '[' : '';
  const lines = rows.map((row, at) => {
    const comma = written.rows === 0 && at === 0 ? '\n' : ',\n';
    return comma + JSON.stringify(rowOf(row, shape.calendar));
  });
  return begun + lines.join('') + (next === null ? '\n]\n' : '');
}

function rowOf({ event, receipt }: ReportRow, calendar: ZoneCalendar): ExportRow {
  return {
    ...NOTHING,
    seq: event.seq,
    time: toIsoTime(event.receivedAt),
    localTime: calendar.text(event.receivedAt),
    sort: sortOf(event),
    channelId: viewerOf(event),
    ...ownColumns(event),
    alert: receipt?.state ?? null,
    alertNote: receipt?.note ?? null,
    shownAt: receipt?.paintedAt == null ? null : toIsoTime(receipt.paintedAt),
    endedAt: receipt?.endedAt == null ? null : toIsoTime(receipt.endedAt),
  };
}

const NOTHING = {
  donationType: null,
  name: null,
  beams: null,
  cheeringBeams: null,
  money: null,
  currency: null,
  winners: null,
  month: null,
  tier: null,
  item: null,
  itemCount: null,
  text: '',
} as const;

function ownColumns(event: StageEvent): Partial<ExportRow> {
  switch (event.kind) {
    case 'CHAT':
      return { name: event.data.profile.nickname, text: event.data.content };
    case 'DONATION': {
      const { donationType, donatorNickname, payAmount, donationText } = event.data;
      const isCheering = donationType === 'CHEERING';
      return {
        donationType,
        name: donatorNickname,
        text: donationText,
        ...(isCheering ? { cheeringBeams: payAmount } : { beams: payAmount }),
      };
    }
    case 'SUBSCRIPTION': {
      const { subscriberChannelName, month, tierNo, subscriptionMessage } = event.data;
      return { name: subscriberChannelName, month, tier: tierNo, text: subscriptionMessage };
    }
    case 'DROPS':
      return {
        winners: event.data.count,
        item: event.data.rewardTitle,
        text: event.data.rewardDescription,
      };
    case 'GOODS_PURCHASE': {
      const { profile, totalAmount, currency, representativeItemName, itemCount } = event.data;
      return {
        name: profile?.nickname ?? null,
        money: totalAmount,
        currency,
        itemCount,
        item: `${event.data.shopName}: ${representativeItemName}`,
        text: event.data.content,
      };
    }
    default:
      return assertNever(event);
  }
}
