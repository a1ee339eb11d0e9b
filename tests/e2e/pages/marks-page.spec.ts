import type { MarksState, MarkView, RecordingView } from '../../../shared/contract/marks.ts';
import { EMPTY_MARKS } from '../../support/empty-states.ts';
import { tabTo } from '../../support/keyboard.ts';
import { expectOpenToAll, lookAs, nameOf, SIGHTS, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { text } from '../../support/texts.ts';
import { expect, pageTest as test } from '../fixtures.ts';

const AT = Date.UTC(2026, 0, 1, 12);
const LONG = `${'아주 긴 이름 '.repeat(20)}.mkv`;

const RECORDINGS: readonly RecordingView[] = [
  {
    id: 2,
    beganAt: AT,
    endedAt: null,
    duration: 3_725_000,
    files: ['2026-01-01 21-00-00.mkv', 'part 2.mkv'],
    exact: false,
    marks: 6,
  },
  {
    id: 1,
    beganAt: AT - 86_400_000,
    endedAt: AT,
    duration: 61_000,
    files: [LONG],
    exact: true,
    marks: 0,
  },
];

const MARKS: readonly MarkView[] = (
  [
    ['alert', { key: 'marks.label-donation', values: { who: '<b>치즈냥</b>', beams: 50_000 } }],
    ['draw', { key: 'marks.label-draw', values: { reward: '망토' } }],
    ['chat-peak', { key: 'marks.label-chat-peak', values: { count: 214 } }],
    ['hand', { key: 'marks.label-hand' }],
    [
      'alert',
      { key: 'marks.label-subscription-month', values: { who: 'x'.repeat(200), month: 12 } },
    ],
    ['replay', { key: 'marks.label-replay-file', values: { file: 'Replay 2026-01-01.mkv' } }],
  ] as const
).map(([kind, label], at) => ({ id: at + 1, kind, at: at * 754_000, setAt: AT, label }));

const RECORDING: MarksState = {
  ...EMPTY_MARKS,
  recording: { id: 2, exact: false, marks: 6, paused: false, file: '2026-01-01 21-00-00.mkv' },
  replayBuffer: 'off',
  canChapter: false,
  settings: { chatPeaks: true, chapters: false, replayFrom: 10_000 },
  replayMissedAt: AT,
  revision: 1,
};

const STATES: Readonly<Record<string, MarksState>> = {
  recording: RECORDING,
  paused: { ...RECORDING, recording: { id: 2, exact: true, marks: 1, paused: true, file: null } },
  nothing: { ...EMPTY_MARKS, revision: 2 },
};

const recordingsOf = (marks: MarksState) => (marks.recording ? RECORDINGS : []);

test('the page of markers is open to everybody, and does what is pressed', async ({
  page,
  core,
  dashboardUrl,
}) => {
  core.tell('marks', RECORDING);
  core.answer({
    'marks.recordings': () => ({ recordings: recordingsOf(core.told('marks')) }),
    'marks.list': () => ({ marks: MARKS }),
    'marks.replays': () => ({ replays: MARKS.filter(({ kind }) => kind === 'replay') }),
    'marks.export': () => ({ text: '0:00 시작\n1:02 채팅 급증\n', marks: 6 }),
  });
  await page.goto(dashboardUrl);
  await openPlace(page, 'history', 'marks');
  await expect(page.locator('.marks-mark')).toHaveCount(6);
  await expect(page.locator('.marks-mark').first()).toContainText('<b>치즈냥</b>');
  await tabTo(page, page.getByRole('button', { name: text('marks.add') }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: text('marks.export-youtube') }).click();
  await expect(page.getByLabel(text('marks.export-youtube'))).toHaveValue(/^0:00 시작/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'EDL' }).click();
  expect((await download).suggestedFilename()).toMatch(/^stagelight-marks-[\d-]+\.edl$/);
  await page.getByRole('switch', { name: text('marks.chat-peaks') }).click();
  await page
    .getByRole('button', { name: text('marks.remove', { label: text('marks.label-hand') }) })
    .click();
  await page.getByRole('button', { name: text('marks.remove-mark-sure'), exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: text('marks.remove-recording') }).click();
  await page.getByRole('button', { name: text('marks.remove-sure') }).click();
  await expect
    .poll(() => core.changes)
    .toEqual([
      { name: 'marks.add', args: {} },
      { name: 'marks.export', args: { recording: 2, format: 'youtube', language: 'ko' } },
      { name: 'marks.export', args: { recording: 2, format: 'edl', language: 'ko' } },
      { name: 'marks.set', args: { chatPeaks: false } },
      { name: 'marks.remove', args: { id: 4 } },
      { name: 'marks.remove-recording', args: { recording: 2 } },
    ]);
  for (const sight of SIGHTS) {
    await lookAs(page, sight);
    await speak(page, sight.language);
    for (const [name, state] of Object.entries(STATES)) {
      core.tell('marks', state);
      const shows = state.recording ? '.marks-mark' : '.marks .empty';
      await expect(page.locator(shows).first()).toBeVisible();
      await expectOpenToAll(page, `${name}, ${nameOf(sight)}`);
    }
  }
});
