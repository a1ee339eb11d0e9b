import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawDashboard, openMenu, openPlace } from '../draw-dashboard.tsx';
import { PROBLEM_TEXT } from '../support.ts';
import { deskAlert, sayDesk } from './alert-queue-support.ts';

const strip = () => within(screen.getByRole('group', { name: 'Alerts' }));
const card = () => within(screen.getByRole('region', { name: 'Alerts' }));
const alerts = (waiting: number, paused: boolean) => ({
  alerts: { waiting, neverAppeared: 0, paused },
});
const draw = (waiting = 0, paused = false) =>
  drawDashboard({ language: 'en', status: alerts(waiting, paused) });

describe('the controls of the alerts', () => {
  it.each([
    ['Pause alerts', false, 'alerts.pause', { paused: true }],
    ['Resume alerts', true, 'alerts.pause', { paused: false }],
    ['Skip the alert on screen', false, 'alerts.skip', {}],
    ['Hide all alerts now and pause', false, 'alerts.panic', {}],
  ])('%s from the strip', async (long, paused, name, args) => {
    const page = await draw(2, paused);
    fireEvent.click(strip().getByRole('button', { name: long }));
    expect(page.bridge.last).toMatchObject({ name, args });
  });

  it('are there on hosts without windows, on every view', async () => {
    await draw();
    openPlace('settings');
    expect(strip().getAllByRole('button')).toHaveLength(3);
    expect(screen.queryByRole('region', { name: 'Alerts' })).toBeNull();
  });

  it('are not there before the core has spoken', async () => {
    await drawDashboard({ language: 'en', status: null });
    expect(screen.queryByRole('group', { name: 'Alerts' })).toBeNull();
  });

  it('say why one failed, on whatever view', async () => {
    const page = await draw();
    openPlace('settings');
    fireEvent.click(strip().getByRole('button', { name: 'Skip the alert on screen' }));
    await page.core((bridge) => bridge.last.refuse());
    expect(screen.getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });

  it('show that something is under way, and ask it once', async () => {
    const page = await draw();
    const skip = strip().getByRole('button', { name: 'Skip the alert on screen' });
    fireEvent.click(skip);
    fireEvent.click(skip);
    expect(skip).toHaveAttribute('aria-busy', 'true');
    expect(page.bridge.asked).toHaveLength(1);
  });
});

describe('paused alerts', () => {
  it('are said in the strip, read out when it happens, and taken back', async () => {
    const page = await draw();
    const said = strip().getByRole('status');
    expect(said).toBeEmptyDOMElement();
    const say = (paused: boolean) =>
      page.core((bridge) => {
        const { status } = page.dashboard.store.getState();
        if (status) bridge.status({ ...status, ...alerts(0, paused) });
      });
    await say(true);
    expect(said).toHaveTextContent('Alerts paused');
    await say(false);
    expect(said).toBeEmptyDOMElement();
  });

  it('are said beside the show, where no alert is on screen', async () => {
    await sayDesk(await draw(0, true), { paused: true });
    expect(card().getByText('Alerts are paused')).toBeVisible();
  });
});

describe('the alerts beside the show', () => {
  it('are the one on screen and the next, and how many wait', async () => {
    const page = await draw(0, false);
    expect(card().getByText('Nothing playing')).toBeVisible();
    expect(card().getByText('Nothing waiting')).toBeVisible();
    await sayDesk(page, {
      playing: deskAlert('DONATION', 1),
      waiting: [deskAlert('SUBSCRIPTION', 2), deskAlert('DROPS', 3)],
      waitingCount: 1_200,
    });
    const rows = [...document.querySelectorAll('.alerts-now-row')].map((row) => row.textContent);
    expect(rows[0]).toMatch(/^NowDonation1,000 beams하루/);
    expect(rows[1]).toMatch(/^NextSubSubscribed for 13 months도토리묵/);
    expect(card().getByText('1,200 waiting')).toBeVisible();
    fireEvent.click(card().getByRole('button', { name: 'Manage alerts' }));
    expect(page.dashboard.store.getState().view).toBe('alerts');
  });
});

describe('the page as it is heard', () => {
  it('has one heading of the first level', async () => {
    await draw();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it.each([
    ['EN', 'EN English'],
    ['한', '한 한국어'],
  ])('begins the name of the language %s with what is seen', async (_seen, name) => {
    await draw();
    openMenu();
    expect(screen.getByRole('button', { name })).toBeVisible();
  });
});
