import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MarksState, RecordingView } from '../../../../shared/contract/marks.ts';
import { EMPTY_MARKS } from '../../../support/empty-states.ts';
import { sayDesktop } from '../desktop/app-fixtures.ts';
import { type Drawn, drawDashboard, openPlace } from '../draw-dashboard.tsx';
import { obsWith } from '../obs/obs-fixtures.ts';
import { sayObs } from '../obs/obs-support.ts';
import { NOW, PROBLEM_TEXT } from '../support.ts';

const RECORDING: RecordingView = {
  id: 7,
  beganAt: NOW - 60_000,
  endedAt: null,
  duration: 60_000,
  files: ['show.mkv'],
  exact: true,
  marks: 2,
};
const RUNNING = { id: 7, exact: true, marks: 2, paused: false, file: 'show.mkv' };

const MARK = { id: 1, kind: 'hand', at: 0, setAt: NOW, label: { key: 'marks.label-hand' } };

const sayMarks = (page: Drawn, changes: Partial<MarksState>) =>
  page.core((bridge) =>
    bridge.feeds.tell({ type: 'feed', feed: 'marks', value: { ...EMPTY_MARKS, ...changes } }),
  );

async function drawn(changes: Partial<MarksState> = {}, recordings: readonly RecordingView[] = []) {
  const page = await drawDashboard({ language: 'en' });
  await sayMarks(page, changes);
  openPlace('history', 'marks');
  await page.pass(50);
  await page.core((bridge) => bridge.lastOf('marks.recordings').answer({ recordings }));
  return page;
}

const card = (name: string) => within(screen.getByRole('region', { name }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the page of markers', () => {
  it('leads to OBS as long as it is not connected', async () => {
    const page = await drawn();
    expect(card('Recordings').getByText('No recordings yet')).toBeVisible();
    press('Connect OBS');
    expect(page.dashboard.store.getState()).toMatchObject({ parts: { settings: 'obs' } });
  });

  it('says that OBS does not record, once it is connected', async () => {
    const page = await drawn();
    await sayObs(page, obsWith());
    expect(card('Recording markers').getByText('Not recording')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Connect OBS' })).toBeNull();
  });

  it('adds a marker at a press, and says why that failed', async () => {
    const page = await drawn({ recording: RUNNING }, [RECORDING]);
    press('Add a marker now');
    expect(page.bridge.last).toMatchObject({ name: 'marks.add', args: {} });
    await page.core((bridge) => bridge.lastOf('marks.add').refuse());
    expect(card('Recording markers').getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
  });

  it('says that a replay was missed because the buffer is off', async () => {
    await drawn({ replayBuffer: 'off', replayMissedAt: NOW });
    expect(card('Replays').getByText(/^Couldn’t save a replay at/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save a replay' })).toBeDisabled();
  });
});

describe('an export of markers', () => {
  const clicked = vi.fn();
  beforeEach(() => {
    // jsdom has neither files nor downloads.
    URL.createObjectURL = () => 'blob:marks';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(clicked);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    clicked.mockClear();
  });

  const exported = async (page: Drawn) => {
    const { file } = page.bridge.lastOf('marks.export').args as { readonly file?: string };
    await page.core((bridge) => bridge.lastOf('marks.export').answer({ text: 'TITLE', marks: 2 }));
    return { file, status: screen.getByText('Exported 2 markers').closest('[role=status]') };
  };

  it('is saved by the browser at once, and again at a press', async () => {
    const page = await drawn({ recording: RUNNING }, [RECORDING]);
    await page.core((bridge) => bridge.lastOf('marks.list').answer({ marks: [MARK] }));
    press('EDL');
    expect(page.bridge.last.args).toMatchObject({ recording: 7, format: 'edl', language: 'en' });
    const { file, status } = await exported(page);
    expect(file).toBeUndefined();
    expect(clicked).toHaveBeenCalledOnce();
    const link = within(status as HTMLElement).getByRole('link', { name: 'Save file' });
    expect(link).toHaveAttribute('href', 'blob:marks');
    expect(link.getAttribute('download')).toMatch(/^stagelight-marks-[\d-]+\.edl$/);
  });

  it('is in the data folder of the app, which a press opens', async () => {
    const page = await drawn({ recording: RUNNING }, [RECORDING]);
    await page.core((bridge) => sayDesktop(bridge));
    await page.core((bridge) => bridge.lastOf('marks.list').answer({ marks: [MARK] }));
    press('CSV');
    const { file, status } = await exported(page);
    expect(file).toMatch(/^stagelight-marks-[\d-]+\.csv$/);
    expect(status).toHaveTextContent(`exports/${file}`);
    expect(clicked).not.toHaveBeenCalled();
    press('Open data folder');
    expect(page.bridge.last.name).toBe('maintenance.open-folder');
  });

  it('for YouTube is text to copy', async () => {
    const page = await drawn({ recording: RUNNING }, [RECORDING]);
    await page.core((bridge) => bridge.lastOf('marks.list').answer({ marks: [MARK] }));
    press('YouTube chapters');
    const answer = { text: '0:00 Start\n1:02 Chat peak\n', marks: 2 };
    await page.core((bridge) => bridge.lastOf('marks.export').answer(answer));
    expect(screen.getByLabelText('YouTube chapters')).toHaveValue(answer.text);
  });
});
