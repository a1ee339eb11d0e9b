import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '../../../../renderer/dashboard/reports/period.tsx';
import { wordsOf } from '../../../../renderer/i18n/dashboard.ts';
import type { ReportTotals } from '../../../../shared/contract/reports.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import { NO_TOTALS } from '../../../support/empty-states.ts';
import { gapOf } from '../../../support/gaps.ts';
import { donation } from '../../storage/support.ts';
import { type Drawn, drawDashboard } from '../draw-dashboard.tsx';
import { NOW, PROBLEM_TEXT } from '../support.ts';

const HOUR = 3_600_000;
const TOTALS: ReportTotals = {
  donation: { count: 3, unknown: 1, amount: 12_345 },
  cheering: { count: 2, unknown: 0, amount: 700 },
  subscription: { count: 4, unknown: 0, amount: 0 },
  draw: { count: 1, unknown: 0, amount: 30 },
  purchase: {
    KRW: { count: 1, unknown: 0, amount: 32_000 },
    USD: { count: 1, unknown: 0, amount: 1_250 },
  },
};

// The stand-in for a browser has no dialogs.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});

const asked = (page: Drawn, name: string) => page.bridge.asked.filter((one) => one.name === name);

async function answer(page: Drawn, name: string, value: unknown): Promise<void> {
  await act(async () => page.bridge.lastOf(name).answer(value));
}

async function drawBooks(totals: ReportTotals = TOTALS, language: Language = 'en'): Promise<Drawn> {
  const page = await drawDashboard({ language });
  const history = wordsOf(language).t('view.history');
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${history}`) }));
  await page.pass(0);
  const broadcasts = [{ id: 2, beganAt: NOW - HOUR, endedAt: null }];
  await answer(page, 'reports.broadcasts', { broadcasts });
  const groups = [{ from: NOW - HOUR, to: NOW, broadcast: null, totals }];
  await answer(page, 'reports.totals', { totals, groups, gaps: { count: 0, ms: 0 }, span: null });
  return page;
}

const listAnswer = (changes: object = {}) => ({
  rows: [{ event: donation(7, { donatorNickname: 'Ann <b>' }), receipt: null }],
  next: null,
  searchedFrom: null,
  ...changes,
});

describe('the books', () => {
  it('open with today, and its totals side by side; the broadcast that is on is one press away', async () => {
    const page = await drawBooks();
    expect(page.bridge.lastOf('reports.totals').args).toMatchObject({
      ...dayOf(NOW),
      group: 'hour',
    });
    const totals = within(screen.getByRole('list', { name: 'Totals' }));
    expect(totals.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Donations12,345 beams3 times1 unknown amount excluded',
      'Cheering700 beams2 times',
      'Shop₩32,000$12.502 times',
      'Subscriptions4Times received',
      'Drops draws130 winnersTimes received',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Broadcast' }));
    await page.pass(0);
    expect(page.bridge.lastOf('reports.totals').args).toMatchObject({
      from: NOW - HOUR,
      to: NOW + HOUR,
    });
  });

  it('leave the focus on the period although the broadcasts come after it was chosen', async () => {
    const page = await drawDashboard({ language: 'en' });
    fireEvent.click(screen.getByRole('button', { name: /^History/ }));
    await page.pass(0);
    const day = screen.getByRole('button', { name: 'Day' });
    day.focus();
    await answer(page, 'reports.broadcasts', {
      broadcasts: [{ id: 2, beganAt: NOW - HOUR, endedAt: null }],
    });
    expect(day).toBeInTheDocument();
    expect(day).toHaveFocus();
  });

  it.each([
    ['ko', '후원, 구독'],
    ['en', 'donations, subscriptions'],
  ] as const)('name the kinds of a gap unless it is one of all (%s)', async (language, kinds) => {
    const { t, stretch } = wordsOf(language);
    const page = await drawBooks(TOTALS, language);
    const [from, to, reason] = [NOW - HOUR, NOW - HOUR + 5_000, 'closed-1006'];
    await answer(page, 'reports.gaps', {
      gaps: [
        gapOf({ from, to, reason, kinds: ['donation', 'subscription'] }),
        gapOf({ from, to, reason }),
      ],
      count: 1,
      ms: 5_000,
    });
    const card = within(screen.getByRole('region', { name: t('reports.gaps') }));
    const why = t('reason.closed-1006');
    const texts = card.getAllByRole('listitem').map((row) => row.children[1]?.textContent);
    expect(texts).toEqual([t('reports.gap-kinds', { kinds, why }), why]);
    const sum = t('reports.gaps-sum', { count: 1, duration: stretch(5_000) });
    expect(card.getByText(sum)).toBeVisible();
  });

  it('say what will come where there is nothing yet', async () => {
    const page = await drawBooks(NO_TOTALS);
    await answer(page, 'reports.list', { rows: [], next: null, searchedFrom: null });
    expect(screen.getByText(/Nothing in this period yet/)).toBeVisible();
    expect(screen.getByText('No records in this period')).toBeVisible();
  });

  it('show one kind of value at a time, with its numbers in a table', async () => {
    await drawBooks();
    expect(screen.getByRole('img', { name: /Donations/ })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Shop USD' }));
    expect(screen.getByRole('img', { name: /Shop USD/ })).toBeVisible();
    fireEvent.click(screen.getByText('Show as a table'));
    expect(screen.getByRole('cell', { name: '$12.50' })).toBeInTheDocument();
  });

  it('look for what was typed when the hand rests, and for nothing while it does not', async () => {
    const page = await drawBooks();
    await answer(page, 'reports.list', listAnswer());
    const before = asked(page, 'reports.list').length;
    const search = screen.getByRole('searchbox', { name: 'Search records' });
    fireEvent.change(search, { target: { value: '감' } });
    await page.pass(200);
    fireEvent.change(search, { target: { value: '감사' } });
    await page.pass(249);
    expect(asked(page, 'reports.list')).toHaveLength(before);
    await page.pass(1);
    expect(asked(page, 'reports.list')).toHaveLength(before + 1);
    expect(page.bridge.lastOf('reports.list').args).toMatchObject({ text: '감사', limit: 50 });
  });

  it('read on where a page had few rows, and say how far they got', async () => {
    const page = await drawBooks();
    const next = { at: NOW - HOUR, seq: 5 };
    await answer(page, 'reports.list', listAnswer({ next }));
    expect(page.bridge.lastOf('reports.list').args).toMatchObject({ before: next });
    await answer(page, 'reports.list', { rows: [], next: null, searchedFrom: null });
    expect(screen.getByText('Ann <b>')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('read the next page when asked, below what is shown', async () => {
    const page = await drawBooks();
    const rows = (from: number) =>
      Array.from({ length: 50 }, (_, at) => ({ event: donation(from - at), receipt: null }));
    const next = { at: NOW - HOUR, seq: 51 };
    await answer(page, 'reports.list', listAnswer({ rows: rows(100), next }));
    const list = within(screen.getByRole('list', { name: 'Records' }));
    expect(list.getAllByRole('listitem')).toHaveLength(50);
    const before = asked(page, 'reports.list').length;
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await page.pass(0);
    expect(asked(page, 'reports.list')).toHaveLength(before + 1);
    expect(page.bridge.lastOf('reports.list').args).toMatchObject({ before: next });
    await answer(page, 'reports.list', listAnswer({ rows: rows(50) }));
    expect(list.getAllByRole('listitem')).toHaveLength(100);
  });

  it('take a press for more rows also while they are read again', async () => {
    const page = await drawBooks();
    const next = { at: NOW - HOUR, seq: 6 };
    const rows = Array.from({ length: 50 }, (_, at) => ({
      event: donation(99 - at),
      receipt: null,
    }));
    await answer(page, 'reports.list', listAnswer({ rows, next }));
    await page.core((bridge) => bridge.events([{ ...donation(100), receivedAt: NOW }]));
    await page.pass(3_000);
    const before = asked(page, 'reports.list').length;
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(asked(page, 'reports.list')).toHaveLength(before);
    await answer(page, 'reports.list', listAnswer({ rows, next }));
    expect(page.bridge.lastOf('reports.list').args).toMatchObject({ before: next });
  });

  it('say when words of older records are not searched yet', async () => {
    const page = await drawBooks();
    await answer(page, 'reports.list', listAnswer({ searchedFrom: NOW }));
    expect(screen.getByText(/Search isn’t ready yet/)).toBeVisible();
  });

  it('keep what was shown, and what was typed, when the core says why not', async () => {
    const page = await drawBooks();
    await answer(page, 'reports.list', listAnswer());
    const least = screen.getByRole('textbox', { name: 'Minimum amount' });
    fireEvent.change(least, { target: { value: '5,000' } });
    await page.pass(250);
    await act(async () => page.bridge.lastOf('reports.list').refuse());
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
    expect(least).toHaveValue('5,000');
  });

  it('are read again some time after something came, and the list keeps its length', async () => {
    const page = await drawBooks();
    await answer(page, 'reports.list', listAnswer());
    const before = asked(page, 'reports.totals').length;
    await page.core((bridge) => bridge.events([{ ...donation(9), receivedAt: NOW }]));
    expect(asked(page, 'reports.totals')).toHaveLength(before);
    await page.pass(3_000);
    expect(asked(page, 'reports.totals')).toHaveLength(before + 1);
    expect(screen.getByText('Ann <b>')).toBeVisible();
  });
});

describe('an export', () => {
  it('is written part by part, says how far it is, and can be stopped', async () => {
    const page = await drawBooks();
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(page.bridge.lastOf('reports.export').args).toMatchObject({
      format: 'csv',
      language: 'en',
    });
    const next = { at: NOW - 5, seq: 3 };
    await answer(page, 'reports.export', { part: 'a', rows: 1_000, next, total: 3_000 });
    expect(screen.getByText('1,000 records written')).toBeVisible();
    expect(page.bridge.lastOf('reports.export').args).toMatchObject({
      before: next,
      written: 1_000,
    });
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await answer(page, 'reports.export', { part: 'b', rows: 1, next: null, total: 3_000 });
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
    expect(screen.queryByText(/exported/)).toBeNull();
  });

  it('that failed says so', async () => {
    const page = await drawBooks();
    fireEvent.click(screen.getByRole('button', { name: 'Export JSON' }));
    await act(async () => page.bridge.lastOf('reports.export').refuse());
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.cure.en);
  });
});

describe('a viewer’s data', () => {
  async function askToDelete(): Promise<Drawn> {
    const page = await drawBooks();
    const field = screen.getByRole('textbox', { name: 'Delete a viewer’s data' });
    fireEvent.change(field, { target: { value: ' viewer-9 ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Delete data' }));
    await answer(page, 'reports.viewer', { name: 'Ann', messages: 12, events: 3 });
    return page;
  }

  it('goes when somebody says yes to the name, and the books are read anew', async () => {
    const page = await askToDelete();
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('Ann')).toBeVisible();
    expect(
      dialog.getByText(/deletes 12 chat messages and makes 3 records anonymous/),
    ).toBeVisible();
    expect(asked(page, 'reports.delete-viewer')).toEqual([]);
    const before = asked(page, 'reports.totals').length;
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await page.pass(0);
    expect(page.bridge.lastOf('reports.delete-viewer').args).toEqual({
      channelId: 'viewer-9',
      sure: 'viewer-9',
    });
    await answer(page, 'reports.delete-viewer', { messages: 12, events: 3 });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Data deleted')).toBeVisible();
    expect(asked(page, 'reports.totals').length).toBe(before + 1);
  });

  it('stays when somebody says no', async () => {
    const page = await askToDelete();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked(page, 'reports.delete-viewer')).toEqual([]);
  });

  it('that could not be deleted leaves the question open, with the reason', async () => {
    const page = await askToDelete();
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await page.pass(0);
    await act(async () => page.bridge.lastOf('reports.delete-viewer').refuse());
    expect(within(screen.getByRole('dialog')).getByRole('alert')).toHaveTextContent(
      PROBLEM_TEXT.what.en,
    );
  });

  it('is kept for as long as was saved, and shorter only after a word of warning', async () => {
    const page = await drawBooks();
    await answer(page, 'reports.retention', { chatDays: 30 });
    const days = screen.getByRole('spinbutton', { name: 'Keep chat for' });
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    fireEvent.change(days, { target: { value: '7' } });
    expect(screen.getByText(/permanently deletes older chat/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(page.bridge.lastOf('reports.set-retention').args).toEqual({ chatDays: 7 });
  });
});
