import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openPlace } from '../support/places.ts';
import { type Stage, setStage } from '../support/stage.ts';
import { launchBrowser } from './page-stage.ts';
import type { Row } from './report.ts';

const ROUNDS = 3;
const FIRST_DAY = '2025-11-01';
const LAST_DAY = '2026-10-31';

interface Start {
  /** From the start of the host's process until its pages can be opened. */
  readonly readyMs: number;
  /** From the click on the ledger until the first records of the whole year are painted. */
  readonly pageMs: number;
}

/** The first page of records for a year, as a streamer gets to it. */
async function openYear(page: Page): Promise<number> {
  await openPlace(page, 'history');
  await page.getByRole('button', { name: '직접 고르기' }).click();
  await page.getByLabel('시작일').fill(FIRST_DAY);
  const began = performance.now();
  await page.getByLabel('종료일').fill(LAST_DAY);
  const records = page.getByRole('region', { name: '기록', exact: true });
  await records.getByRole('listitem').first().waitFor();
  return performance.now() - began;
}

async function start(stage: Stage, browser: Browser, file: string | null): Promise<Start> {
  if (file !== null) await copyFile(file, join(stage.dataDir, 'ledger.sqlite'));
  const began = performance.now();
  const host = stage.start();
  const ready = await host.waitFor(({ type }) => type === 'ready');
  const readyMs = performance.now() - began;
  if (file === null) return { readyMs, pageMs: Number.NaN };
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'ko-KR' });
  await page.goto(String(ready['dashboardUrl']));
  const pageMs = await openYear(page);
  await page.close();
  return { readyMs, pageMs };
}

async function starts(browser: Browser, file: string | null): Promise<readonly Start[]> {
  const all: Start[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const stage = await setStage();
    try {
      all.push(await start(stage, browser, file));
    } finally {
      await stage.dispose();
    }
  }
  return all;
}

/** The built host started on full books and on none, and the first page of them in the dashboard. */
export async function booksStartRows(file: string): Promise<readonly Row[]> {
  const browser = await launchBrowser();
  try {
    const none = Math.max(...(await starts(browser, null)).map(({ readyMs }) => readyMs));
    const full = await starts(browser, file);
    const ready = Math.max(...full.map(({ readyMs }) => readyMs));
    const page = Math.max(...full.map(({ pageMs }) => pageMs));
    const ms = (value: number): string => `${value.toFixed(0)} ms, slowest of ${ROUNDS}`;
    return [
      {
        name: 'From the start of the host until its pages open',
        value: ready,
        text: ms(ready),
        baseline: `${ms(none)} without books`,
        ratio: ready / none,
      },
      {
        name: 'A year chosen in the dashboard, until its first records are painted',
        value: page,
        text: ms(page),
        target: { kind: 'under', value: 1_000 },
      },
    ];
  } finally {
    await browser.close();
  }
}
