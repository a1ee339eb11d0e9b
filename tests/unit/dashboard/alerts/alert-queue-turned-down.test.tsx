import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { TurnedDownAlert } from '../../../../shared/contract/alerts.ts';
import { askedOf } from '../draw-dashboard.tsx';
import { NOW, PROBLEM, PROBLEM_TEXT } from '../support.ts';
import { donationBy, drawDesk, sayDesk } from './alert-queue-support.ts';

const card = () => within(screen.getByRole('region', { name: 'Not played' }));
const turnedDown = (name: string, seq: number, why: TurnedDownAlert['why']): TurnedDownAlert => ({
  ...donationBy(name, seq, { endedAt: NOW }),
  why,
});

describe('alerts that were turned down', () => {
  it('are listed with the reason', async () => {
    const turned = [turnedDown('Ann', 8, 'rejected'), turnedDown('<b>Bo</b>', 7, 'below-minimum')];
    await drawDesk({ desk: { turnedDown: turned } });
    const rows = card().getAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toHaveTextContent(/Ann.*Rejected/);
    expect(rows[1]).toHaveTextContent(/<b>Bo<\/b>.*Below your minimum for alerts/);
  });

  it('are played after all, and say in their row why not', async () => {
    const page = await drawDesk({ desk: { turnedDown: [turnedDown('Ann', 8, 'rejected')] } });
    fireEvent.click(card().getByRole('button', { name: 'Play anyway: Donation, Ann' }));
    expect(askedOf(page, 'alerts.replay')).toEqual([{ seq: 8 }]);
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(card().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
  });

  it('are said of while there is none', async () => {
    await drawDesk();
    expect(card().getByText(/below your minimum stay here/)).toBeVisible();
  });
});

describe('the time that the alert on the screen has left', () => {
  const playing = (endsAt: number) =>
    donationBy('Ann', 8, { endsAt, durationMs: 6_000, paintedAt: NOW });
  const bar = () => document.querySelector<HTMLElement>('.time-left-bar');
  const number = () => document.querySelector('.time-left-number')?.textContent;

  it('runs out with it', async () => {
    const page = await drawDesk();
    const now = page.clock.now();
    await sayDesk(page, { playing: playing(now + 4_000) });
    expect(number()).toBe('4 seconds left');
    expect(bar()?.style).toMatchObject({ animationDuration: '6000ms' });
    const delay = Number.parseInt(bar()?.style.animationDelay ?? '', 10);
    expect(delay).toBeLessThanOrEqual(-2_000);
    expect(delay).toBeGreaterThan(-2_200);
    await page.pass(2_000);
    expect(number()).toBe('2 seconds left');
    await page.pass(5_000);
    expect(number()).toBe('0 seconds left');
  });

  it('is not begun anew by another word about it, but by another showing', async () => {
    const page = await drawDesk();
    const endsAt = page.clock.now() + 6_000;
    await sayDesk(page, { playing: { ...playing(endsAt), paintedAt: null } });
    const before = bar();
    const delay = before?.style.animationDelay;
    await page.pass(2_500);
    await sayDesk(page, { playing: playing(endsAt) });
    expect(bar()).toBe(before);
    expect(bar()?.style.animationDelay).toBe(delay);
    await sayDesk(page, { playing: playing(endsAt + 9_000) });
    expect(bar()).not.toBe(before);
  });

  it('is within its duration whatever the clocks say', async () => {
    const page = await drawDesk();
    await sayDesk(page, { playing: playing(page.clock.now() + 3_600_000) });
    expect(number()).toBe('6 seconds left');
    await sayDesk(page, { playing: playing(5) });
    expect(number()).toBe('0 seconds left');
  });
});
