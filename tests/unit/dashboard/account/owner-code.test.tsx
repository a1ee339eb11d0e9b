import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BackupContents } from '../../../../shared/contract/maintenance.ts';
import type { Problem } from '../../../../shared/problem.ts';
import type { Drawn } from '../draw-dashboard.tsx';
import { card, drawCare, press } from '../maintenance/care-support.ts';
import { NOW, PROBLEM } from '../support.ts';

const NAME = 'stagelight-backup-20260102-030405.zip';
const NEEDED: Problem = { code: 'owner-code-needed' };
const WRONG: Problem = { code: 'owner-code-wrong', values: { count: 4 } };
const KEPT = {
  running: false,
  share: 1,
  problem: null,
  kept: [{ name: NAME, bytes: 5, at: NOW }],
};
const CONTENTS: BackupContents = {
  app: '1.2.3',
  createdAt: NOW,
  events: 3,
  badRows: 0,
  mediaFiles: 1,
  badMedia: 0,
  bytes: 12_345,
  hasSecrets: false,
  badSettings: [],
  connection: null,
};
const TITLE = 'Only someone at the computer can do this.';
const question = () => screen.queryByRole('dialog', { name: TITLE });
const typeCode = (code: string) =>
  fireEvent.change(screen.getByLabelText('Code from the terminal'), { target: { value: code } });

/** The core has refused to open a backup without the code. */
async function asked(): Promise<Drawn> {
  const page = await drawCare({ desk: { backup: KEPT } });
  press(`Restore ${NAME}`, card('Backup'));
  expect(page.bridge.last.code).toBeUndefined();
  await page.core((bridge) => bridge.last.refuse(NEEDED));
  return page;
}

describe('what is only for whoever sits at the computer', () => {
  it('is asked for once more with the code of the terminal', async () => {
    const page = await asked();
    expect(question()).toBeVisible();
    expect(screen.getByText(/Enter the code from the terminal/)).toBeVisible();
    typeCode(' abcd-efgh ');
    press('Continue');
    await page.core(() => undefined);
    expect(page.bridge.last).toMatchObject({
      name: 'maintenance.restore-open',
      args: { name: NAME },
      code: 'abcd-efgh',
    });
    await page.core((bridge) => bridge.last.answer({ upload: 'the upload' }));
    expect(question()).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that the code was another one, and takes the next', async () => {
    const page = await asked();
    typeCode('AAAA-AAAA');
    press('Continue');
    await page.core(() => undefined);
    await page.core((bridge) => bridge.last.refuse(WRONG));
    expect(screen.getByRole('dialog', { name: 'That code is wrong.' })).toBeVisible();
    expect(screen.getByText(/You have 4 tries left/)).toBeVisible();
    expect(screen.getByLabelText('Code from the terminal')).toHaveValue('');
    typeCode('BBBB-BBBB');
    press('Continue');
    await page.core(() => undefined);
    expect(page.bridge.last.code).toBe('BBBB-BBBB');
  });

  it('stays refused where nobody has the code, and says why', async () => {
    const page = await asked();
    const before = page.bridge.asked.length;
    press('Cancel');
    await page.core(() => undefined);
    expect(question()).toBeNull();
    expect(page.bridge.asked).toHaveLength(before);
    expect(card('Backup').getByRole('alert')).toHaveTextContent(TITLE);
  });

  it('of another refusal asks for no code', async () => {
    const page = await drawCare({ desk: { backup: KEPT } });
    press(`Restore ${NAME}`, card('Backup'));
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(question()).toBeNull();
  });

  it('is a restore as a whole: who opened the backup needs no second code', async () => {
    const page = await asked();
    typeCode('ABCD-EFGH');
    press('Continue');
    await page.core(() => undefined);
    await page.core((bridge) => bridge.last.answer({ upload: 'the upload' }));
    await page.core((bridge) =>
      bridge.feeds.tell({
        type: 'feed',
        feed: 'maintenance',
        value: {
          ...page.dashboard.store.getState().maintenance,
          restore: { phase: 'ready', name: NAME, contents: CONTENTS },
        },
      } as never),
    );
    press('Restore', card('Restore'));
    fireEvent.click(screen.getAllByRole('button', { name: 'Restore' }).at(-1) as HTMLElement);
    await page.core(() => undefined);
    expect(page.bridge.last).toMatchObject({
      name: 'maintenance.restore-apply',
      args: { upload: 'the upload' },
    });
    expect(page.bridge.last.code).toBeUndefined();
  });

  it.each([
    ['headless', /its terminal shows a code/],
    ['desktop', /only do this in the Stagelight app window/],
  ] as const)('is said before it is tried: %s', async (host, words) => {
    await drawCare({ place: { host } });
    expect(card('Restore').getByText(words)).toBeVisible();
    expect(card('Addresses').getByText(words)).toBeVisible();
    expect(card('Backup').queryByText(words)).toBeNull();
    fireEvent.click(card('Backup').getByRole('switch', { name: 'Include secrets' }));
    expect(card('Backup').getByText(words)).toBeVisible();
  });
});
