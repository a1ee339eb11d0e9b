/** A limit that a figure has to keep; `than` tells whether the limit itself is good enough. */
export type Target =
  | { readonly kind: 'at-least'; readonly value: number }
  | { readonly kind: 'at-most'; readonly value: number }
  | { readonly kind: 'under'; readonly value: number }
  | { readonly kind: 'equal'; readonly value: number };

/** One line of the table. */
export interface Row {
  readonly name: string;
  /** What the target is held against. */
  readonly value: number;
  /** The figure as people read it, unit and spread included. */
  readonly text: string;
  /** The same figure of the baseline, as people read it. */
  readonly baseline?: string;
  /** How many times worse than the baseline: under 1 is better than it. */
  readonly ratio?: number;
  readonly target?: Target;
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
  /** What a reader of the figures has to know, a line each. */
  readonly notes?: readonly string[];
  /** What ran, when and how, for the JSON file only. */
  readonly details?: unknown;
  /** Version of the browser that drew it. */
  readonly browser?: string;
}

export type Verdict = 'PASS' | 'MISS';

/** null: nothing was asked of this figure. A figure that is not a number misses every target. */
export function verdictOf({ value, target }: Row): Verdict | null {
  if (!target) return null;
  return keeps(value, target) ? 'PASS' : 'MISS';
}

function keeps(value: number, target: Target): boolean {
  switch (target.kind) {
    case 'at-least':
      return value >= target.value;
    case 'at-most':
      return value <= target.value;
    case 'under':
      return value < target.value;
    case 'equal':
      return value === target.value;
  }
}

function targetText(target: Target): string {
  const value = target.value.toLocaleString('en-US');
  switch (target.kind) {
    case 'at-least':
      return `≥ ${value}`;
    case 'at-most':
      return `≤ ${value}`;
    case 'under':
      return `< ${value}`;
    case 'equal':
      return `= ${value}`;
  }
}

const HEAD = ['', 'measured', 'baseline', 'ratio', 'target', ''] as const;

function cellsOf(row: Row): readonly string[] {
  return [
    `  ${row.name}`,
    row.text,
    row.baseline ?? '',
    row.ratio === undefined ? '' : `${row.ratio.toFixed(2)}×`,
    row.target ? targetText(row.target) : '',
    verdictOf(row) ?? '',
  ];
}

/** All sections as one table for a terminal. */
export function tableOf(sections: readonly Section[]): string {
  const lines: (readonly string[] | string)[] = [HEAD];
  for (const section of sections) {
    const notes = (section.notes ?? []).map((note) => `  Note: ${note}`);
    lines.push('', section.title, ...section.rows.map(cellsOf), ...notes);
  }
  const widths = HEAD.map((_, column) =>
    Math.max(...lines.map((line) => (typeof line === 'string' ? 0 : (line[column] ?? '').length))),
  );
  const texts = lines.map((line) =>
    typeof line === 'string'
      ? line
      : line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
  );
  return `${texts.join('\n')}\n`;
}

/** Every figure that missed its target. */
export function missesOf(sections: readonly Section[]): readonly Row[] {
  return sections.flatMap(({ rows }) => rows).filter((row) => verdictOf(row) === 'MISS');
}
