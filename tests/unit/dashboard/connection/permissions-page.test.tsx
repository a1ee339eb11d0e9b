import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../../electron/platform/operations.ts';
import { SUBSCRIPTIONS } from '../../../../electron/session/subscriptions.ts';
import { LANGUAGES } from '../../../../shared/locales/index.ts';
import { drawPermissions } from '../draw-dashboard.tsx';
import { NOW, PROBLEM_TEXT } from '../support.ts';

const card = () => within(screen.getByRole('region', { name: /^(권한|Permissions)$/ }));
const rows = (name: string) => card().getByRole('list', { name }).querySelectorAll('li');
const missing = SUBSCRIPTIONS.map(({ scope, disables }) => ({ scope, disables }));
const lacking = { status: { scopes: { granted: [], missing } } } as const;

describe('the permissions', () => {
  it.each(LANGUAGES)('are said in words, all 14 of the specification (%s)', async (language) => {
    const scopes = { granted: [...SCOPES], missing: [] };
    await drawPermissions({ language, status: { scopes } });
    const granted = [...rows(language === 'ko' ? '허용된 권한' : 'Granted')];
    expect(granted).toHaveLength(14);
    expect(new Set(granted.map(({ textContent }) => textContent)).size).toBe(14);
    expect(card().queryByRole('button')).toBeNull();
  });

  it('show one that nobody knows as it is', async () => {
    const scopes = { granted: ['READ:HOLOGRAM', 'toString'], missing: [] };
    await drawPermissions({ language: 'en', status: { scopes } });
    expect([...rows('Granted')].map(({ textContent }) => textContent)).toEqual([
      'READ:HOLOGRAM',
      'toString',
    ]);
  });

  it('that are not granted say what they would allow', async () => {
    const scopes = { granted: ['READ:LIVE_CHAT', 'READ:DONATION'], missing: [] };
    const page = await drawPermissions({ language: 'en', status: { scopes } });
    expect(card().getByText('2 of 14 granted')).toBeVisible();
    expect(card().getByText('Sending chat from the app')).toBeVisible();
    fireEvent.click(card().getByRole('button', { name: 'Grant permissions' }));
    expect(page.bridge.last).toMatchObject({ name: 'sign-in.start', args: { prompt: 'consent' } });
  });

  it('that events need are named with what does not come, once', async () => {
    await drawPermissions({ language: 'en', ...lacking });
    const lines = [...document.querySelectorAll('.scopes li')].map((line) => line.textContent);
    expect(lines).toEqual([
      'READ:LIVE_CHATUnavailable: chat, drops draws and shop purchases',
      'READ:DONATIONUnavailable: donations',
      'READ:SUBSCRIPTIONUnavailable: subscriptions',
    ]);
    expect(card().getAllByText('READ:DONATION')).toHaveLength(1);
  });

  it('are granted in the browser, with the address to copy', async () => {
    const page = await drawPermissions({ language: 'en', ...lacking });
    const button = card().getByRole('button', { name: 'Grant permissions' });
    fireEvent.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    await page.core((bridge) => bridge.last.answer({ url: 'https://ci.me/consent' }));
    expect(page.host.opened).toEqual(['https://ci.me/consent']);
    const address = screen.getByLabelText<HTMLTextAreaElement>('Permission request address');
    expect(address.value).toBe('https://ci.me/consent');
  });

  it('say why when granting cannot start, and wait while the app cannot be reached', async () => {
    const page = await drawPermissions({ language: 'en', ...lacking });
    fireEvent.click(card().getByRole('button', { name: 'Grant permissions' }));
    await page.core((bridge) => bridge.last.refuse());
    expect(card().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
    await page.core((bridge) => bridge.setReachable(false));
    expect(card().getByRole('button', { name: 'Grant permissions' })).toBeDisabled();
  });

  it('are asked of nobody who is signed out', async () => {
    const status = {
      connection: { state: 'signed-out', reason: null, since: NOW },
      session: null,
      tokens: null,
      scopes: { granted: [], missing: [] },
    } as const;
    await drawPermissions({ language: 'en', status });
    expect(card().queryByRole('button')).toBeNull();
    expect(card().getByText(/^Sign in to see/)).toBeVisible();
  });
});
