import { viewerOf } from '../../../shared/anonymous.ts';
import { type ExportFormat, type ReportRowView, sortOf } from '../../../shared/contract/reports.ts';
import { assertNever, type StageEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { toIsoTime } from '../../base/clock.ts';
import { coreTexts } from '../../base/errors.ts';
import { type CsvCell, csvHead, csvLine } from '../../base/spreadsheet.ts';
import type { ReportPage } from './row-pages.ts';
import type { ZoneCalendar } from './totals.ts';

interface ExportShape {
  readonly format: ExportFormat;
  readonly language: Language;
  readonly calendar: ZoneCalendar;
}

interface Written {
  readonly isFirst: boolean;
  readonly rows: number;
}

/** Columns of a CSV file. Money and beams have separate ones. */
const COLUMNS = [
  'seq',
  'localTime',
  'time',
  'sort',
  'donationType',
  'name',
  'channelId',
  'beams',
  'cheeringBeams',
  'money',
  'currency',
  'winners',
  'month',
  'tier',
  'item',
  'itemCount',
  'text',
  'alert',
  'alertNote',
  'alertFlaw',
  'shownAt',
  'endedAt',
  'perhapsTwice',
] as const;

/** Values of one row; null: empty. */
type ExportRow = Readonly<Record<(typeof COLUMNS)[number], CsvCell>>;

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

function csvPart(rows: readonly ReportRowView[], isFirst: boolean, shape: ExportShape): string {
  const say = coreTexts(shape.language);
  const head = isFirst ? csvHead(COLUMNS.map((column) => say(`csv.${column}`))) : '';
  const lines = rows.map((row) => {
    const sort = say(`csv.sort-${sortOf(row.event)}`);
    const doubt = row.event.perhapsTwice ? say('csv.perhapsTwice-yes') : null;
    const named = { ...rowOf(row, shape.calendar), sort, perhapsTwice: doubt };
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

function rowOf({ event, receipt }: ReportRowView, calendar: ZoneCalendar): ExportRow {
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
    alertFlaw: receipt?.flaw ?? null,
    shownAt: receipt?.paintedAt == null ? null : toIsoTime(receipt.paintedAt),
    endedAt: receipt?.endedAt == null ? null : toIsoTime(receipt.endedAt),
    perhapsTwice: event.perhapsTwice ? 'perhaps' : null,
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
    case 'DROPS': {
      const { count, rewardTitle, rewardDescription } = event.data;
      return { winners: count, item: rewardTitle, text: rewardDescription };
    }
    case 'GOODS_PURCHASE': {
      const { profile, totalAmount, currency, representativeItemName, itemCount } = event.data;
      const name = profile?.nickname ?? null;
      const item = `${event.data.shopName}: ${representativeItemName}`;
      return { name, money: totalAmount, currency, itemCount, item, text: event.data.content };
    }
    default:
      return assertNever(event);
  }
}
