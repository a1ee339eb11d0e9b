import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sizeText } from '../../../../renderer/dashboard/maintenance/kept-list.tsx';
import { wordsOf } from '../../../../renderer/i18n/dashboard.ts';
import type { BackupContents, BackupState } from '../../../../shared/contract/maintenance.ts';
import { NOW, PROBLEM, PROBLEM_TEXT } from '../support.ts';
import { card, dialog, drawCare, press, type } from './care-support.ts';

const NAME = 'stagelight-backup-20260102-030405.zip';
const LONG = 'a long enough passphrase';
const KEPT: BackupState = {
  running: false,
  share: 1,
  problem: null,
  kept: [{ name: NAME, bytes: 12_345_678, at: NOW }],
};
const CONTENTS: BackupContents = {
  app: '1.2.3',
  createdAt: NOW,
  events: 3,
  badRows: 0,
  badMedia: 0,
  connection: null,
  mediaFiles: 1,
  bytes: 12_345,
  hasSecrets: true,
  badSettings: [],
};

const backup = () => card('Backup');
const restore = () => card('Restore');

describe('a backup', () => {
  it('is made without secrets unless somebody wants them in it', async () => {
    const page = await drawCare();
    press('Create backup', backup());
    expect(page.bridge.last).toMatchObject({
      name: 'maintenance.backup',
      args: { secrets: false },
    });
  });

  it('takes secrets only with a passphrase that was typed twice', async () => {
    const page = await drawCare();
    fireEvent.click(backup().getByRole('switch', { name: 'Include secrets' }));
    press('Create backup', backup());
    expect(backup().getByText('Enter at least 10 characters.')).toBeVisible();
    type('Passphrase', LONG);
    type('Repeat passphrase', `${LONG}!`);
    press('Create backup', backup());
    expect(backup().getByText('The passphrases don’t match.')).toBeVisible();
    expect(page.bridge.asked).toEqual([]);
    type('Repeat passphrase', LONG);
    press('Create backup', backup());
    expect(page.bridge.last.args).toEqual({ secrets: { passphrase: LONG } });
    await page.core((bridge) => bridge.last.answer({}));
    expect(screen.getByLabelText('Passphrase')).toHaveValue('');
  });

  it('leaves the passphrase in its field when it fails', async () => {
    const page = await drawCare();
    fireEvent.click(backup().getByRole('switch', { name: 'Include secrets' }));
    type('Passphrase', LONG);
    type('Repeat passphrase', LONG);
    press('Create backup', backup());
    await page.core((bridge) => bridge.last.refuse());
    expect(screen.getByLabelText('Passphrase')).toHaveValue(LONG);
    expect(backup().getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });

  it('shows how far it is', async () => {
    await drawCare({ desk: { backup: { ...KEPT, running: true, share: 0.42 } } });
    expect(backup().getByRole('progressbar', { name: 'Backing up, 42%' })).toBeVisible();
    expect(backup().getByRole('button', { name: 'Create backup' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
  });

  it('says why it could not be made', async () => {
    await drawCare({ desk: { backup: { ...KEPT, problem: PROBLEM } } });
    expect(backup().getByText(PROBLEM_TEXT.cure.en)).toBeVisible();
  });

  it('can be downloaded by a browser, below its own address', async () => {
    await drawCare({ desk: { backup: KEPT } });
    expect(backup().getByRole('link', { name: `Download ${NAME}` })).toHaveAttribute(
      'href',
      `http://127.0.0.1:4123/dashboard/key/files/${NAME}`,
    );
    expect(backup().getByText(/12\.3 MB/)).toBeVisible();
  });

  it('is removed only by name', async () => {
    const page = await drawCare({ desk: { backup: KEPT } });
    press(`Delete ${NAME}`, backup());
    expect(dialog().getByText(NAME)).toBeVisible();
    expect(page.bridge.asked).toEqual([]);
    fireEvent.click(dialog().getByRole('button', { name: 'Delete' }));
    expect(page.bridge.last).toMatchObject({
      name: 'maintenance.remove-file',
      args: { name: NAME },
    });
  });

  it('of the demo is not made, and it says why', async () => {
    await drawCare({ place: { demo: true } });
    expect(backup().queryByRole('button', { name: 'Create backup' })).toBeNull();
    expect(backup().getByText(/Leave the demo first/)).toBeVisible();
  });
});

describe('a restore', () => {
  const ready = { desk: { restore: { phase: 'ready', name: NAME, contents: CONTENTS } } } as const;

  it('of a kept backup begins with a look at it', async () => {
    const page = await drawCare({ desk: { backup: KEPT } });
    press(`Restore ${NAME}`, backup());
    expect(page.bridge.last).toMatchObject({
      name: 'maintenance.restore-open',
      args: { name: NAME },
    });
  });

  it('of a file brings it in part by part, then has it looked at', async () => {
    const page = await drawCare();
    const content = new Uint8Array(800_000).fill(7);
    const file = new File([content], '백업.zip', { type: 'application/zip' });
    fireEvent.change(restore().getByLabelText('Choose backup file'), {
      target: { files: [file] },
    });
    const answer = async (name: string, value: unknown) => {
      await waitFor(() => expect(page.bridge.last.name).toBe(name));
      await page.core((bridge) => bridge.last.answer(value));
    };
    await answer('maintenance.restore-begin', { upload: 'u1' });
    expect(page.bridge.lastOf('maintenance.restore-begin').args).toEqual({
      name: '백업.zip',
      bytes: 800_000,
    });
    await answer('maintenance.restore-part', {});
    await waitFor(() => expect(page.bridge.last.args).toMatchObject({ upload: 'u1', index: 1 }));
    await answer('maintenance.restore-part', {});
    await answer('maintenance.restore-finish', {});
    expect(page.bridge.asked.map(({ name }) => name)).toEqual([
      'maintenance.restore-begin',
      'maintenance.restore-part',
      'maintenance.restore-part',
      'maintenance.restore-finish',
    ]);
  });

  it('says why a file cannot be taken', async () => {
    await drawCare({ desk: { restore: { phase: 'failed', name: NAME, problem: PROBLEM } } });
    expect(restore().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.cure.en);
  });

  it('shows what is in a backup and asks by name before it takes it', async () => {
    const page = await drawCare(ready);
    expect(restore().getByText('3 records')).toBeVisible();
    expect(restore().getByText('1 file')).toBeVisible();
    type('Passphrase', LONG);
    press('Restore', restore());
    expect(dialog().getByText(NAME)).toBeVisible();
    expect(dialog().getByText(/before-restore folder/)).toBeVisible();
    expect(page.bridge.asked).toEqual([]);
    fireEvent.click(dialog().getByRole('button', { name: 'Restore' }));
    expect(page.bridge.last).toMatchObject({
      name: 'maintenance.restore-apply',
      args: { passphrase: LONG, connection: 'keep' },
    });
  });

  it('keeps the connection unless somebody takes that of the backup, and asks with its address', async () => {
    const connection = {
      clientId: 'thei••••here',
      baseUrl: 'https://api.elsewhere.example',
      authUrl: 'https://login.elsewhere.example',
    };
    const page = await drawCare({
      desk: {
        restore: {
          phase: 'ready',
          name: NAME,
          contents: { ...CONTENTS, hasSecrets: false, connection },
        },
      },
    });
    press('Restore', restore());
    expect(dialog().queryByText(/elsewhere/)).toBeNull();
    fireEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    fireEvent.click(
      restore().getByRole('switch', { name: 'Use this backup’s connection settings too' }),
    );
    press('Restore', restore());
    expect(dialog().getByText('https://api.elsewhere.example')).toBeVisible();
    expect(dialog().getByText('https://login.elsewhere.example')).toBeVisible();
    expect(dialog().getByText(/sign-in and Client Secret are deleted first/)).toBeVisible();
    fireEvent.click(dialog().getByRole('button', { name: 'Restore' }));
    expect(page.bridge.last).toMatchObject({
      args: { passphrase: null, connection: 'take' },
    });
  });

  it('says how much of it stays out', async () => {
    await drawCare({
      desk: {
        restore: { phase: 'ready', name: NAME, contents: { ...CONTENTS, badRows: 2, badMedia: 1 } },
      },
    });
    expect(restore().getByText('2 invalid records are skipped.')).toBeVisible();
    expect(restore().getByText('1 unusable media file is skipped.')).toBeVisible();
  });

  it('can be given up while it is looked at', async () => {
    const page = await drawCare({ desk: { restore: { phase: 'checking', name: NAME } } });
    press('Don’t restore', restore());
    expect(page.bridge.last).toMatchObject({ name: 'maintenance.restore-cancel' });
  });

  it('with a wrong passphrase leaves it to be corrected, and says so', async () => {
    const page = await drawCare(ready);
    type('Passphrase', LONG);
    press('Restore', restore());
    fireEvent.click(dialog().getByRole('button', { name: 'Restore' }));
    await page.core((bridge) => bridge.last.refuse());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText('Passphrase')).toHaveValue(LONG);
    expect(restore().getByText(PROBLEM_TEXT.cure.en)).toBeVisible();
  });

  it('can leave the secrets out', async () => {
    const page = await drawCare(ready);
    expect(restore().getByRole('button', { name: 'Restore' })).toBeDisabled();
    fireEvent.click(restore().getByRole('switch', { name: 'Restore secrets too' }));
    press('Restore', restore());
    fireEvent.click(dialog().getByRole('button', { name: 'Restore' }));
    expect(page.bridge.last.args).toEqual({ passphrase: null, connection: 'keep', upload: null });
  });

  it('names the settings that would get their defaults', async () => {
    const contents = { ...CONTENTS, badSettings: ['port', 'overlay.theme'] };
    await drawCare({ desk: { restore: { phase: 'ready', name: NAME, contents } } });
    expect(
      restore().getByText(/2 unreadable settings are reset.*port, overlay\.theme/),
    ).toBeVisible();
  });

  it('that waits for a start can be begun or dropped', async () => {
    const page = await drawCare({ desk: { restore: { phase: 'waits-for-restart', name: NAME } } });
    expect(restore().getByText('The backup is restored at the next start')).toBeVisible();
    press('Don’t restore', restore());
    expect(page.bridge.last.name).toBe('maintenance.restore-cancel');
  });
});

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 KB'],
    [12_345, '12.3 KB'],
    [123_456, '123 KB'],
    [5_000_000_000, '5 GB'],
  ])('%d bytes read %s', (bytes, text) => {
    expect(sizeText(bytes, wordsOf('en'))).toBe(text);
  });
});
