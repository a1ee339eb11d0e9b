import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NOW, statusWith } from '../support.ts';
import { APPLICATION, desktopWith, NO_APPLICATION } from './setup-fixtures.ts';
import { drawSetup, STARTING } from './setup-support.ts';

const button = (name: string) => screen.getByRole('button', { name });
const connected = desktopWith({ step: 'done', mode: 'connect', connect: APPLICATION });

describe('the dashboard', () => {
  it('leads out of the demo', async () => {
    const page = await drawSetup({
      desktop: desktopWith({ step: 'done', mode: 'demo' }),
      status: statusWith({ demo: true }),
    });
    expect(screen.getByText('지금은 데모예요')).toBeVisible();
    fireEvent.click(button('내 채널 연결하기'));
    expect(page.asked()).toEqual([['setup.go', { step: 'application' }]]);
  });

  it('leads back into a first run that was left at its beginning', async () => {
    const page = await drawSetup({
      desktop: desktopWith({ step: 'done' }),
      prepare: (host) => host.kept.set('setup-left', 'welcome'),
    });
    expect(screen.queryByRole('button', { name: '다시 보지 않기' })).toBeNull();
    fireEvent.click(button('이어서 설정하기'));
    expect(page.asked()).toEqual([['setup.go', { step: 'welcome' }]]);
  });

  it.each([
    ['nothing is decided', 'undecided', NO_APPLICATION, false],
    ['no application is there', 'connect', NO_APPLICATION, false],
    ['an application is there', 'connect', APPLICATION, true],
  ] as const)('where %s, offers to sign in: %s', async (_, mode, connect, offered) => {
    await drawSetup({
      desktop: desktopWith({ step: 'done', mode, connect }),
      status: {
        ...STARTING,
        connection: { state: 'signed-out', reason: 'not-set-up', since: NOW },
      },
    });
    expect(screen.queryAllByRole('button', { name: '로그인' })).toHaveLength(offered ? 1 : 0);
    expect(screen.queryAllByText('설정이 아직 남아 있어요')).toHaveLength(offered ? 0 : 1);
  });

  it('reminds of the overlay until it is told not to', async () => {
    const page = await drawSetup({
      desktop: connected,
      status: statusWith(),
      prepare: (host) => host.kept.set('setup-left', 'overlay'),
    });
    fireEvent.click(button('다시 보지 않기'));
    expect(screen.queryByText('설정이 아직 남아 있어요')).toBeNull();
    expect(page.host.kept.has('setup-left')).toBe(false);
  });

  it('remembers nothing that makes no sense', async () => {
    await drawSetup({
      desktop: connected,
      status: statusWith(),
      prepare: (host) => host.kept.set('setup-left', 'elsewhere'),
    });
    expect(screen.queryByText('설정이 아직 남아 있어요')).toBeNull();
  });

  it('says nothing of a first run on a host without windows', async () => {
    const { drawDashboard } = await import('../draw-dashboard.tsx');
    await drawDashboard();
    expect(screen.queryByRole('region', { name: '처음 설정' })).toBeNull();
    expect(screen.queryByText('설정이 아직 남아 있어요')).toBeNull();
  });
});
