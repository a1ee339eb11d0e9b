import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawDashboard, openMenu, openPlace } from '../draw-dashboard.tsx';
import { PROBLEM_TEXT } from '../support.ts';

const strip = () => within(screen.getByRole('group', { name: 'Alerts' }));
const card = () => within(screen.getByRole('region', { name: 'Alerts' }));
const alerts = (waiting: number, paused: boolean) => ({
  alerts: { waiting, neverAppeared: 0, paused },
});
const draw = (waiting = 0, paused = false) =>
  drawDashboard({ language: 'en', status: alerts(waiting, paused) });

describe('the controls of the alerts', () => {
  it.each([
    ['Pause alerts', 'Pause', false, 'alerts.pause', { paused: true }],
    ['Resume alerts', 'Resume', true, 'alerts.pause', { paused: false }],
    ['Skip the alert on screen', 'Skip', false, 'alerts.skip', {}],
    ['Hide all alerts now and pause', 'Hide all', false, 'alerts.panic', {}],
  ])('%s from the strip and from the show', async (long, short, paused, name, args) => {
    const page = await draw(2, paused);
    fireEvent.click(strip().getByRole('button', { name: long }));
    expect(page.bridge.last).toMatchObject({ name, args });
    await page.core((bridge) => bridge.last.answer({}));
    fireEvent.click(card().getByRole('button', { name: short }));
    expect(page.bridge.asked).toHaveLength(2);
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
    const skip = card().getByRole('button', { name: 'Skip' });
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

  it.each([
    [0, 'New alerts wait here until you resume.', 'None waiting'],
    [1, '1 alert is waiting. It plays when you resume.', '1 waiting'],
    [1_200, '1,200 alerts are waiting. They play in turn when you resume.', '1,200 waiting'],
  ])('are explained beside the show with %d waiting', async (waiting, text, badge) => {
    await draw(waiting, true);
    expect(card().getByText('Alerts are paused')).toBeVisible();
    expect(card().getByText(text)).toBeVisible();
    expect(card().getByText(badge)).toBeVisible();
  });

  it('are not spoken of while alerts play', async () => {
    await draw(3, false);
    expect(card().queryByText('Alerts are paused')).toBeNull();
    expect(card().getByText('3 waiting')).toBeVisible();
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
