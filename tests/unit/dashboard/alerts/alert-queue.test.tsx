import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { askedOf, drawDashboard } from '../draw-dashboard.tsx';
import { eventOf, NOW, PROBLEM, PROBLEM_TEXT } from '../support.ts';
import { deskAlert, donationBy, drawDesk, sayDesk } from './alert-queue-support.ts';

const card = (name: string) => within(screen.getByRole('region', { name }));
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const rowOf = (text: string) => screen.getByText(text).closest('.queue-row');
const press = (name: string | RegExp) => fireEvent.click(button(name));

describe('the desk', () => {
  it('says that it waits while the core has not spoken of the overlay', async () => {
    const page = await drawDashboard({ language: 'en' });
    fireEvent.click(within(screen.getByRole('navigation')).getByText('Alerts'));
    expect(screen.queryByRole('region', { name: 'Now and next' })).toBeNull();
    expect(page.container.querySelector('.empty')).toHaveAttribute('role', 'status');
  });

  it('says of every list what will appear in it', async () => {
    await drawDesk();
    expect(card('Now and next').getByText(/^No alert is playing/)).toBeVisible();
    expect(card('Now and next').getByText(/^No alerts waiting/)).toBeVisible();
    expect(card('Missed alerts').getByText(/^None. Alerts that come while/)).toBeVisible();
    expect(card('Played').getByText(/^None yet. You can play/)).toBeVisible();
  });

  it('offers a test where nothing is on the screen', async () => {
    const page = await drawDesk();
    fireEvent.click(card('Now and next').getByRole('button', { name: 'Send a test: Donation' }));
    expect(page.bridge.last).toMatchObject({ name: 'test-event.play', args: { kind: 'DONATION' } });
  });

  it.each([
    ['Pause', 'alerts.pause', { paused: true }],
    ['Skip', 'alerts.skip', {}],
    ['Hide all', 'alerts.panic', {}],
    ['Clear queue', 'alerts.clear', {}],
    ['Mute', 'overlay.set', { muted: true }],
  ])('asks for it by the button "%s"', async (name, command, args) => {
    const page = await drawDesk({ desk: { waiting: [deskAlert('DROPS', 4)] } });
    fireEvent.click(card('Now and next').getByRole('button', { name }));
    expect(page.bridge.last).toMatchObject({ name: command, args });
  });

  it('has nothing to clear while nothing waits', async () => {
    await drawDesk();
    expect(card('Now and next').getByRole('button', { name: 'Clear queue' })).toBeDisabled();
  });

  it('mutes at once, and sounds again when that is refused', async () => {
    const page = await drawDesk();
    press('Mute');
    expect(screen.getByText('The overlay is muted')).toBeVisible();
    await page.core((bridge) => bridge.last.refuse());
    expect(screen.queryByText('The overlay is muted')).toBeNull();
    expect(screen.getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });

  it('says how many wait and how far behind it is', async () => {
    const waiting = [deskAlert('DROPS', 4), deskAlert('SUBSCRIPTION', 5)];
    await drawDesk({ desk: { waiting, waitingCount: 62, behindMs: 74_000 } });
    expect(card('Now and next').getByText('62 waiting · 1m 14s behind')).toBeVisible();
    expect(card('Now and next').getByText('And 60 more.')).toBeVisible();
  });
});

describe('the alert on the screen', () => {
  const playing = () => within(screen.getByRole('region', { name: 'Now playing' }));

  it('shows who, what, and its way so far', async () => {
    const receipts = { queuedAt: NOW + 3_000, paintedAt: NOW + 5_000 };
    await drawDesk({ desk: { playing: donationBy('하루', 1, receipts) } });
    expect(playing().getByText('1,000 beams')).toBeVisible();
    expect(playing().getByText('하루')).toBeVisible();
    const steps = [...document.querySelectorAll('.queue-playing .receipt')];
    expect(steps.map((step) => step.textContent?.split(' ')[0])).toEqual([
      'Received',
      'Queued',
      'Shown',
    ]);
  });

  it('leaves out that it was queued when that was at once', async () => {
    await drawDesk({ desk: { playing: deskAlert('DROPS', 1, { queuedAt: NOW + 20 }) } });
    expect(document.querySelectorAll('.queue-playing .receipt')).toHaveLength(1);
  });

  it.each([
    [null, true],
    [NOW + 400, false],
  ])('painted at %s: says that nothing has painted it: %s', async (paintedAt, said) => {
    await drawDesk({ desk: { playing: deskAlert('DROPS', 1, { paintedAt }) } });
    expect(playing().queryByText('No overlay has shown it yet') !== null).toBe(said);
  });

  it('says what is read aloud and how many share its card', async () => {
    const speak = '하루님이 1,000빔 후원!';
    await drawDesk({ desk: { playing: deskAlert('DONATION', 1, { speak, together: 4 }) } });
    expect(playing().getByText(speak)).toBeVisible();
    expect(playing().getByText('4 donations on one card')).toBeVisible();
  });
});

describe('an alert in a list', () => {
  it.each([
    ['waiting', /^Move to front: Donation, 하루/, 'alerts.replay'],
    ['waiting', /^Remove from queue: Donation, 하루/, 'alerts.reject'],
    ['held', /^Approve: Donation, 하루/, 'alerts.approve'],
    ['held', /^Reject: Donation, 하루/, 'alerts.reject'],
    ['neverAppeared', /^Play next: Donation, 하루/, 'alerts.replay'],
    ['over', /^Play again: Donation, 하루/, 'alerts.replay'],
  ] as const)('that is %s is asked for by "%s"', async (list, name, command) => {
    const page = await drawDesk({ desk: { [list]: [donationBy('하루', 7)] } });
    press(name);
    expect(page.bridge.last).toMatchObject({ name: command, args: { seq: 7 } });
    expect(button(name)).toHaveAttribute('aria-busy', 'true');
  });

  it('says in its row why it could not be played', async () => {
    const over = [donationBy('하루', 7), donationBy('도토리', 8)];
    const page = await drawDesk({ desk: { over } });
    press(/^Play again: Donation, 도토리/);
    await page.core((bridge) => bridge.last.refuse());
    expect(rowOf('도토리')).toHaveTextContent(PROBLEM_TEXT.what.en);
    expect(rowOf('하루')).not.toHaveTextContent(PROBLEM_TEXT.what.en);
  });

  it.each([
    ['SUBSCRIPTION', 'Sub, 도토리묵'],
    ['DROPS', 'Drops, 별빛 스킨'],
    ['GOODS_PURCHASE', 'Purchase, 밤샘고양이'],
  ] as const)('of the kind %s is called "%s"', async (kind, name) => {
    await drawDesk({ desk: { over: [deskAlert(kind, 7)] } });
    expect(button(/^Play again/)).toHaveAccessibleName(`Play again: ${name}`);
  });

  it('says when its turn passed, or when it was over', async () => {
    const endedAt = NOW + 9_000;
    await drawDesk({
      desk: {
        neverAppeared: [donationBy('하루', 7, { endedAt })],
        over: [donationBy('도토리', 8, { paintedAt: NOW + 1_000, endedAt })],
      },
    });
    expect(rowOf('하루')).toHaveTextContent('Turn ended');
    expect(rowOf('도토리')).toHaveTextContent(/Shown.*Ended/);
  });

  it('shows a name full of markup as text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    await drawDesk({ desk: { over: [donationBy(name, 7)] } });
    expect(screen.getByText(name)).toBeVisible();
    expect(document.querySelector('img[src="x"]')).toBeNull();
  });
});

describe('held alerts', () => {
  it.each([
    ['nothing is held by the settings', {}, false],
    ['alerts are held for a while', { holdS: 10 }, true],
    ['alerts wait for approval', { approve: true }, true],
  ])('have their list while %s: %s', async (_what, queue, shown) => {
    await drawDesk({ overlay: { queue } });
    expect(screen.queryByRole('region', { name: 'Held' }) !== null).toBe(shown);
  });

  it('count down until they play by themselves', async () => {
    const page = await drawDesk({
      desk: { held: [donationBy('하루', 7, { heldUntil: NOW + 12_000 })] },
    });
    const left = () => rowOf('하루')?.textContent?.match(/in (\d+)s/)?.[1];
    const before = Number(left());
    expect(before).toBeGreaterThan(5);
    await page.pass(3_000);
    expect(Number(left())).toBe(before - 3);
  });

  it('wait for ever where somebody has to approve', async () => {
    await drawDesk({ desk: { held: [donationBy('하루', 7)] } });
    expect(rowOf('하루')).toHaveTextContent('Waits for your approval');
  });

  it('are counted at the tab', async () => {
    const page = await drawDesk({ desk: { held: [donationBy('하루', 7)], heldCount: 3 } });
    const tab = () =>
      within(screen.getByRole('navigation')).getByRole('button', { name: /Alerts/ });
    expect(tab()).toHaveAccessibleName(/3 alerts held/);
    await sayDesk(page, { neverAppeared: [donationBy('하루', 7)] });
    expect(tab()).toHaveAccessibleName(/1 missed alert/);
    await sayDesk(page, {});
    expect(tab()).toHaveAccessibleName('Alerts');
  });

  it('that were rejected can be played after all, for a while', async () => {
    const page = await drawDesk({ desk: { held: [donationBy('하루', 7)] } });
    press(/^Reject/);
    expect(screen.queryByText(/^Rejected:/)).toBeNull();
    await page.core((bridge) => bridge.last.answer({}));
    await sayDesk(page, {});
    expect(screen.getByText('Rejected: Donation, 하루')).toBeVisible();
    press('Play anyway');
    expect(page.bridge.last).toMatchObject({ name: 'alerts.replay', args: { seq: 7 } });
    expect(screen.queryByText(/^Rejected:/)).toBeNull();
  });

  it('that were rejected are let go of in the end', async () => {
    const page = await drawDesk({ desk: { held: [donationBy('하루', 7)] } });
    press(/^Reject/);
    await page.core((bridge) => bridge.last.answer({}));
    await page.pass(5_000);
    expect(screen.getByText(/^Rejected:/)).toBeVisible();
    await page.pass(1_500);
    expect(screen.queryByText(/^Rejected:/)).toBeNull();
    expect(askedOf(page, 'alerts.replay')).toEqual([]);
  });
});

describe('alerts that never appeared', () => {
  const three = [donationBy('하루', 7), donationBy('도토리', 8), donationBy('밤샘', 9)];
  const shown = () =>
    [...document.querySelectorAll('.queue-row .who-name')].map(({ textContent }) => textContent);

  it('are off the list at once, and for good when the time to undo is over', async () => {
    const page = await drawDesk({ desk: { neverAppeared: three } });
    press(/^Dismiss: Donation, 도토리/);
    expect(shown()).toEqual(['하루', '밤샘']);
    expect(card('Missed alerts').getByText('2 alerts')).toBeVisible();
    expect(askedOf(page, 'alerts.dismiss')).toEqual([]);
    await page.pass(6_000);
    expect(askedOf(page, 'alerts.dismiss')).toEqual([{ seq: 8 }]);
    expect(shown()).toEqual(['하루', '밤샘']);
  });

  it('come back when that is undone', async () => {
    const page = await drawDesk({ desk: { neverAppeared: three } });
    press(/^Dismiss: Donation, 도토리/);
    press(/^Dismiss: Donation, 하루/);
    expect(screen.getByText('2 alerts dismissed.')).toBeVisible();
    press('Undo');
    expect(shown()).toEqual(['하루', '도토리', '밤샘']);
    await page.pass(10_000);
    expect(askedOf(page, 'alerts.dismiss')).toEqual([]);
  });

  it('are played again all together, behind what can still be undone', async () => {
    const page = await drawDesk({ desk: { neverAppeared: three } });
    press(/^Dismiss: Donation, 하루/);
    press('Play all again');
    const names = page.bridge.asked.map(({ name }) => name);
    expect(names.slice(-2)).toEqual(['alerts.dismiss', 'alerts.replay-missed']);
    await page.core((bridge) => bridge.lastOf('alerts.replay-missed').refuse(PROBLEM));
    expect(card('Missed alerts').getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });

  it('are dismissed all together', async () => {
    const page = await drawDesk({ desk: { neverAppeared: three, neverAppearedCount: 70 } });
    press('Dismiss all');
    expect(card('Missed alerts').getByText(/^None. Alerts that come while/)).toBeVisible();
    expect(screen.getByText('70 alerts dismissed.')).toBeVisible();
    await page.pass(6_000);
    expect(askedOf(page, 'alerts.dismiss')).toEqual([{ seq: null }]);
  });

  it('are there again, with the reason, when the core did not take it', async () => {
    const page = await drawDesk({ desk: { neverAppeared: three } });
    press('Dismiss all');
    await page.pass(6_000);
    await page.core((bridge) => bridge.last.refuse());
    expect(shown()).toEqual(['하루', '도토리', '밤샘']);
    expect(card('Missed alerts').getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });

  it('are taken off when the page is left before the time to undo is over', async () => {
    const page = await drawDesk({ desk: { neverAppeared: three } });
    press(/^Dismiss: Donation, 도토리/);
    fireEvent.click(within(screen.getByRole('navigation')).getByText('Live'));
    await page.pass(0);
    expect(askedOf(page, 'alerts.dismiss')).toEqual([{ seq: 8 }]);
  });
});

describe('the keyboard', () => {
  const three = [donationBy('하루', 7), donationBy('도토리', 8), donationBy('밤샘', 9)];

  it('stays in the list when its row goes', async () => {
    await drawDesk({ desk: { neverAppeared: three } });
    button(/^Dismiss: Donation, 도토리/).focus();
    press(/^Dismiss: Donation, 도토리/);
    expect(button(/^Dismiss: Donation, 밤샘/)).toHaveFocus();
    press(/^Dismiss: Donation, 밤샘/);
    expect(button(/^Dismiss: Donation, 하루/)).toHaveFocus();
    press(/^Dismiss: Donation, 하루/);
    expect(card('Missed alerts').getByText(/^None. Alerts that come while/)).toHaveFocus();
  });

  it('is not taken from where it went meanwhile', async () => {
    const page = await drawDesk({ desk: { held: three } });
    button(/^Approve: Donation, 하루/).focus();
    button('Mute').focus();
    await sayDesk(page, { held: three.slice(1) });
    expect(button('Mute')).toHaveFocus();
  });

  it('is not taken by a list that nobody was in', async () => {
    const page = await drawDesk({ desk: { held: three } });
    await sayDesk(page, { held: three.slice(1) });
    expect(document.body).toHaveFocus();
  });
});

describe('the way to the desk', () => {
  it('is in the card of the alerts, too', async () => {
    await drawDesk();
    fireEvent.click(within(screen.getByRole('navigation')).getByText('Live'));
    fireEvent.click(card('Alerts').getByRole('button', { name: 'Manage alerts' }));
    expect(screen.getByRole('region', { name: 'Now and next' })).toBeVisible();
  });
});

describe('an event of the list', () => {
  const replay = () => screen.queryByRole('button', { name: /^Play again/ });
  // A row's buttons are there while somebody points at it.
  const point = () => fireEvent.pointerMove(document.querySelector('.feed-item') as HTMLElement);

  it.each([
    ['DONATION', 'platform', true],
    ['GOODS_PURCHASE', 'platform', true],
    ['DONATION', 'test', false],
    ['CHAT', 'platform', false],
  ] as const)('of the kind %s from %s can be played again: %s', async (kind, origin, can) => {
    await drawDashboard({ language: 'en', events: [eventOf(kind, 7, {}, origin)] });
    point();
    expect(replay() !== null).toBe(can);
  });

  it('is played, and says why it could not be', async () => {
    const page = await drawDashboard({ language: 'en', events: [eventOf('DONATION', 7)] });
    point();
    press(/^Play again/);
    expect(page.bridge.last).toMatchObject({ name: 'alerts.replay', args: { seq: 7 } });
    await page.core((bridge) => bridge.last.refuse());
    expect(document.querySelector('.event')).toHaveTextContent(PROBLEM_TEXT.what.en);
  });
});
