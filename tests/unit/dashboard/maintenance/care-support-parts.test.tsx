import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../../electron/platform/operations.ts';
import { PERMISSIONS } from '../../../../renderer/dashboard/connection/permissions-page.tsx';
import { LANGUAGES } from '../../../../shared/locales/index.ts';
import { PAGE_TEXTS } from '../../../../shared/locales/pages.ts';
import { askedArgs } from '../desktop/app-support.ts';
import { card, drawCare, press, type } from './care-support.ts';

const line = (id: number, text: string, level = 'info') => ({ id, level, text });
const log = () => card('Logs');
const bundle = () => card('Diagnostics');

describe('the log', () => {
  it('is not read before somebody wants to see it', async () => {
    const page = await drawCare();
    expect(askedArgs(page, 'maintenance.logs')).toEqual([]);
    press('Show logs', log());
    expect(askedArgs(page, 'maintenance.logs')).toEqual([
      { level: 'info', search: '', after: null },
    ]);
  });

  it('goes on with what is new, and with nothing twice', async () => {
    const page = await drawCare();
    press('Show logs', log());
    await page.core((bridge) =>
      bridge.last.answer({ lines: [line(1, 'first'), line(2, 'second')], last: 2 }),
    );
    await page.pass(1_000);
    expect(page.bridge.last.args).toEqual({ level: 'info', search: '', after: 2 });
    await page.core((bridge) =>
      bridge.last.answer({ lines: [line(3, 'third', 'error')], last: 3 }),
    );
    expect(
      log()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['first', 'second', 'third']);
  });

  it('begins anew with another level or another word', async () => {
    const page = await drawCare();
    press('Show logs', log());
    await page.core((bridge) => bridge.last.answer({ lines: [line(1, 'first')], last: 1 }));
    fireEvent.change(screen.getByLabelText('Level'), { target: { value: 'error' } });
    expect(page.bridge.last.args).toEqual({ level: 'error', search: '', after: null });
    type('Search logs', 'socket');
    expect(page.bridge.last.args).toEqual({ level: 'error', search: 'socket', after: null });
  });

  it('asks no second time while an answer is on its way, and stops when it is closed', async () => {
    const page = await drawCare();
    press('Show logs', log());
    await page.pass(5_000);
    expect(askedArgs(page, 'maintenance.logs')).toHaveLength(1);
    await page.core((bridge) => bridge.last.answer({ lines: [], last: 0 }));
    press('Hide logs', log());
    await page.pass(5_000);
    expect(askedArgs(page, 'maintenance.logs')).toHaveLength(1);
  });

  it('says that it cannot be read, and goes on when it can', async () => {
    const page = await drawCare();
    press('Show logs', log());
    await page.core((bridge) => bridge.last.refuse());
    expect(log().getByText(/continue once the app reconnects/)).toBeVisible();
    await page.pass(1_000);
    await page.core((bridge) => bridge.last.answer({ lines: [line(1, 'back')], last: 1 }));
    expect(log().getByText('back')).toBeVisible();
    expect(log().queryByText(/continue once the app reconnects/)).toBeNull();
  });

  it('shows markup in a line as text', async () => {
    const page = await drawCare();
    press('Show logs', log());
    const text = '<img src=x onerror=alert(1)>';
    await page.core((bridge) => bridge.last.answer({ lines: [line(1, text)], last: 1 }));
    expect(log().getByText(text)).toBeVisible();
    expect(page.container.querySelector('.log-lines img')).toBeNull();
  });
});

describe('the bundle for support', () => {
  it('is shown, file by file, before it can be saved', async () => {
    const page = await drawCare();
    expect(bundle().queryByRole('button', { name: 'Save as shown' })).toBeNull();
    press('Create diagnostics', bundle());
    const files = [{ name: 'status.json', bytes: 1_200, text: '{ "demo": false }' }];
    await page.core((bridge) => bridge.last.answer({ id: 'b1', files }));
    expect(bundle().getByText('status.json')).toBeVisible();
    expect(bundle().getByText('{ "demo": false }')).toBeInTheDocument();
    press('Save as shown', bundle());
    expect(page.bridge.last).toMatchObject({
      name: 'maintenance.diagnostics-save',
      args: { id: 'b1' },
    });
    await page.core((bridge) => bridge.last.answer({ name: 'stagelight-diagnostics-1.zip' }));
    expect(bundle().getByText('Saved')).toBeVisible();
  });
});

describe('the words of permissions', () => {
  it('are there for each scope of the platform, in every language', () => {
    expect([...PERMISSIONS].sort()).toEqual([...SCOPES].sort());
    const keys = SCOPES.flatMap((scope) => [`permit.${scope}`, `scope.${scope}`]);
    for (const language of LANGUAGES) {
      expect(keys.filter((key) => !Object.hasOwn(PAGE_TEXTS[language], key))).toEqual([]);
    }
  });
});
