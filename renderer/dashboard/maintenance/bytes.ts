import type { Words } from '../../i18n/dashboard.ts';

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** A file's size as disks are sold: a kilobyte is a thousand bytes. */
export function sizeText(bytes: number, { number }: Pick<Words, 'number'>): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const rounded = unit === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  return `${number(rounded)} ${UNITS[unit] ?? ''}`;
}
