import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SPEC_LIMITS } from '../../electron/platform/limits.ts';
import {
  SCOPES,
  SPEC_OPERATIONS,
  SUBSCRIBABLE_EVENTS,
} from '../../electron/platform/operations.ts';
import { NOTE_LIMITS, NOTE_OPERATIONS } from '../../electron/platform/platform-notes.ts';
import { CAMPAIGN_STATES, FULFILLMENT_STATES } from '../../electron/platform/resources/drops.ts';
import { PARTS as PLACE_PARTS, VIEWS } from '../../renderer/stores/dashboard-store.ts';
import { EVENT_KINDS } from '../../shared/events.ts';
import { PAGE_TEXTS } from '../../shared/locales/pages.ts';

const root = resolve(import.meta.dirname, '../..');
const document = readFileSync(join(root, 'docs/coverage.md'), 'utf8');

interface Row {
  readonly id: string;
  readonly pages: readonly string[];
  readonly proofs: readonly { readonly path: string; readonly words: string }[];
}

/** The rows of the table below a heading: name, what it is, pages, tests. */
function rowsOf(heading: string): readonly Row[] {
  const from = document.indexOf(`\n## ${heading}\n`);
  if (from < 0) throw new Error(`docs/coverage.md has no part "${heading}"`);
  const end = document.indexOf('\n## ', from + 1);
  const part = document.slice(from, end < 0 ? undefined : end);
  return [...part.matchAll(/^\| `([^`]+)` \|[^|]*\| ([^|]*) \| (.*) \|$/gm)].map(
    ([, id, pages, proofs]) => ({
      id: id ?? '',
      pages: (pages ?? '').split(', '),
      proofs: [...(proofs ?? '').matchAll(/\]\(\.\.\/([^)]+)\) “([^”]+)”/g)].map(
        ([, path, words]) => ({ path: path ?? '', words: words ?? '' }),
      ),
    }),
  );
}

const operations = [...Object.values(SPEC_OPERATIONS), ...Object.values(NOTE_OPERATIONS)].map(
  ({ name }) => name,
);

/** Every name the specification and the notes have, from the code that speaks them. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Operations: [
    'authorization page',
    ...operations,
    ...SUBSCRIBABLE_EVENTS.flatMap((event) => [`subscribe ${event}`, `unsubscribe ${event}`]),
  ],
  Events: EVENT_KINDS,
  Scopes: SCOPES,
  'States and results': [
    ...CAMPAIGN_STATES,
    ...FULFILLMENT_STATES,
    ...['SUCCESS', 'INVALID_ID', 'NOT_FOUND', 'UNAUTHORIZED', 'UPDATE_FAILED', 'REVOKED'],
  ],
  Limits: [...Object.keys(SPEC_LIMITS), ...Object.keys(NOTE_LIMITS)],
};

/** What a row may name: a page of the dashboard by its tab, the overlay, or the core at work. */
const PLACES: readonly string[] = [
  ...VIEWS.map((view) => PAGE_TEXTS.en[`view.${view}`] ?? view),
  ...Object.values(PLACE_PARTS)
    .flat()
    .map((part) => PAGE_TEXTS.en[`part.${part}`] ?? part),
  'First run',
  'Overlay pages',
  'Core',
];

describe('docs/coverage.md', () => {
  it.each(Object.entries(PARTS))('has one row for each of the %s, and no other', (part, names) => {
    expect(rowsOf(part).map(({ id }) => id)).toEqual([...names]);
  });

  const rows = Object.keys(PARTS).flatMap(rowsOf);

  it.each(rows)('says where $id is used', ({ pages }) => {
    expect(pages.filter((page) => !PLACES.includes(page))).toEqual([]);
  });

  it.each(rows)('names the test that proves $id, and the test is there', ({ proofs }) => {
    expect(proofs.length).toBeGreaterThan(0);
    for (const { path, words } of proofs) {
      const file = join(root, path);
      expect(existsSync(file), path).toBe(true);
      expect(readFileSync(file, 'utf8'), path).toContain(words);
    }
  });
});
