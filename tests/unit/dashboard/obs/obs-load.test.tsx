import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OBS_LOAD_REASONS, type ObsLoad } from '../../../../shared/contract/obs.ts';
import { PROBLEM_TEXT } from '../support.ts';
import { obsWith } from './obs-fixtures.ts';
import { card, drawObs, sayObs } from './obs-support.ts';

const loadOf = (load: Partial<ObsLoad>) =>
  obsWith({ load: { step: 0, mode: 'auto', reason: 'calm', lostPercent: 0, ...load } });

const load = () => card('Go easy on OBS');

describe('the card about what the overlay spares OBS', () => {
  it('says what OBS loses, and what is left out for it', async () => {
    await drawObs(loadOf({ step: 1, reason: 'render', lostPercent: 12.5 }));
    expect(load().getByText('OBS is losing frames')).toBeVisible();
    expect(load().getByText(/12\.5% of recent frames lost/)).toBeVisible();
    expect(load().getAllByText('No particles or blur')[0]).toBeVisible();
  });

  it('clears the overlay where it is not the cause', async () => {
    await drawObs(loadOf({ reason: 'not-overlay', lostPercent: 40 }));
    expect(load().getByRole('status')).toHaveTextContent(/It’s not the overlay/);
  });

  it.each(OBS_LOAD_REASONS)('has a title and a sentence for %s', async (reason) => {
    await drawObs(loadOf({ reason }), 'ko');
    const said = card('OBS 부담 줄이기').getByRole('status').textContent;
    expect(said?.length).toBeGreaterThan(20);
    expect(said).not.toContain('obs.governor');
  });

  it('is fixed and set free by the streamer', async () => {
    const page = await drawObs(loadOf({}));
    const choice = load().getByRole('combobox', { name: 'Overlay effects' });
    expect(choice).toHaveValue('auto');
    fireEvent.change(choice, { target: { value: '2' } });
    expect(page.bridge.last).toMatchObject({ name: 'obs.load', args: { mode: 2 } });
    await page.core((bridge) => bridge.lastOf('obs.load').answer(undefined));
    await sayObs(page, loadOf({ step: 2, mode: 2, reason: 'render' }));
    expect(choice).toHaveValue('2');
    expect(load().getByText(/fixed at “Also no chat movement”/)).toBeVisible();
    fireEvent.change(choice, { target: { value: 'auto' } });
    expect(page.bridge.last).toMatchObject({ name: 'obs.load', args: { mode: 'auto' } });
    await page.core((bridge) => bridge.lastOf('obs.load').refuse());
    expect(screen.getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });
});
