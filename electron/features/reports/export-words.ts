import { BOOK_SORTS, type RecordSort } from '../../../shared/contract/reports.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { coreTexts } from '../../base/errors.ts';

/** Columns of the file. */
export const COLUMNS = [
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
  'shownAt',
  'endedAt',
] as const;

export function columnNames(language: Language): readonly string[] {
  return COLUMNS.map((column) => coreTexts(language)(`csv.${column}`));
}

export function sortNames(language: Language): Readonly<Record<RecordSort, string>> {
  const names = BOOK_SORTS.map((sort) => [sort, coreTexts(language)(`csv.sort-${sort}`)]);
  return Object.fromEntries(names);
}
